#include "clients/terminal/full/table_view.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

using Kind = Key::Kind;

std::string folded(std::string_view text) {
    std::string result;
    for (const char c : text)
        if (c != ' ') result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

bool starts_with(const Squares& path, const Squares& start) {
    return path.size() >= start.size() && std::equal(start.begin(), start.end(), path.begin());
}

}  // namespace

TableView::TableView(ViewStack& stack, Session& session, const FullActions& actions, const Told& told,
                     Commands& commands, boost::asio::io_context& io, const OwnServer* own_server)
    : stack_(stack),
      session_(session),
      actions_(actions),
      told_(told),
      commands_(commands),
      io_(io),
      own_server_(own_server) {}

bool TableView::ticks() const {
    const Table& table = session_.table();
    return !session_.link().online || (table.match && table.match->now().clock.running);
}

void TableView::position_changed() {
    picked_.clear();
    follows_ = true;
    const auto& match = session_.table().match;
    if (past_ && (!match || past_->ply >= static_cast<int>(match->history().size()))) back_to_now();
}

void TableView::key(const Key& key) {
    actions_.forget_answer();
    if (key.kind == Kind::escape) return escape();
    if (key.kind == Kind::function && key.number == 1) return actions_.help();
    if (key.kind == Kind::function && key.number == 2) return open_menu();
    if (!session_.table().match) return room_key(key);
    if (look_key(key)) return;
    const MatchSnapshot& now = session_.table().match->now();
    const PictureLook looks = look();
    const BoardPicture picture(now.board, pieces(), kinds(), looks);
    const auto move = [&](int right, int down) {
        cursor_ = picture.neighbour(cursor_, right, down);
        follows_ = false;
    };
    switch (key.kind) {
        case Kind::up:
            return move(0, -1);
        case Kind::down:
            return move(0, 1);
        case Kind::left:
            return move(-1, 0);
        case Kind::right:
            return move(1, 0);
        case Kind::enter:
            return enter();
        case Kind::tab:
            return complete();
        case Kind::backspace:
            if (!input_.empty()) return erase_last(input_);
            if (!picked_.empty()) picked_.pop_back();
            return;
        case Kind::click:
            if (const auto square = picture.square_at(board_area_, size_, key.x, key.y)) {
                cursor_ = *square;
                click(*square);
            }
            return;
        case Kind::function:
            if (key.number == 3) flipped_ = !flipped_;
            if (key.number == 4) layout_ = layout() == "diamond" ? "square" : "diamond";
            if (key.number == 5) input_ = "/say ";
            return;
        case Kind::character:
            if (input_.empty() && key.text == " ") return click(cursor_);
            if (input_.empty() && key.text == "?") return actions_.help();
            [[fallthrough]];
        case Kind::paste:
            if (input_.size() < 1000) input_ += key.text;
            return;
        default:
            return;
    }
}

/// Before the match there are only commands to type.
void TableView::room_key(const Key& key) {
    if (key.kind == Kind::tab) return complete();
    if (key.kind == Kind::enter) return input_.empty() ? open_menu() : enter();
    if (input_.empty() && key.kind == Kind::character && key.text == " ") return;
    edit(input_, key);
}

void TableView::enter() {
    if (input_.empty()) return cursor_.empty() ? void() : click(cursor_);
    back_to_now();
    const std::string text = std::exchange(input_, "");
    if (text.front() == '/') return run_line(text.substr(1));
    if (!session_.table().match) return run_line(text);
    run(command::Move{text});
}

void TableView::click(const std::string& square) {
    if (square.empty()) return;
    if (past_) return actions_.tell(tr("This is an earlier position. End goes back to the game."));
    if (!session_.my_turn() || session_.move_on_its_way()) {
        if (!session_.my_seats().empty() && session_.table().playing())
            actions_.tell(tr("It is not your turn."));
        return;
    }
    apply(pentad::terminal::click(session_.table().match->legal(), picked_, square));
}

