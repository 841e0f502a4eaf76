#include "clients/terminal/full/lobby_view.hpp"

#include <algorithm>
#include <utility>

#include "clients/terminal/full/matches_menu.hpp"
#include "clients/terminal/full/people_menu.hpp"
#include "clients/terminal/text/words.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

bool free_chair(const RoomSummary& room) {
    return room.state == RoomState::open &&
           std::any_of(room.seats.begin(), room.seats.end(), [](const Chair& chair) {
               return !chair.player && (chair.kind == ChairKind::human || chair.kind == ChairKind::open);
           });
}

}  // namespace

std::string link_words(const Session& session) {
    const LinkState& link = session.link();
    if (link.online) return "online as " + session.me().name;
    if (link.attempt == 0) return "connecting";
    const auto wait = session.next_attempt() - std::chrono::steady_clock::now();
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    if (seconds <= 0) return "offline, trying again";
    return "offline, next try in " + std::to_string(seconds) + " s";
}

int draw_told(Canvas& canvas, const Told& told) {
    const int bottom = canvas.height() - 2;
    std::vector<std::string> rows = wrapped(told.now().text, std::max(canvas.width() - 2, 1));
    rows.resize(
        std::clamp<std::size_t>(rows.size(), 1, static_cast<std::size_t>(std::max(canvas.height() / 6, 1))));
    int y = bottom - static_cast<int>(rows.size()) + 1;
    for (const std::string& row : rows) {
        if (y > 1) canvas.put(1, y, row, told.now().complaint ? Tone::bad : Tone::good, canvas.width() - 2);
        ++y;
    }
    return static_cast<int>(rows.size());
}

LobbyView::LobbyView(ViewStack& stack, Session& session, const FullActions& actions, const Told& told)
    : stack_(stack), session_(session), actions_(actions), told_(told) {
    LobbyView::changed();
}

void LobbyView::changed() {
    const std::size_t before = menu_.selected();
    const std::string chosen = before < keys_.size() ? keys_[before] : "";
    std::vector<Menu::Item> items;
    if (!session_.table().empty()) items.push_back({line("Back to the table"), actions_.open_table});
    items.push_back({line("New table"), actions_.new_table});
    if (!actions_.at_home) items.push_back({line("Enter a code to join or watch"), [this] { ask_code(); }});
    items.push_back({line("Rules of the games"), [this] { choose_rules(); }});
    items.push_back({line("My matches"), [this] { show_matches(stack_, session_, actions_); }});
    if (!actions_.at_home) {
        items.push_back({line("Chat"), [this] { ask_chat(); }});
        items.push_back(
            {line("Players: block or report"), [this] { choose_person(stack_, session_, actions_); }});
    }
    items.push_back({line("Another name"), [this] { ask_name(); }});
    items.push_back({line("Help"), actions_.help});
    items.push_back({line("Quit"), [this] { ask_quit(); }});
    keys_.assign(items.size(), "");
    for (const RoomSummary& room : session_.lobby().rooms) {
        keys_.push_back(room.room);
        const GameCard* game = session_.card(room.game);
        const bool here = room.room == session_.table().room;
        items.push_back(
            {{{here               ? "Back to "
               : free_chair(room) ? "Join "
                                  : "Watch "},
              {game ? game->name : room.game, Tone::strong},
              {" " + room.options.size + " " + room.options.variant + ": " + chair_words(room.seats[0]) +
               " / " + chair_words(room.seats[1]) + ", " + time_control_words(room.tc) + ", " +
               state_words(room.state) + (room.locked ? ", locked" : "")}},
             [this, room] { enter(room); }});
    }
    if (session_.has_more_rooms()) {
        keys_.emplace_back("more");
        items.push_back({line("Show more tables (" + std::to_string(session_.lobby().unlisted()) + " left)"),
                         [this] { session_.more_rooms(); }});
    }
    menu_.set(std::move(items));
    // Tables come and go; the cursor stays on its own.
    if (const auto found = std::find(keys_.begin(), keys_.end(), chosen);
        !chosen.empty() && found != keys_.end())
        menu_.select(found - keys_.begin());
}

