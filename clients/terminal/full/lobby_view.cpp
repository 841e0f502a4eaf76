#include "clients/terminal/full/lobby_view.hpp"

#include <algorithm>
#include <utility>

#include "clients/terminal/full/commands.hpp"
#include "clients/terminal/full/matches_menu.hpp"
#include "clients/terminal/full/people_menu.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

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
    if (link.online) return tr("online as {}", session.me().name);
    if (link.attempt == 0) return tr("connecting");
    const auto wait = session.next_attempt() - std::chrono::steady_clock::now();
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    if (seconds <= 0) return tr("offline, trying again");
    return tr("offline, next try in {} s", std::to_string(seconds));
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

LobbyView::LobbyView(ViewStack& stack, Session& session, const FullActions& actions, const Told& told,
                     Commands& commands)
    : stack_(stack), session_(session), actions_(actions), told_(told), commands_(commands) {
    LobbyView::changed();
}

void LobbyView::changed() {
    const std::size_t before = menu_.selected();
    const std::string chosen = before < keys_.size() ? keys_[before] : "";
    std::vector<Menu::Item> items;
    if (!session_.table().empty()) items.push_back({line(tr("Back to the table")), actions_.open_table});
    items.push_back({line(tr("New table")), actions_.new_table});
    if (session_.seeking())
        items.push_back({line(tr("Stop looking for an opponent")), [this] { session_.stop_seeking(); }});
    else if (!actions_.at_home)
        items.push_back({line(tr("Quick match")), [this] { commands_.choose_quick_match(); }});
    if (!actions_.at_home)
        items.push_back({line(tr("Enter a code to join or watch")), [this] { ask_code(); }});
    items.push_back({line(tr("Rules of the games")), [this] { commands_.run(command::Rules{}); }});
    items.push_back({line(tr("My matches")), [this] { show_matches(stack_, session_, actions_); }});
    if (!actions_.at_home) {
        items.push_back({line(tr("My ratings")), [this] { commands_.run(command::Ratings{}); }});
        items.push_back({line(tr("The strongest players")), [this] { choose_leaders(); }});
        items.push_back({line(tr("Programs from outside")), [this] { commands_.run(command::Bots{}); }});
        items.push_back({line(tr("Chat")), [this] { ask_chat(); }});
        items.push_back(
            {line(tr("Players: block or report")), [this] { choose_person(stack_, session_, actions_); }});
    }
    items.push_back({line(tr("Another name")), [this] { ask_name(); }});
    items.push_back({line(tr("Colours")), [this] { commands_.choose_theme(); }});
    items.push_back({line(tr("Help")), actions_.help});
    items.push_back({line(tr("Quit")), [this] { ask_quit(); }});
    keys_.assign(items.size(), "");
    for (const RoomSummary& room : session_.lobby().rooms) {
        keys_.push_back(room.room);
        const GameCard* game = session_.card(room.game);
        const bool here = room.room == session_.table().room;
        items.push_back({{{here               ? tr("Back to ")
                           : free_chair(room) ? tr("Join ")
                                              : tr("Watch ")},
                          {game ? game->name : room.game, Tone::strong},
                          {" " + room.options.size + " " + room.options.variant + ": " +
                           chair_words(room.seats[0]) + " / " + chair_words(room.seats[1]) + ", " +
                           time_control_words(room.tc) + ", " + state_words(room.state) +
                           (room.rated ? tr(", rated") : "") + (room.locked ? tr(", password") : "")}},
                         [this, room] { enter(room); }});
    }
    if (session_.has_more_rooms()) {
        keys_.emplace_back("more");
        items.push_back({line(tr("Show more tables ({} left)", std::to_string(session_.lobby().unlisted()))),
                         [this] { session_.more_rooms(); }});
    }
    menu_.set(std::move(items));
    // Tables come and go; the cursor stays on its own.
    if (const auto found = std::find(keys_.begin(), keys_.end(), chosen);
        !chosen.empty() && found != keys_.end())
        menu_.select(found - keys_.begin());
}

