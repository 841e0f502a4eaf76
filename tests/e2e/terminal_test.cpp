// The terminal client as a person uses it: typed into and read from a pseudo-terminal.

#include <gtest/gtest.h>
#include <signal.h>

#include <sstream>

#include "tests/support/server_process.hpp"
#include "tests/support/terminal_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

/// The names of the games as `games` lists them: the ids in brackets.
std::vector<std::string> games_on_screen(TerminalProcess& terminal) {
    terminal.type("games");
    terminal.type("board");
    terminal.wait_for("There is no game here");
    std::vector<std::string> ids;
    std::istringstream screen(terminal.between());
    for (std::string line; std::getline(screen, line);) {
        const std::size_t open = line.find("  (");
        const std::size_t close = line.find(")  by ");
        if (open != std::string::npos && close != std::string::npos)
            ids.push_back(line.substr(open + 3, close - open - 3));
    }
    return ids;
}

/// REQUIRES: it is our turn. What `moves` lists.
std::vector<std::string> moves_on_screen(TerminalProcess& terminal) {
    terminal.type("moves");
    terminal.wait_for("Legal moves (");
    terminal.wait_for("):");
    const std::size_t count = std::stoul(terminal.between());
    terminal.wait_for("your move>");
    std::istringstream list(terminal.between());
    std::vector<std::string> moves;
    for (std::string move; list >> move;) moves.push_back(move);
    EXPECT_EQ(moves.size(), count);
    return moves;
}

/// Plays by what is on the screen until the game is over.
void play_out(TerminalProcess& terminal, std::uint64_t seed) {
    while (terminal.wait_for_any({"Your turn, ", "Game over. "}) == 0) {
        const auto moves = moves_on_screen(terminal);
        ASSERT_FALSE(moves.empty());
        terminal.type(moves[pick_index(seed, moves.size())]);
    }
}

TEST(Terminal, PlaysEveryGameToItsEndByWhatIsOnTheScreen) {
    ServerProcess server;
    TerminalProcess terminal(server.url(), server.folder().string(), {"--name", "Ann"});
    terminal.wait_for("as Ann");
    const auto games = games_on_screen(terminal);
    ASSERT_FALSE(games.empty());
    for (const std::string& game : games) {
        SCOPED_TRACE(game);
        terminal.type("create " + game + " --vs bot 1 --first me");
        play_out(terminal, 5);
        terminal.wait_for("\n");
        EXPECT_NE(terminal.between().find(": "), std::string::npos) << "the reason in words";
        terminal.type("leave");
        terminal.wait_for("You have left the table.");
    }
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_exit(), 0);
}

TEST(Terminal, ComesBackByItselfWhenTheServerIsKilledInTheMiddleOfAGame) {
    ServerProcess server;
    TerminalProcess terminal(server.url(), server.folder().string());
    terminal.wait_for("Connected");
    const std::string game = games_on_screen(terminal).front();
    terminal.type("create " + game + " --vs bot 1 --first me");
    std::uint64_t seed = 3;
    for (int i = 0; i < 2; ++i) {
        ASSERT_EQ(terminal.wait_for_any({"Your turn, ", "Game over. "}), 0U);
        const auto moves = moves_on_screen(terminal);
        terminal.type(moves[pick_index(seed, moves.size())]);
    }
    terminal.wait_for("Your turn, ");
    server.kill();
    terminal.wait_for("Reconnecting");
    server.start();
    terminal.wait_for("Back online.");
    terminal.type("board");
    play_out(terminal, seed);
    terminal.signal(SIGTERM);
    EXPECT_EQ(terminal.wait_for_exit(), 128 + SIGTERM);
}

TEST(Terminal, KeepsItsPlayerAndItsGameOverItsOwnRestart) {
    ServerProcess server;
    {
        TerminalProcess terminal(server.url(), server.folder().string(), {"--name", "Ann"});
        terminal.wait_for("as Ann");
        const std::string game = games_on_screen(terminal).front();
        terminal.type("create " + game + " --vs bot 1 --first me");
        terminal.wait_for("Your turn, ");
        terminal.signal(SIGKILL);
        EXPECT_EQ(terminal.wait_for_exit(), 128 + SIGKILL);
    }
    TerminalProcess terminal(server.url(), server.folder().string());
    terminal.wait_for("as Ann");
    terminal.wait_for("Your turn, ");
    terminal.type("resign");
    terminal.wait_for("y/n");
    terminal.type("y");
    terminal.wait_for("by resignation");
}

TEST(Terminal, LetsTwoPeopleMeetByACodeAndPlayAgain) {
    ServerProcess server;
    TerminalProcess host(server.url(), (server.folder() / "host").string(), {"--name", "Ann"});
    TerminalProcess guest(server.url(), (server.folder() / "guest").string(), {"--name", "Bob"});
    host.wait_for("as Ann");
    guest.wait_for("as Bob");
    host.type("create");
    host.wait_for("Which game?");
    host.type("back");
    host.wait_for("No new table.");
    host.type("create " + games_on_screen(host).front() + " --first me");
    host.wait_for("join ");
    host.wait_for("\n");
    guest.type("join " + host.between());
    host.wait_for("Bob sits down.");
    host.wait_for("Your turn, ");
    guest.wait_for("to move.");
    guest.type("moves");
    guest.wait_for("It is not your turn.");
    const auto moves = moves_on_screen(host);
    host.type("nonsense");
    host.wait_for("neither a command nor a move");
    host.type(moves.front());
    guest.wait_for("played " + moves.front());
    guest.wait_for("Your turn, ");
    guest.type("resign");
    guest.wait_for("y/n");
    guest.type("y");
    host.wait_for("You win!");
    host.type("rematch");
    guest.wait_for("offered a rematch");
    guest.type("rematch");
    guest.wait_for("Your turn, ");
    // With --plain nothing but text arrives.
    EXPECT_EQ(guest.raw().find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace pentad::testing
