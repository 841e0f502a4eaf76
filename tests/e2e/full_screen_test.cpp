// The full screen as a person uses it, in a pseudo-terminal against the real server.

#include <gtest/gtest.h>
#include <signal.h>

#include <optional>
#include <regex>
#include <sstream>

#include "tests/support/fault_proxy.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/terminal_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

TerminalProcess::Start on(const ServerProcess& server, const std::string& name) {
    return {
        {"--ascii", "--server", server.url(), "--name", name}, (server.folder() / name).string(), 100, 40};
}

std::vector<std::string> rows_of(const std::string& text) {
    std::vector<std::string> rows;
    std::istringstream in(text);
    for (std::string row; std::getline(in, row);) rows.push_back(row);
    return rows;
}

/// The games in the order of the menu.
std::vector<std::string> games_of(const ServerProcess& server) {
    std::vector<std::string> names;
    TestClient client = TestClient::guest(server.port());
    for (const auto& card : client.session().games) names.push_back(card.name);
    return names;
}

/// Through the menus to a game against the weakest computer, in which we begin.
void set_up(TerminalProcess& terminal, std::size_t game) {
    terminal.see("online as Ann");
    terminal.see("> New table");
    terminal.press("\r");
    terminal.see("Which game?");
    for (std::size_t i = 0; i < game; ++i) terminal.press("\x1b[B");
    terminal.press("\r");
    const std::vector<std::string> questions{"Which board?", "Which rules?", "Against whom?",
                                             "How strong?",  "Who begins?",  "Which clock?"};
    for (;;) {
        const std::size_t asked = terminal.see_any(questions);
        terminal.press(asked == 4 ? "\x1b[B\r" : "\r");
        if (asked == 5) return terminal.see("Your move");
        terminal.see_no_more(questions[asked]);
    }
}

/// The moves that the screen shows behind "N moves go on like this:"; none while it does not show them all.
std::optional<std::vector<std::string>> shown_moves(const std::string& screen) {
    const auto rows = rows_of(screen);
    const std::string mark = " go on like this:";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t end = rows[i].find(mark);
        if (end == std::string::npos) continue;
        // "12 moves": two words before the mark.
        std::size_t left = rows[i].rfind(' ', end - 1);
        left = rows[i].rfind(' ', left - 1) + 1;
        std::size_t missing = std::stoul(rows[i].substr(left));
        std::vector<std::string> moves;
        for (std::size_t j = i + 1; missing > 0 && j < rows.size() && rows[j].size() > left; ++j) {
            std::istringstream words(rows[j].substr(left));
            for (std::string move; words >> move;) {
                if (move.starts_with('+')) return moves;  // and so many more
                moves.push_back(move);
                --missing;
            }
        }
        if (missing == 0) return moves;
    }
    return std::nullopt;
}

/// A move as somebody finds it who sees nothing but the screen: begins to type, and takes one of those that
/// are offered.
std::string find_move(TerminalProcess& terminal, std::uint64_t& seed) {
    std::vector<std::string> moves;
    for (char letter = 'a'; letter <= 't' && moves.empty(); ++letter) {
        terminal.press(std::string(1, letter));
        terminal.see(std::string("> ") + letter);
        terminal.see_when(
            [&](const VirtualScreen& screen) {
                const auto shown = shown_moves(screen.text());
                moves = shown.value_or(std::vector<std::string>{});
                return shown.has_value();
            },
            "all moves");
        terminal.press("\x7f");
        terminal.see_no_more(" go on like this:");
    }
    if (moves.empty()) throw std::runtime_error("No move is shown:\n" + terminal.screen().text());
    return moves[pick_index(seed, moves.size())];
}

