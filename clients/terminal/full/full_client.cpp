#include "clients/terminal/full/full_client.hpp"

#include <algorithm>
#include <utility>

#include "clients/terminal/full/setup_view.hpp"
#include "clients/terminal/model/export_record.hpp"
#include "clients/terminal/model/room_plan.hpp"
#include "clients/terminal/net/refusal_words.hpp"
#include "clients/terminal/replay/replay_view.hpp"
#include "clients/terminal/text/words.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

Text keys_help() {
    Text text;
    for (const auto& [key, meaning] : std::vector<std::pair<std::string, std::string>>{
             {"Arrows", "move over the board or through a menu"},
             {"Enter, Space, click", "choose the square or the item"},
             {"Letters, digits", "type a move, or its squares in any form: a8, 8a and 8 _ a mean the same"},
             {"Tab", "goes on with what all moves that begin like this have in common"},
             {"Backspace", "takes back the last letter or square"},
             {"Esc", "clears what is typed or chosen; then opens the menu; in menus it goes back"},
             {"F1, ?", "this help"},
             {"F2", "the menu"},
             {"F3", "turn the board round"},
             {"F4", "square or diamond"},
             {"F5", "write to those who are here"},
             {"/", "a command of the list below, such as /resign"},
             {"Ctrl-L, Ctrl-Z, Ctrl-C", "draw again, go to the shell for a while, end"}}) {
        std::string name = key;
        name.resize(std::max<std::size_t>(name.size() + 1, 24), ' ');
        text.push_back({{name + meaning}});
    }
    text.push_back({});
    text.push_back(
        line("On the board: >x< is where you are, (x) what you chose, :x: where it may go on, [x] the last "
             "move. A digit behind a piece is the height of its stack."));
    text.push_back({});
    for (const CommandUsage& usage : command_usages()) {
        std::string name = "/" + usage.name + (usage.arguments.empty() ? "" : " " + usage.arguments);
        name.resize(std::max<std::size_t>(name.size() + 1, 24), ' ');
        text.push_back({{name + usage.purpose}});
    }
    return text;
}

}  // namespace

FullClient::FullClient(boost::asio::io_context& io, Settings settings, std::function<void(ExitCode)> quit)
    : io_(io),
      watch_(std::move(settings.watch)),
      own_server_(settings.own_server),
      quit_(std::move(quit)),
      actions_{[this] { stop(ExitCode::done); }, [this] { new_table(); },
               [this] { open_table(); },         [this] { to_lobby(); },
               [this] { show_help(); },          [this](const std::string& text) { answer(text, false); },
               [this] { told_.answer = {}; },    own_server_ != nullptr},
      session_(io, std::move(settings.session), *this),
      stage_(io, std::move(settings.look), [this] { stop(ExitCode::done); }) {}

void FullClient::start() {
    stage_.push(std::make_unique<LobbyView>(stage_, session_, actions_, told_));
    stage_.start();
    session_.follow_lobby();
    session_.start();
}

void FullClient::stop(ExitCode code) {
    if (std::exchange(stopping_, true)) return;
    session_.stop([this, code] { quit_(code); });
}

void FullClient::tell_news(std::string text, bool complaint) {
    told_ = {{std::move(text), complaint}, {}};
    stage_.redraw();
}

void FullClient::answer(std::string text, bool complaint) {
    told_.answer = {std::move(text), complaint};
    stage_.redraw();
}

void FullClient::said(Line line) {
    std::string text;
    for (const Span& span : line) text += span.text;
    tell_news(std::move(text), false);
}

void FullClient::complained(const std::string& text) { answer(text, true); }

void FullClient::link_changed(bool first) {
    const LinkState& link = session_.link();
    if (link.online) {
        const std::string welcome = own_server_ != nullptr ? "Your games are kept on this computer."
                                                           : "Connected to " + session_.server().text() + ".";
        said(line(first ? welcome : "Back online."));
        if (!watch_.empty()) session_.watch(std::exchange(watch_, ""));
    } else {
        tell_news(link.was_online
                      ? "Connection lost (" + as_clause(link.why) + "). Reconnecting..."
                      : "Cannot reach " + session_.server().text() + ": " + as_clause(link.why) + ".",
                  true);
    }
}

void FullClient::dismissed(const std::string& why) {
    farewell_ = "The server has ended the connection: " + why;
    stop(ExitCode::dismissed);
}

void FullClient::match_began() {
    away_ = false;
    position_changed();
    // What was said before belongs to the game before.
    if (session_.table().match->now().ply > 0) return;
    const auto mine = session_.my_seats();
    const std::string you =
        mine.size() == 1
            ? " You are " + session_.sides()[static_cast<std::size_t>(engine::index(mine.front()))] + "."
            : "";
    tell_news("The game begins." + you, false);
}

void FullClient::moved(const MatchMoved& move) {
    said(line(std::to_string(move.ply) + ". " + session_.side_and_player(move.seat) + " played " + move.move +
              (move.automatic ? " (chosen by the server)." : ".")));
}

void FullClient::position_changed() {
    if (table_ != nullptr) table_->position_changed();
}

void FullClient::match_ended() {
    const Result& result = *session_.table().match->now().result;
    const auto mine = session_.my_seats();
    std::string text = "Game over. " + result_words(result, session_.sides());
    if (mine.size() == 1 && result.winner)
        text += *result.winner == mine.front() ? " You win!" : " You lose.";
    said(line(text));
}

void FullClient::record_opened(const std::string& text) {
    auto game = read_game_line(text);
    if (!game) return complained(game.error());
    const std::string match = game->record.match;
    stage_.push(std::make_unique<ReplayView>(
        stage_, std::move(*game), [this] { stage_.pop(); },
        [this, match](const std::string& file, const ReplayView::Exported& done) {
            export_record(io_, session_.server(), match, file, done);
        }));
}

/// The table is on the stage as long as we are at one and have not gone to the lobby meanwhile.
void FullClient::changed() {
    const bool at_table = !session_.table().empty();
    if (at_table && table_ == nullptr && !away_) open_table();
    if (!at_table) {
        if (table_ != nullptr) to_lobby();
        away_ = false;
    }
    if (stage_.top() != nullptr) stage_.top()->changed();
    stage_.redraw();
}

void FullClient::to_lobby() {
    if (table_ == nullptr) return;
    stage_.pop_to(*table_);
    stage_.pop();
    table_ = nullptr;
    away_ = true;
}

void FullClient::open_table() {
    if (table_ != nullptr) return stage_.pop_to(*table_);
    auto view = std::make_unique<TableView>(stage_, session_, actions_, told_, io_, own_server_);
    table_ = view.get();
    away_ = false;
    stage_.push(std::move(view));
}

void FullClient::new_table() {
    if (session_.games().empty())
        return complained("There is no connection yet, or the server has no games.");
    stage_.push(std::make_unique<SetupView>(
        stage_,
        CreateForm(session_.games(), own_server_ != nullptr, session_.me().name, session_.time_limits()),
        [this](const command::Create& create) {
            auto request = plan_room(session_.games(), session_.time_limits(), create);
            if (!request) return complained(request.error());
            if (!session_.leave_finished_table()) return;
            if (create.pace && own_server_ != nullptr) own_server_->set_pace(*create.pace);
            session_.create(std::move(*request));
        }));
}

void FullClient::show_help() { stage_.push(std::make_unique<TextView>(stage_, "Help", keys_help())); }

}  // namespace pentad::terminal