void LobbyView::draw(Canvas& canvas) {
    Area inside = draw_frame(canvas, actions_.at_home ? tr("Pentad - Local games") : tr("Pentad - Lobby"),
                             link_words(session_),
                             tr("/ for commands   Arrows choose   Enter takes it   F1 help   Esc quits"));
    inside.height -= draw_told(canvas, told_) - 1;
    if (!input_.empty()) {
        inside.height -= 1;
        draw_typed(canvas, inside.x, inside.y + inside.height - 1, inside.width, input_);
    }
    const LobbyState& lobby = session_.lobby();
    const std::string tables =
        counted(lobby.rooms.size() + static_cast<std::size_t>(std::max(lobby.unlisted(), 0)), "table");
    const auto players = static_cast<std::size_t>(std::max(session_.lobby().players, 0));
    canvas.put(inside.x, inside.y,
               actions_.at_home ? tables : tr("{} online, {}", counted(players, "player"), tables),
               Tone::faint, inside.width);
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
    using Kind = Key::Kind;
    if (key.kind == Kind::function && key.number == 1) return actions_.help();
    if (key.kind == Kind::function && key.number == 5 && !actions_.at_home) {
        input_ = "/say ";
        return;
    }
    if (input_.empty()) {
        if (key.kind == Kind::escape) return ask_quit();
        if (key.kind == Kind::character && key.text == "?") return actions_.help();
        // A blank begins no command.
        const bool begins = key.kind == Kind::paste || (key.kind == Kind::character && key.text != " ");
        if (!begins) {
            menu_.key(key);
            return;
        }
    }
    if (key.kind == Kind::escape) return input_.clear();
    if (key.kind == Kind::enter) return run_input();
    if (key.kind == Kind::tab) {
        const bool slash = input_.starts_with('/');
        input_ = (slash ? "/" : "") + completed_command(input_.substr(slash ? 1 : 0));
        return;
    }
    if (!edit(input_, key)) menu_.key(key);
}

/// The slash may be left out: there are no moves here.
void LobbyView::run_input() {
    const std::string text = std::exchange(input_, "");
    commands_.run_line(text.substr(text.starts_with('/') ? 1 : 0));
}

void LobbyView::ask_code() {
    stack_.push(std::make_unique<InputView>(
        stack_, tr("Join or watch"), tr("The code, invitation or id of a table, or the id of a match."),
        [this](const std::string& code) {
            commands_.run(command::Join{code, ""});
        }));
}

void LobbyView::ask_chat() {
    stack_.push(std::make_unique<InputView>(stack_, tr("Chat"),
                                            tr("What you write is seen by all in the lobby."),
                                            [this](const std::string& text) { session_.chat(text); }));
}

void LobbyView::ask_name() {
    stack_.push(std::make_unique<InputView>(
        stack_, tr("Another name"),
        tr("A name that you had here before makes you that player again, any other a new guest."),
        [this](const std::string& name) { commands_.run(command::Name{name}); }));
}

void LobbyView::choose_leaders() {
    std::vector<Menu::Item> items;
    for (const GameCard& game : session_.games())
        items.push_back({line(game.name), [this, id = game.game] { commands_.run(command::Ratings{id}); }});
    stack_.push(
        std::make_unique<MenuView>(stack_, tr("The strongest players of which game?"), std::move(items)));
}

void LobbyView::ask_quit() {
    stack_.push(
        std::make_unique<MenuView>(stack_, tr("Quit?"),
                                   std::vector<Menu::Item>{{line(tr("Stay")), [this] { stack_.pop(); }},
                                                           {line(tr("Quit")), actions_.quit}}));
}

void LobbyView::enter(const RoomSummary& room) {
    if (room.room == session_.table().room) return actions_.open_table();
    if (!session_.leave_finished_table()) return;
    RoomJoin request;
    request.room = room.room;
    request.seat = free_chair(room) ? JoinSeat::any : JoinSeat::watch;
    session_.join({request}, "");
}

}  // namespace pentad::terminal