/// Plays by what is on the screen until the game is over.
void play_out(TerminalProcess& terminal) {
    std::uint64_t seed = 5;
    for (int turn = 1; terminal.see_any({"Game over. ", "Your move"}) == 1; ++turn) {
        const std::string move = find_move(terminal, seed);
        terminal.type(move);
        // What was typed may be the start of longer moves too; the last square again plays it.
        const auto told = [](int ply) { return " " + std::to_string(ply) + ". "; };
        if (terminal.see_any({"again for " + move, "Game over. ", told(2 * turn - 1)}) == 0)
            terminal.press("\r");
        terminal.see_any({"Game over. ", told(2 * turn)});
    }
}

TEST(FullScreen, PlaysEveryGameToItsEndByWhatIsOnTheScreen) {
    ServerProcess server;
    const auto games = games_of(server);
    ASSERT_FALSE(games.empty());
    for (std::size_t i = 0; i < games.size(); ++i) {
        SCOPED_TRACE(games[i]);
        TerminalProcess terminal(on(server, "Ann" + std::to_string(i)));
        set_up(terminal, i);
        play_out(terminal);
        terminal.see(" wins: ");
        EXPECT_EQ(terminal.screen().unknown(), "");
        terminal.press("\x03");
        EXPECT_EQ(terminal.wait_for_exit(), 0);
        EXPECT_FALSE(terminal.screen().is_alternate());
    }
}

TEST(FullScreen, GoesBackFromEveryMenu) {
    ServerProcess server;
    TerminalProcess terminal(on(server, "Ann"));
    terminal.see("online as Ann");
    terminal.press("\r");
    terminal.see("Which game?");
    terminal.press("\r");
    terminal.see_no_more("Which game?");
    terminal.press("\x1b");
    terminal.see("Which game?");
    terminal.press("\x1b");
    terminal.see("> New table");
    terminal.press("\x1bOP");
    terminal.see("draw again");
    terminal.press("\x1b");
    terminal.see("> New table");
    terminal.press("\x1b");
    terminal.see("Quit?");
    terminal.press("\x1b");
    terminal.see("> New table");
    terminal.press("\x1b");
    terminal.see("Quit?");
    terminal.press("q\r");
    EXPECT_EQ(terminal.wait_for_exit(), 0);
}

TEST(FullScreen, PlaysByArrowsByClicksAndByPastedText) {
    ServerProcess server;
    TerminalProcess terminal(on(server, "Ann"));
    set_up(terminal, 0);
    // The first arrow shows where the cursor is; from there it goes one square a key.
    terminal.press("\x1b[A");
    terminal.see("[e5]");
    terminal.press("\x1b[D\x1b[B");
    terminal.see("[d4]");
    // A click into the middle of the lowest left square: labels, the frame, then the square.
    std::uint64_t seed = 1;
    const std::string move = find_move(terminal, seed);
    terminal.press("\x1b[200~" + move + "\x1b[201~");
    terminal.see("> " + move);
    terminal.press("\x1b");
    terminal.see_no_more("> " + move);
    const auto rows = rows_of(terminal.screen().text());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (!rows[row].starts_with("   1 ") && !rows[row].starts_with("  1 ")) continue;
        const std::size_t bar = rows[row].find('|');
        const std::string at = ";" + std::to_string(bar + 3) + ";" + std::to_string(row + 1);
        terminal.press("\x1b[<0" + at + "M\x1b[<0" + at + "m");
        break;
    }
    terminal.see("[a1]");
}

TEST(FullScreen, GivesTheTerminalBackHoweverItEnds) {
    ServerProcess server;
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGABRT, SIGBUS, SIGQUIT}) {
        SCOPED_TRACE(number);
        TerminalProcess terminal(on(server, "Ann"));
        terminal.see("online as Ann");
        EXPECT_TRUE(terminal.screen().is_alternate());
        EXPECT_FALSE(terminal.is_cooked());
        terminal.signal(number);
        EXPECT_EQ(terminal.wait_for_exit(), 128 + number);
        EXPECT_FALSE(terminal.screen().is_alternate());
        EXPECT_TRUE(terminal.screen().has_cursor());
        EXPECT_FALSE(terminal.screen().reports_mouse());
        EXPECT_TRUE(terminal.is_cooked());
    }
}

