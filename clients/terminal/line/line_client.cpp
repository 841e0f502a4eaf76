#include "clients/terminal/line/line_client.hpp"

#include <utility>

#include "clients/terminal/net/refusal_words.hpp"
#include "clients/terminal/replay/replay_view.hpp"
#include "clients/terminal/text/board_text.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

/// A script waits about a minute for a server that restarts, and a few seconds for one that never was there.
constexpr int script_attempts = 20;
constexpr int script_first_attempts = 5;

bool is_move_or_wait(const Command& command) {
    return std::holds_alternative<command::Move>(command) || std::holds_alternative<command::Wait>(command);
}

bool works_offline(const Command& command) {
    return std::holds_alternative<command::Quit>(command) || std::holds_alternative<command::Help>(command);
}

}  // namespace

LineClient::LineClient(boost::asio::io_context& io, Settings settings, Screen& screen,
                       std::function<void(ExitCode)> quit)
    : unicode_(settings.unicode),
      watch_(std::move(settings.watch)),
      own_server_(settings.own_server),
      io_(io),
      screen_(screen),
      quit_(std::move(quit)),
      session_(io, std::move(settings.session), *this) {}

void LineClient::link_changed(bool first) {
    const LinkState& link = session_.link();
    if (link.online) {
        if (!first) return said({{tr("Back online."), Tone::good}});
        said({{own_server_ != nullptr ? tr("Your games are kept on this computer. You are ")
                                      : tr("Connected to {} as ", session_.server().text())},
              {session_.me().name, Tone::strong},
              {tr(". \"help\" lists the commands.")}});
        if (!watch_.empty()) session_.watch(std::exchange(watch_, ""));
        return;
    }
    if (link.attempt == 1)
        said({{link.was_online ? tr("Connection lost ({}). Reconnecting...", as_clause(link.why))
                               : tr("Cannot reach {}: {}. Trying again...", session_.server().text(),
                                    as_clause(link.why)),
               Tone::bad}});
    const int limit = link.was_online ? script_attempts : script_first_attempts;
    if (!screen_.interactive() && link.attempt >= limit) stop(ExitCode::unreachable);
}

void LineClient::password_wanted(const RoomJoin&) {
    complained(tr("This table has a password. Say join and its code, and --password and the password."));
}

void LineClient::dismissed(const std::string& why) {
    said({{tr("The server has ended the connection: {}", why), Tone::bad}});
    stop(ExitCode::dismissed);
}

void LineClient::complained(const std::string& text) {
    // What was not answered before the goodbye is nobody's business any more.
    if (stopping_) return;
    command_failed_ = true;
    said({{text, Tone::bad}});
}

void LineClient::match_began() {
    flipped_by_hand_ = false;
    const MatchSnapshot& now = session_.table().match->now();
    const GameCard* game = session_.card(now.game);
    Line title{{game ? game->name : now.game, Tone::strong},           {": "},
               {session_.side_and_player(Side::first), Tone::first},   {tr(" against ")},
               {session_.side_and_player(Side::second), Tone::second}, {"."}};
    const auto mine = session_.my_seats();
    if (mine.size() == 1) {
        const auto index = static_cast<std::size_t>(engine::index(mine.front()));
        title.push_back({tr(" You are {}.", session_.sides()[index]), Tone::strong});
    }
    said(std::move(title));
    if (game) screen_.print(legend(now.board, game->kinds, game->sides));
}

void LineClient::moved(const MatchMoved& move) {
    said({{std::to_string(move.ply) + ". "},
          {session_.side_and_player(move.seat), move.seat == Side::first ? Tone::first : Tone::second},
          {tr(" played ")},
          {move.move, Tone::strong},
          {move.automatic ? tr(" (chosen by the server).") : "."}});
}

void LineClient::show_board() {
    const MatchSnapshot& now = session_.table().match->now();
    print_board(now.pieces, now.last_move ? now.last_move->move : "");
}

void LineClient::print_board(const std::vector<engine::Piece>& pieces, const std::string& last_move) {
    const MatchSnapshot& now = session_.table().match->now();
    const GameCard* game = session_.card(now.game);
    const auto mine = session_.my_seats();
    const bool second = mine.size() == 1 && mine.front() == Side::second;
    BoardLook look{unicode_, second != flipped_by_hand_, {}};
    if (!last_move.empty()) look.marked = path_of(last_move);
    screen_.print(board_text(now.board, pieces, game ? game->kinds : std::vector<engine::PieceKind>{}, look));
}

