#include <algorithm>
#include <utility>

#include "clients/terminal/full/table_view.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

/// Beside a board narrower than this the panel says nothing useful.
constexpr int least_panel = 22;
constexpr int wished_panel = 28;
/// A board is made larger than it must be only beside a panel whose lines are whole.
constexpr int comfortable_panel = 38;

std::size_t at(Side side) { return static_cast<std::size_t>(engine::index(side)); }

/// Of how many moves the typed text is the beginning.
std::string go_on_words(std::size_t moves) {
    if (moves == 0) return tr("No move goes on like this.");
    return tr_count("{} move goes on like this:", "{} moves go on like this:", moves);
}

std::string bot_words(BotState state) {
    return state == BotState::queued ? tr("waits for a processor") : tr("thinking");
}

}  // namespace

const std::vector<engine::PieceKind>& TableView::kinds() const {
    static const std::vector<engine::PieceKind> none;
    const GameCard* card =
        session_.table().match ? session_.card(session_.table().match->now().game) : nullptr;
    return card ? card->kinds : none;
}

std::string TableView::title() const {
    const Table& table = session_.table();
    const std::string game = table.match      ? table.match->now().game
                             : table.snapshot ? table.snapshot->summary.game
                                              : "";
    const engine::Options options = table.match      ? table.match->now().options
                                    : table.snapshot ? table.snapshot->summary.options
                                                     : engine::Options{};
    const GameCard* card = session_.card(game);
    const bool rated =
        table.match ? table.match->now().rated : table.snapshot && table.snapshot->summary.rated;
    return (card ? card->name : game) + " " + options.size + " " + options.variant +
           (rated ? tr(", rated") : "");
}

std::string TableView::layout() const {
    return layout_.empty() ? session_.table().match->now().board.layout : layout_;
}

PictureLook TableView::look() const {
    const MatchSnapshot& now = session_.table().match->now();
    const auto mine = session_.my_seats();
    PictureLook look;
    look.unicode = stack_.unicode();
    look.flipped = (mine.size() == 1 && mine.front() == Side::second) != flipped_;
    look.layout = layout();
    look.cursor = cursor_;
    look.picked = picked_;
    if (past_) {
        if (past_->ply > 0)
            look.last =
                path_of(session_.table().match->history()[static_cast<std::size_t>(past_->ply) - 1].move);
    } else if (now.last_move) {
        look.last = path_of(now.last_move->move);
    }
    if (follows_ && !look.last.empty()) look.focus = look.last.back();
    if (past_) return look;
    if (picked_.empty() || !session_.my_turn()) return look;
    for (const std::string& move : candidates()) {
        const Squares path = path_of(move);
        if (path.size() > picked_.size()) look.targets.push_back(path[picked_.size()]);
    }
    return look;
}

void TableView::draw(Canvas& canvas) {
    const Table& table = session_.table();
    const std::string keys = past_          ? tr("PgUp, PgDn a move   End the game as it is now   Esc back")
                             : !table.match ? tr("/ for commands   Esc menu   F1 help")
                             : session_.my_turn()
                                 ? tr("Arrows, Enter or type a move, Tab completes   Esc menu   F1 help")
                                 : tr("Esc menu   F1 help");
    const Area inside = draw_frame(canvas, title(), link_words(session_), keys);
    const int told = draw_told(canvas, told_);
    const Area main{inside.x, inside.y, inside.width, std::max(inside.height - told, 1)};
    if (table.match)
        draw_match(canvas, main);
    else
        draw_room(canvas, main);
}

void TableView::draw_room(Canvas& canvas, const Area& area) const {
    const Table& table = session_.table();
    if (!table.snapshot) return;
    const RoomSnapshot& room = *table.snapshot;
    int y = area.y + 1;
    const auto say = [&](const std::string& text, Tone tone = Tone::normal) {
        for (const std::string& row : wrapped(text, area.width - 1))
            if (y < area.y + area.height) canvas.put(area.x + 1, y++, row, tone);
    };
    say(tr("Table {}", room.code), Tone::strong);
    say(tr("Clock: {}", time_control_words(room.summary.tc)));
    if (room.summary.rated) say(tr("The game counts for the ratings."));
    if (room.summary.locked) say(tr("Others need the password."));
    y += 1;
    for (const Chair& chair : room.summary.seats)
        say(tr("Chair: {}{}", chair_words(chair), (chair.ready ? tr(", ready") : "")));
    y += 1;
    if (room.summary.state == RoomState::open) {
        const bool secret = room.summary.visibility == Visibility::private_ && !room.invite.empty();
        say(tr("Waiting for an opponent, who enters: {}", (secret ? room.invite : room.code)));
    }
    const int bottom = area.y + area.height - 1;
    draw_chat(canvas, {area.x + 1, y + 1, area.width - 2, bottom - y - 1});
    if (!input_.empty()) draw_typed(canvas, area.x + 1, bottom, area.width - 1, input_);
}