TEST(FullScreen, ComesBackByItselfWhenTheServerIsKilledInTheMiddleOfAGame) {
    ServerProcess server;
    TerminalProcess terminal(on(server, "Ann"));
    set_up(terminal, 0);
    std::uint64_t seed = 3;
    terminal.type(find_move(terminal, seed));
    terminal.see(" 2. ");
    server.kill();
    terminal.see("offline");
    terminal.resize(80, 24);
    terminal.see("Reconnecting");
    server.start();
    terminal.see("online as Ann");
    terminal.see("Back online.");
    terminal.see("Your move");
    terminal.type(find_move(terminal, seed));
    terminal.see_any({" 4. ", "Game over. "});
}

TEST(FullScreen, ShowsNoControlSequenceOfAServerThatLies) {
    ServerProcess server;
    FaultProxy liar(server.port());
    Faults faults;
    // A name and a line of the chat become sequences that would clear the screen and set colours and title.
    faults.forged = {{"Hostile_A", "\\u001b[2J"}, {"0123456789", "\\u001b[31m"}};
    liar.next(faults);
    const std::string url = "ws://127.0.0.1:" + std::to_string(liar.port()) + "/ws";
    TestClient other = TestClient::guest(server.port(), "Hostile_A");
    TerminalProcess terminal(
        {{"--server", url, "--name", "Ann"}, (server.folder() / "ann").string(), 80, 24});
    terminal.see("online as Ann");
    other.request<protocol::Empty>(protocol::ChatSend{protocol::ChatChannel::lobby, "0123456789 hello"});
    terminal.see("[31m hello");
    terminal.see("[2J: ");
    EXPECT_EQ(terminal.raw().find("\x1b[31m hello"), std::string::npos);
    EXPECT_EQ(terminal.screen().unknown(), "");
    terminal.see("Pentad - Lobby");
}

TEST(FullScreen, ObeysNoColor) {
    ServerProcess server;
    auto start = on(server, "Ann");
    start.environment = {{"NO_COLOR", "1"}};
    TerminalProcess terminal(start);
    terminal.see("online as Ann");
    const std::regex colour("\x1b\\[[0-9;]*[34][0-9][0-9;]*m");
    EXPECT_FALSE(std::regex_search(terminal.raw(), colour));
    start.environment = {};
    TerminalProcess other(start);
    other.see("online as Ann");
    EXPECT_TRUE(other.screen().shows("> New table"));
}

TEST(Local, GoesOnWhereItWasAfterARestart) {
    TemporaryFolder folder;
    const TerminalProcess::Start start{
        {"local", "--name", "Ann", "--ascii"}, folder.path().string(), 100, 40};
    {
        TerminalProcess terminal(start);
        set_up(terminal, 0);
        std::uint64_t seed = 3;
        terminal.type(find_move(terminal, seed));
        terminal.see(" 2. ");
        terminal.signal(SIGTERM);
        EXPECT_EQ(terminal.wait_for_exit(), 128 + SIGTERM);
    }
    TerminalProcess terminal(start);
    terminal.see(" 2. ");
    terminal.see("Your move");
    terminal.type("/evaluate");
    terminal.see("Evaluation for ");
    terminal.type("/hint");
    // On a busy machine none may be found in time.
    terminal.see_any({"Hint: ", "not available"});
    terminal.type("/takeback");
    terminal.see("none yet");
    terminal.type("/resign");
    terminal.see("Give up this game?");
    terminal.press("g\r");
    terminal.see("by resignation");
    const std::string file = (folder.path() / "game.json").string();
    terminal.type("/export " + file);
    terminal.see("The record is in ");
    TerminalProcess replay({{"replay", file, "--ascii"}, folder.path().string(), 80, 24});
    replay.see("Replay: ");
    replay.press("\x1b[C");
    replay.see("> 1. ");
}

}  // namespace
}  // namespace pentad::testing
