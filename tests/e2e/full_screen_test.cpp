// The full screen as a person uses it, in a pseudo-terminal against the real server.

#include <gtest/gtest.h>
#include <signal.h>

#include "tests/support/fault_proxy.hpp"
#include "tests/support/screen_player.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/terminal_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

TerminalProcess::Start on(const ServerProcess& server, const std::string& name) {
    return {
        {"--ascii", "--server", server.url(), "--name", name}, (server.folder() / name).string(), 100, 40};
}

/// The games in the order of the menu.
std::vector<std::string> games_of(const ServerProcess& server) {
    std::vector<std::string> names;
    TestClient client = TestClient::guest(server.port());
    for (const auto& card : client.session().games) names.push_back(card.name);
    return names;
}

/// A game against the weakest computer, in which we begin.
void set_up(TerminalProcess& terminal, const std::string& game) {
    terminal.see("online as Ann");
    set_up_table(terminal, {{"Which game?", game}, {"Who begins?", "I do"}});
    terminal.see("Your move");
}

/// Plays by what is on the screen until the game is over.
void play_out(TerminalProcess& terminal) {
    std::uint64_t seed = 5;
    for (int turn = 1; terminal.see_any({"Game over. ", "Your move"}) == 1; ++turn) {
        play_move(terminal, find_move(terminal, seed), 2 * turn - 1);
        terminal.see_any({"Game over. ", " " + std::to_string(2 * turn) + ". "});
    }
}

TEST(FullScreen, PlaysEveryGameToItsEndByWhatIsOnTheScreen) {
    ServerProcess server;
    const auto games = games_of(server);
    ASSERT_FALSE(games.empty());
    for (std::size_t i = 0; i < games.size(); ++i) {
        SCOPED_TRACE(games[i]);
        TerminalProcess terminal(on(server, "Ann" + std::to_string(i)));
        set_up(terminal, games[i]);
        play_out(terminal);
        terminal.see(" won: ");
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

TEST(FullScreen, ShowsMoreTablesWhenAskedAndKeepsTheCursorOnItsOwn) {
    ServerProcess server({"--max-rooms-per-player", "100"});
    TestClient host = TestClient::guest(server.port(), "Zoe");
    protocol::RoomCreate create;
    create.game = host.session().games.front().game;
    for (int i = 0; i < 60; ++i) host.create(create);
    TerminalProcess terminal(on(server, "Ann"));
    terminal.see("online as Ann");
    terminal.see("60 tables");
    terminal.press("\x1b[F");
    terminal.see("> Show more tables (10 left)");
    // One more table: the row is another one, and the cursor is on it.
    host.create(create);
    terminal.see("> Show more tables (11 left)");
    terminal.press("\r");
    terminal.see_no_more("Show more tables");
    terminal.see("61 tables");
    EXPECT_EQ(host.lobby().rooms.size(), 61U);
}

TEST(FullScreen, PlaysByArrowsByClicksAndByPastedText) {
    ServerProcess server;
    TerminalProcess terminal(on(server, "Ann"));
    set_up(terminal, games_of(server).front());
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
    set_up(terminal, games_of(server).front());
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

}  // namespace
}  // namespace pentad::testing
