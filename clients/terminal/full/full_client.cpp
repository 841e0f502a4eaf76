#include "clients/terminal/full/full_client.hpp"

#include <algorithm>
#include <utility>

#include "clients/terminal/full/setup_view.hpp"
#include "clients/terminal/model/export_record.hpp"
#include "clients/terminal/net/refusal_words.hpp"
#include "clients/terminal/replay/replay_view.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

Text keys_help(const Place& place) {
    Text text;
    for (const auto& [key, meaning] : std::vector<std::pair<std::string, std::string>>{
             {tr("Arrows"), tr("move over the board or through a menu")},
             {tr("Enter, click"), tr("choose the square or the item")},
             {tr("Space"), tr("choose the square")},
             {tr("Letters, digits"),
              tr("type a move, or its squares in any form: a8, 8a and 8 _ a mean the same")},
             {tr("Tab"), tr("goes on with what all moves that begin like this have in common")},
             {tr("Backspace"), tr("takes back the last letter or square")},
             {tr("Esc"), tr("clears what is typed or chosen; then opens the menu; in menus it goes back")},
             {"F1, ?", tr("this help")},
             {"F2", tr("the menu")},
             {"F3", tr("turn the board round")},
             {"F4", tr("square or diamond")},
             {"F5", tr("write to those who are here")},
             {tr("PgUp, PgDn, Home, End"), tr("look back through the game, and at what is on the board now")},
             {"/", tr("a command of the list below, such as /resign; it works in menus too")},
             {tr("Ctrl-L, Ctrl-Z, Ctrl-C"), tr("draw again, go to the shell for a while, end")}}) {
        std::string name = key;
        do name += ' ';
        while (columns(name) < 24);
        text.push_back({{name + meaning}});
    }
    text.push_back({});
    text.push_back(
        line(tr("On the board: >x< is where you are, (x) what you chose, :x: where it may go on, [x] the "
                "last move. A digit behind a piece is the height of its stack.")));
    text.push_back({});
    text.push_back(line(tr("Commands that can be used here:"), Tone::strong));
    for (const CommandUsage& usage : commands_at(place)) {
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
      actions_(make_actions()),
      session_(io, std::move(settings.session), *this),
      stage_(io, std::move(settings.look), [this] { stop(ExitCode::done); }),
      commands_(stage_, session_, actions_) {}

FullActions FullClient::make_actions() {
    FullActions actions;
    actions.quit = [this] { stop(ExitCode::done); };
    actions.new_table = [this] { new_table(); };
    actions.create = [this](const command::Create& wanted) { create(wanted); };
    actions.open_table = [this] { open_table(); };
    actions.to_lobby = [this] { to_lobby(); };
    actions.help = [this] { show_help(); };
    actions.set_theme = [this](const std::string& name) { set_theme(name); };
    actions.set_pace = [this](std::chrono::milliseconds pause) { set_pace(pause); };
    actions.tell = [this](const std::string& text) { answer(text, false); };
    actions.forget_answer = [this] { told_.answer = {}; };
    actions.at_home = own_server_ != nullptr;
    return actions;
}

void FullClient::start() {
    stage_.push(std::make_unique<LobbyView>(stage_, session_, actions_, told_, commands_));
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
        const std::string welcome = own_server_ != nullptr ? tr("Your games are kept on this computer.")
                                                           : tr("Connected to {}.", session_.server().text());
        said(line(first ? welcome : tr("Back online.")));
        if (!watch_.empty()) session_.watch(std::exchange(watch_, ""));
    } else {
        tell_news(link.was_online ? tr("Connection lost ({}). Reconnecting...", as_clause(link.why))
                                  : tr("Cannot reach {}: {}.", session_.server().text(), as_clause(link.why)),
                  true);
    }
}

void FullClient::dismissed(const std::string& why) {
    farewell_ = tr("The server has ended the connection: {}", why);
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
            ? tr(" You are {}.", session_.sides()[static_cast<std::size_t>(engine::index(mine.front()))])
            : "";
    tell_news(tr("The game begins.{}", you), false);
}

void FullClient::moved(const MatchMoved& move) {
    said(line(tr("{}. {} played {}{}", std::to_string(move.ply), session_.side_and_player(move.seat),
                 move.move, (move.automatic ? tr(" (chosen by the server).") : "."))));
}

void FullClient::position_changed() {
    if (table_ != nullptr) table_->position_changed();
}

void FullClient::match_ended() {
    const Result& result = *session_.table().match->now().result;
    const auto mine = session_.my_seats();
    std::string text = tr("Game over. {}", result_words(result, session_.game()));
    if (mine.size() == 1 && result.winner)
        text += *result.winner == mine.front() ? tr(" You win!") : tr(" You lose.");
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
    auto view = std::make_unique<TableView>(stage_, session_, actions_, told_, commands_, io_, own_server_);
    table_ = view.get();
    away_ = false;
    stage_.push(std::move(view));
}

void FullClient::create(const command::Create& create) {
    if (create.game.empty()) return new_table();
    if (create.pace && own_server_ != nullptr) own_server_->set_pace(*create.pace);
    session_.create(create);
}

void FullClient::new_table() {
    if (session_.games().empty())
        return complained(tr("There is no connection yet, or the server has no games."));
    const auto ask = [this](const BotList& bots) {
        stage_.push(std::make_unique<SetupView>(
            stage_,
            CreateForm(session_.games(),
                       {own_server_ != nullptr, session_.me().name, session_.time_limits(), bots.bots}),
            [this](const command::Create& wanted) { create(wanted); }));
    };
    if (own_server_ != nullptr) return ask({});
    const View* below = stage_.top();
    session_.external_bots([this, ask, below](const BotList& bots) {
        // The person may have gone elsewhere meanwhile.
        if (stage_.top() == below) ask(bots);
    });
}

void FullClient::set_theme(const std::string& name) {
    auto theme = find_theme(name, theme_folder());
    if (!theme) return answer(theme.error(), true);
    stage_.set_theme(std::move(*theme));
    answer(tr("The colours are those of {} now.", name), false);
}

void FullClient::set_pace(std::chrono::milliseconds pause) {
    if (own_server_ == nullptr) return answer(tr("The speed can be set in local games only."), true);
    own_server_->set_pace(pause);
    answer(tr("Computers now pause for {} ms between moves.", std::to_string(pause.count())), false);
}

void FullClient::password_wanted(const RoomJoin& request) {
    stage_.push(std::make_unique<InputView>(stage_, tr("Password"), tr("This table has a password."),
                                            [this, request](const std::string& password) {
                                                RoomJoin with = request;
                                                with.password = password;
                                                session_.join({with}, "");
                                            }));
}

void FullClient::show_help() {
    stage_.push(
        std::make_unique<TextView>(stage_, tr("Help"), keys_help(session_.place(own_server_ != nullptr))));
}

}  // namespace pentad::terminal
