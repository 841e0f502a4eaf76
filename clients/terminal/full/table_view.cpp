#include "clients/terminal/full/table_view.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "clients/terminal/text/words.hpp"

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
                     boost::asio::io_context& io, const OwnServer* own_server)
    : stack_(stack), session_(session), actions_(actions), told_(told), io_(io), own_server_(own_server) {}

bool TableView::ticks() const {
    const Table& table = session_.table();
    return !session_.link().online || (table.match && table.match->now().clock.running);
}

void TableView::position_changed() { picked_.clear(); }

void TableView::key(const Key& key) {
    actions_.forget_answer();
    if (key.kind == Kind::escape) return escape();
    if (key.kind == Kind::function && key.number == 1) return actions_.help();
    if (key.kind == Kind::function && key.number == 2) return open_menu();
    if (!session_.table().match) {
        if (key.kind == Kind::enter) open_menu();
        return;
    }
    const MatchSnapshot& now = session_.table().match->now();
    const PictureLook looks = look();
    const BoardPicture picture(now.board, now.pieces, kinds(), looks);
    const auto move = [&](int right, int down) { cursor_ = picture.neighbour(cursor_, right, down); };
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

void TableView::enter() {
    if (input_.empty()) return cursor_.empty() ? void() : click(cursor_);
    const std::string text = std::exchange(input_, "");
    if (text.front() == '/') return run_line(text.substr(1));
    run(command::Move{text});
}

void TableView::click(const std::string& square) {
    if (square.empty()) return;
    if (!session_.my_turn() || session_.move_on_its_way()) {
        if (!session_.my_seats().empty() && session_.table().playing()) actions_.tell("It is not your turn.");
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
        if (more->now) actions_.tell("Choose " + picked_.back() + " again for " + *more->now + ", or go on.");
    } else if (const auto* several = std::get_if<Ambiguous>(&picked)) {
        picked_ = several->picked;
        std::vector<Menu::Item> items;
        for (const std::string& move : several->moves)
            items.push_back({line(move), [this, move] {
                                 stack_.pop_to(*this);
                                 apply(Play{move});
                             }});
        stack_.push(std::make_unique<MenuView>(stack_, "Which of these?", std::move(items)));
    } else if (const auto* none = std::get_if<NoSuchMove>(&picked)) {
        picked_.clear();
        actions_.tell(none->from.empty() ? "No move starts on " + none->squares.front() + "."
                                         : "No move goes there from " + none->squares.front() + ".");
    } else {
        actions_.tell("That is no move. Tab shows how it may go on; /help lists what else there is.");
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
        std::vector<std::string> found;
        for (const CommandUsage& usage : command_usages())
            if (usage.name.starts_with(std::string_view(input_).substr(1))) found.push_back(usage.name);
        if (found.size() == 1) input_ = "/" + found.front() + " ";
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
    open_menu();
}

void TableView::open_menu() { stack_.push(std::make_unique<MenuView>(stack_, title(), menu_items())); }

void TableView::confirm(const std::string& question, const std::string& yes, std::function<void()> done) {
    std::vector<Menu::Item> items{{line("No"), [this] { stack_.pop(); }},
                                  {line(yes), [this, done = std::move(done)] {
                                       stack_.pop_to(*this);
                                       done();
                                   }}};
    stack_.push(std::make_unique<MenuView>(stack_, question, std::move(items)));
}

void TableView::show_history() {
    Text text;
    const auto sides = session_.sides();
    for (const PlayedMove& played : session_.table().match->history())
        text.push_back({{std::to_string(played.ply) + ". "},
                        {sides[static_cast<std::size_t>(engine::index(played.seat))] + " "},
                        {played.move, Tone::strong}});
    if (text.empty()) text.push_back(line("No moves yet."));
    stack_.push(std::make_unique<TextView>(stack_, "Moves", std::move(text)));
}

}  // namespace pentad::terminal