void LobbyView::draw(Canvas& canvas) {
    Area inside = draw_frame(canvas, actions_.at_home ? "Pentad - Local games" : "Pentad - Lobby",
                             link_words(session_), "Arrows choose   Enter takes it   F1 help   Esc quits");
    inside.height -= draw_told(canvas, told_) - 1;
    const LobbyState& lobby = session_.lobby();
    const std::string tables =
        counted(lobby.rooms.size() + static_cast<std::size_t>(std::max(lobby.unlisted(), 0)), "table");
    const auto players = static_cast<std::size_t>(std::max(session_.lobby().players, 0));
    canvas.put(inside.x, inside.y,
               actions_.at_home ? tables : counted(players, "player") + " online, " + tables, Tone::faint,
               inside.width);
    // The chat has what the menu leaves, at the right where there is room.
    const bool beside = canvas.width() >= 100;
    const int chat_width = beside ? canvas.width() / 3 : inside.width;
    const int chat_height = beside ? inside.height - 3 : std::min(4, inside.height / 4);
    const Area menu{inside.x, inside.y + 2, inside.width - (beside ? chat_width + 1 : 0),
                    inside.height - 3 - (beside ? 0 : chat_height)};
    menu_.draw(canvas, menu);
    if (beside)
        draw_chat(canvas, {inside.x + inside.width - chat_width, inside.y + 2, chat_width, chat_height});
    else
        draw_chat(canvas, {inside.x, menu.y + menu.height, chat_width, chat_height});
}

void LobbyView::draw_chat(Canvas& canvas, const Area& area) const {
    std::vector<std::string> rows;
    for (const PastLine& past : session_.lobby().chat)
        for (std::string& row : wrapped(past.from.name + ": " + past.text, area.width))
            rows.push_back(std::move(row));
    const auto height = static_cast<std::size_t>(std::max(area.height, 0));
    const std::size_t first = rows.size() > height ? rows.size() - height : 0;
    for (std::size_t i = first; i < rows.size(); ++i)
        canvas.put(area.x, area.y + static_cast<int>(i - first), rows[i], Tone::normal, area.width);
}

void LobbyView::key(const Key& key) {
    actions_.forget_answer();
    if (key.kind == Key::Kind::escape) return ask_quit();
    if (key.kind == Key::Kind::function && key.number == 1) return actions_.help();
    menu_.key(key);
}

void LobbyView::ask_code() {
    stack_.push(std::make_unique<InputView>(stack_, "Join or watch",
                                            "The code, invitation or id of a table, or the id of a match.",
                                            [this](const std::string& code) {
                                                if (!session_.leave_finished_table()) return;
                                                session_.join(code);
                                            }));
}

void LobbyView::ask_chat() {
    stack_.push(std::make_unique<InputView>(stack_, "Chat", "What you write is seen by all in the lobby.",
                                            [this](const std::string& text) { session_.chat(text); }));
}

void LobbyView::ask_name() {
    stack_.push(std::make_unique<InputView>(
        stack_, "Another name", "A name that you had here before makes you that player again, any other a new guest.",
        [this](const std::string& name) {
            if (!session_.table().empty())
                return actions_.tell("Leave the table first: with a new name you are a new guest.");
            session_.rename(name);
        }));
}

void LobbyView::choose_rules() {
    std::vector<Menu::Item> items;
    for (const GameCard& game : session_.games())
        items.push_back({{{game.name, Tone::strong}, {", by " + game.credit.designer}}, [this, game] {
                             stack_.push(std::make_unique<TextView>(stack_, game.name, rules_text(game)));
                         }});
    stack_.push(std::make_unique<MenuView>(stack_, "Rules of the games", std::move(items)));
}

void LobbyView::ask_quit() {
    stack_.push(std::make_unique<MenuView>(
        stack_, "Quit?",
        std::vector<Menu::Item>{{line("Stay"), [this] { stack_.pop(); }}, {line("Quit"), actions_.quit}}));
}

void LobbyView::enter(const RoomSummary& room) {
    if (room.room == session_.table().room) return actions_.open_table();
    if (!session_.leave_finished_table()) return;
    RoomJoin request;
    request.room = room.room;
    request.seat = free_chair(room) ? JoinSeat::any : JoinSeat::watch;
    if (!room.locked) return session_.join({request}, "");
    stack_.push(std::make_unique<InputView>(stack_, "Password", "This table has a password.",
                                            [this, request](const std::string& password) {
                                                RoomJoin with = request;
                                                with.password = password;
                                                session_.join({with}, "");
                                            }));
}

}  // namespace pentad::terminal