void TableView::draw_match(Canvas& canvas, const Area& area) {
    const MatchSnapshot& now = session_.table().match->now();
    const PictureLook looks = look();
    const BoardPicture picture(now.board, pieces(), kinds(), looks);
    const Area main{area.x, area.y, area.width, std::max(area.height - 1, 1)};
    draw_input(canvas, area.y + area.height - 1);
    size_ = picture.fitting(main.width - comfortable_panel, main.height);
    if (size_ != PictureSize::large)
        size_ = picture.fitting(main.width - wished_panel, main.height, PictureSize::lined);
    Area extent = picture.extent(size_);
    if (extent.width > main.width - wished_panel || extent.height > main.height) {
        // No room for both: the board comes first.
        size_ = picture.fitting(main.width, main.height - 2, PictureSize::lined);
        extent = picture.extent(size_);
    }
    const bool panel = main.width - extent.width - 2 >= least_panel;
    // Who plays is worth two rows unless the board needs them.
    const int above = panel || main.height < 8 ? 0 : 2;
    board_area_ = {main.x, main.y + above, std::min(extent.width, main.width),
                   std::min(extent.height, std::max(main.height - above, 1))};
    if (panel) {
        const int left = main.x + board_area_.width + 2;
        draw_panel(canvas, {left, main.y, main.x + main.width - left, main.height});
    } else if (above > 0) {
        draw_players(canvas, main, main.y);
    }
    picture.draw(canvas, board_area_, size_);
}

Line TableView::player_line(Side side) const {
    const MatchView& match = *session_.table().match;
    const Seat& seat = match.now().seats[at(side)];
    const auto mine = session_.my_seats();
    const bool own = mine.size() == 1 && mine.front() == side;
    const bool moves = !match.over() && match.now().to_move == side;
    std::string text = seat_words(seat);
    if (own) text += tr(" (you)");
    if (const auto left = session_.remaining(side)) text += "  " + time_words(*left);
    if (match.now().clock.paused_until) text += tr("  paused");
    const auto bot = session_.table().bots.find(side);
    if (moves && bot != session_.table().bots.end()) text += ", " + bot_words(bot->second);
    if (seat.presence == Presence::away) text += tr(", away");
    if (seat.presence == Presence::gone) text += tr(", gone");
    return {{moves ? "> " : "  ", Tone::strong},
            {session_.sides()[at(side)] + " ", side == Side::first ? Tone::first : Tone::second},
            {text}};
}

int TableView::draw_players(Canvas& canvas, const Area& area, int y) const {
    for (const Side side : {Side::first, Side::second})
        if (y < area.y + area.height) canvas.put(area.x, y++, player_line(side), area.width);
    return y;
}

/// The result, offers, the hint and who looks on.
int TableView::draw_state(Canvas& canvas, const Area& area, int y) const {
    const MatchSnapshot& now = session_.table().match->now();
    const auto say = [&](const std::string& text, Tone tone) {
        for (const std::string& row : wrapped(text, area.width))
            if (y < area.y + area.height) canvas.put(area.x, y++, row, tone);
    };
    // The room is told whenever somebody comes or goes.
    const auto& room = session_.table().snapshot;
    const int spectators = room ? room->summary.watchers : now.spectators;
    if (spectators > 0) say(counted(static_cast<std::size_t>(spectators), "spectator"), Tone::faint);
    if (now.result) say(tr("Game over. {}", result_words(*now.result, session_.game())), Tone::strong);
    const auto mine = session_.my_seats();
    for (const Offer& offer : now.offers) {
        const bool own = mine.size() == 1 && mine.front() == offer.by;
        say(tr("{} offered {}{}", session_.sides()[at(offer.by)], offer_words(offer.kind),
               (own || mine.empty() ? "." : tr(": /accept or /decline?"))),
            Tone::good);
    }
    if (session_.table().hint) say(hint_words(*session_.table().hint), Tone::good);
    return y;
}