void TableView::apply(const Picked& picked) {
    if (const auto* play = std::get_if<Play>(&picked)) {
        picked_.clear();
        session_.play(play->move);
    } else if (const auto* more = std::get_if<More>(&picked)) {
        picked_ = more->picked;
        cursor_ = picked_.back();
        follows_ = false;
        if (more->now) actions_.tell(tr("Choose {} again for {}, or go on.", picked_.back(), *more->now));
    } else if (const auto* several = std::get_if<Ambiguous>(&picked)) {
        picked_ = several->picked;
        std::vector<Menu::Item> items;
        for (const std::string& move : several->moves)
            items.push_back({line(move), [this, move] {
                                 stack_.pop_to(*this);
                                 apply(Play{move});
                             }});
        stack_.push(std::make_unique<MenuView>(stack_, tr("Which of these?"), std::move(items)));
    } else if (const auto* none = std::get_if<NoSuchMove>(&picked)) {
        picked_.clear();
        actions_.tell(none->from.empty() ? tr("No move starts on {}.", none->squares.front())
                                         : tr("No move goes there from {}.", none->squares.front()));
    } else {
        actions_.tell(tr("That is no move. Tab shows how it may go on; /help lists what else there is."));
    }
}

/// The moves that the picked squares and the typed text leave.
std::vector<std::string> TableView::candidates() const {
    std::vector<std::string> moves;
    if (!session_.my_turn() || input_.starts_with('/')) return moves;
    const std::string typed = folded(input_);
    const auto squares = read_squares(input_);
    for (const std::string& move : session_.table().match->legal()) {
        const Squares path = path_of(move);
        if (!starts_with(path, picked_)) continue;
        Squares wanted = picked_;
        if (squares) wanted.insert(wanted.end(), squares->begin(), squares->end());
        // A move's text may begin with something else than its first square.
        const bool by_square = path.size() > picked_.size() && path[picked_.size()].starts_with(typed);
        const bool fits = by_square || folded(move).starts_with(typed) ||
                          (squares && (starts_with(path, *squares) || starts_with(path, wanted)));
        if (fits) moves.push_back(move);
    }
    return moves;
}

/// Goes on with what all moves have in common that begin like this.
void TableView::complete() {
    if (input_.starts_with('/')) {
        input_ = "/" + completed_command(input_.substr(1));
        return;
    }
    const std::string typed = folded(input_);
    std::optional<std::string> common;
    for (const std::string& move : candidates()) {
        if (!folded(move).starts_with(typed)) continue;
        if (!common) {
            common = move;
            continue;
        }
        const auto [end, unused] = std::mismatch(common->begin(), common->end(), move.begin(), move.end());
        common->erase(end, common->end());
    }
    if (common && common->size() >= typed.size()) input_ = *common;
}

void TableView::escape() {
    if (!input_.empty()) return input_.clear();
    if (!picked_.empty()) return picked_.clear();
    if (past_) return back_to_now();
    open_menu();
}

/// What is typed over the menu is a move or a command.
void TableView::open_menu() {
    stack_.push(std::make_unique<MenuView>(stack_, title(), menu_items(), MenuView::Letters::command));
}

/// The keys that go through the game. True: it was one of them.
bool TableView::look_key(const Key& key) {
    const int last = static_cast<int>(session_.table().match->history().size());
    const int here = past_ ? past_->ply : last;
    switch (key.kind) {
        case Kind::page_up:
            look_at(std::max(here - 1, 0));
            return true;
        case Kind::page_down:
            look_at(here + 1);
            return true;
        case Kind::home:
            look_at(0);
            return true;
        case Kind::end:
            back_to_now();
            return true;
        default:
            return false;
    }
}

void TableView::look_at(int ply) {
    const MatchView& match = *session_.table().match;
    if (ply >= static_cast<int>(match.history().size())) return back_to_now();
    session_.position_after(
        ply, [this, ply, id = match.match(), here = std::weak_ptr(here_)](const EnginePosition& position) {
            if (here.expired()) return;
            // Another game may have begun meanwhile, or this move have been taken back.
            const auto& now = session_.table().match;
            if (!now || now->match() != id || ply >= static_cast<int>(now->history().size())) return;
            picked_.clear();
            past_ = Past{ply, position.pieces};
            follows_ = true;
            stack_.redraw();
        });
}

void TableView::back_to_now() { past_.reset(); }

const std::vector<engine::Piece>& TableView::pieces() const {
    return past_ ? past_->pieces : session_.table().match->now().pieces;
}

void TableView::show_history() {
    Text text;
    const auto sides = session_.sides();
    for (const PlayedMove& played : session_.table().match->history())
        text.push_back({{std::to_string(played.ply) + ". "},
                        {sides[static_cast<std::size_t>(engine::index(played.seat))] + " "},
                        {played.move, Tone::strong}});
    if (text.empty()) text.push_back(line(tr("No moves yet.")));
    stack_.push(std::make_unique<TextView>(stack_, tr("Moves"), std::move(text)));
}

}  // namespace pentad::terminal