void LineClient::position_changed() {
    picked_.clear();
    const MatchView& match = *session_.table().match;
    show_board();
    if (match.over()) return;
    const std::string clock = clock_words(match.now().clock);
    const std::string tail = clock.empty() ? "" : "  [" + clock + "]";
    const auto mover = static_cast<std::size_t>(engine::index(match.now().to_move));
    if (session_.my_turn())
        said({{tr("Your turn, {}: ", session_.sides()[mover]), Tone::good},
              {tr("{} (\"moves\" lists them).{}", counted(match.legal().size(), "legal move"), tail)}});
    else
        said(line(tr("{} to move.{}", session_.side_and_player(match.now().to_move), tail), Tone::faint));
}

void LineClient::match_ended() {
    picked_.clear();
    asked_ = nullptr;
    const auto mine = session_.my_seats();
    const Result& result = *session_.table().match->now().result;
    Line told{{tr("Game over. "), Tone::strong}, {result_words(result, session_.game()), Tone::strong}};
    if (mine.size() == 1 && result.winner)
        told.push_back({*result.winner == mine.front() ? tr(" You win!") : tr(" You lose."),
                        *result.winner == mine.front() ? Tone::good : Tone::bad});
    said(std::move(told));
    if (!mine.empty()) said(line(tr("\"rematch\" plays again, \"leave\" leaves the table."), Tone::faint));
}

void LineClient::record_opened(const std::string& text) {
    const auto game = read_game_line(text);
    if (!game) return complained(game.error());
    screen_.print(replay_text(*game, unicode_));
}

void LineClient::typed(std::string text) {
    screen_.entered();
    lines_.push_back(std::move(text));
    run_lines();
}

void LineClient::end_of_input() {
    input_ended_ = true;
    if (screen_.interactive()) return stop(ExitCode::done);
    run_lines();
}

/// A person's line waits for the answer to the one before; a script's move waits for its turn too.
bool LineClient::may_run(const Command& command) const {
    const bool online = session_.link().online;
    const bool asks = session_.busy() || fetching_ > 0;
    if (works_offline(command)) return screen_.interactive() || !online || !asks;
    if (screen_.interactive()) return !session_.busy() || session_.move_on_its_way() || !online;
    if (!online || asks || session_.about_to_start()) return false;
    if (!is_move_or_wait(command)) return true;
    const Table& table = session_.table();
    if (table.playing()) return session_.my_turn();
    const bool waits_for_somebody =
        session_.seeking() || (table.snapshot && table.snapshot->summary.state == RoomState::open);
    return !waits_for_somebody;
}

void LineClient::run_lines() {
    while (!stopping_ && !lines_.empty()) {
        const auto command = read_command(lines_.front());
        if (!may_run(command ? *command : Command{command::Nothing{}})) break;
        const std::string text = std::move(lines_.front());
        lines_.pop_front();
        if (screen_.interactive() && !session_.link().online && command && !works_offline(*command)) {
            complained(
                tr("There is no connection just now; it comes back by itself. \"quit\" ends the program."));
            continue;
        }
        answer_line(text);
    }
    if (screen_.broken()) stop(ExitCode::done);
    if (stopping_) return;
    const bool settled = !session_.busy() && fetching_ == 0 && session_.link().online && watch_.empty();
    if (input_ended_ && lines_.empty() && settled)
        return stop(command_failed_ ? ExitCode::command_failed : ExitCode::done);
    prompt();
}

void LineClient::stop(ExitCode code) {
    if (std::exchange(stopping_, true)) return;
    screen_.finish();
    session_.stop([this, code] { quit_(code); });
}

void LineClient::prompt() {
    std::string text = "pentad";
    if (form_)
        text = "answer";
    else if (asked_)
        text = "y/n";
    else if (!session_.link().online)
        text = "offline";
    else if (session_.my_turn())
        text = tr("your move");
    screen_.prompt(text);
}

}  // namespace pentad::terminal