/// Texts in columns, as many as fit; of too many the last ones, or the first ones and how many more there
/// are. Returns the row behind them.
int TableView::draw_columns(Canvas& canvas, const Area& area, int y, int rows,
                            const std::vector<std::string>& texts, bool last_ones) const {
    int widest = 1;
    for (const std::string& text : texts) widest = std::max(widest, columns(text));
    const int across = std::max(1, (area.width + 2) / (widest + 2));
    const auto room = static_cast<std::size_t>(std::max(rows, 0) * across);
    if (room == 0) return y;
    std::size_t first = 0;
    std::size_t end = texts.size();
    if (texts.size() > room) {
        const auto whole = static_cast<std::size_t>(across);
        // Whole rows fall away, so that the columns stay where they are.
        if (last_ones)
            first = (texts.size() - room + whole - 1) / whole * whole;
        else
            end = room - 1;
    }
    std::size_t shown = 0;
    const auto put = [&](const std::string& text, Tone tone) {
        canvas.put(area.x + static_cast<int>(shown) % across * (widest + 2),
                   y + static_cast<int>(shown) / across, text, tone, widest);
        ++shown;
    };
    for (std::size_t i = first; i < end; ++i) put(texts[i], Tone::normal);
    if (!last_ones && end < texts.size()) put("+" + std::to_string(texts.size() - end), Tone::faint);
    return y + (static_cast<int>(shown) + across - 1) / across;
}

void TableView::draw_panel(Canvas& canvas, const Area& area) const {
    const MatchView& match = *session_.table().match;
    const MatchSnapshot& now = match.now();
    const int bottom = area.y + area.height;
    int y = draw_state(canvas, area, draw_players(canvas, area, area.y)) + 1;

    const Text legend = picture_legend(now.board, kinds(), session_.sides(), stack_.unicode());
    const auto left = [&] { return bottom - y; };
    if (left() >= static_cast<int>(legend.size()) + 6) {
        for (const Line& row : legend) canvas.put(area.x, y++, row, area.width);
        ++y;
    }
    const bool choosing = session_.my_turn() && (!input_.empty() || !picked_.empty());
    if (choosing && left() > 2) {
        const auto moves = candidates();
        canvas.put(area.x, y++, go_on_words(moves.size()), Tone::strong, area.width);
        y = draw_columns(canvas, area, y, std::max(2, left() / 2), moves, false) + 1;
    }
    const int chat_rows = session_.table().chat.empty() ? 0 : std::max(2, left() / 3);
    if (left() - chat_rows > 1) {
        canvas.put(area.x, y++, tr("Moves"), Tone::strong, area.width);
        std::vector<std::string> texts;
        for (const PlayedMove& played : match.history())
            texts.push_back(std::to_string(played.ply) + ". " + played.move);
        if (texts.empty()) canvas.put(area.x, y, tr("none yet"), Tone::faint, area.width);
        draw_columns(canvas, area, y, left() - chat_rows, texts, true);
    }
    draw_chat(canvas, {area.x, bottom - chat_rows, area.width, chat_rows});
}

void TableView::draw_chat(Canvas& canvas, const Area& area) const {
    std::vector<std::string> rows;
    for (const PastLine& past : session_.table().chat)
        for (std::string& row : wrapped(past.from.name + ": " + past.text, area.width))
            rows.push_back(std::move(row));
    const auto height = static_cast<std::size_t>(std::max(area.height, 0));
    const std::size_t first = rows.size() > height ? rows.size() - height : 0;
    for (std::size_t i = first; i < rows.size(); ++i)
        canvas.put(area.x, area.y + static_cast<int>(i - first), rows[i], Tone::normal, area.width);
}

void TableView::draw_input(Canvas& canvas, int y) const {
    const MatchView& match = *session_.table().match;
    std::string prompt = tr("/ for commands");
    Tone tone = Tone::faint;
    if (past_) {
        prompt =
            tr("After move {} of {}", std::to_string(past_->ply), std::to_string(match.history().size()));
        tone = Tone::strong;
    } else if (session_.my_turn()) {
        prompt = tr("Your move, {}", session_.sides()[at(match.now().to_move)]);
        tone = Tone::strong;
    } else if (!match.over()) {
        prompt = tr("{} to move", session_.sides()[at(match.now().to_move)]);
    }
    for (std::size_t i = 0; i < picked_.size(); ++i) prompt += (i == 0 ? ": " : " ") + picked_[i];
    if (!cursor_.empty() && input_.empty()) prompt += "  [" + cursor_ + "]";
    int x = canvas.put(1, y, prompt + "> ", tone, canvas.width() - 2);
    std::string shown = input_;
    while (!shown.empty() && columns(shown) > canvas.width() - x - 3) erase_first(shown);
    x = canvas.put(x, y, shown, Tone::normal, canvas.width() - x - 2);
    canvas.put(x, y, " ", Tone::cursor);
}

}  // namespace pentad::terminal
