// What is typed on the full screen goes to one command line, from wherever one is, and nothing that cannot be
// taken back happens without a question.

#include <gtest/gtest.h>

#include "tests/support/screen_player.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/terminal_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;

constexpr const char* down = "\x1b[B";
constexpr const char* page_up = "\x1b[5~";
constexpr const char* page_down = "\x1b[6~";

TerminalProcess::Start on(const ServerProcess& server, const std::string& name) {
    return {
        {"--ascii", "--server", server.url(), "--name", name}, (server.folder() / name).string(), 100, 40};
}

/// Ann, who has typed the whole of a new table in the lobby and begins.
struct AtATable {
    ServerProcess server;
    TerminalProcess ann{on(server, "Ann")};
    const std::string game = TestClient::guest(server.port()).session().games.front().game;

    AtATable() {
        ann.see("online as Ann");
        ann.type("/create " + game + " --vs bot 1 --first me");
        ann.see("Your move");
    }
    std::string some_move() {
        std::uint64_t seed = 3;
        return find_move(ann, seed);
    }
    /// The question stands there; what is typed does not answer it, Enter says no.
    void say_no(const std::string& question) {
        ann.see(question);
        ann.press("yag\r");
        ann.see("Your move");
        EXPECT_FALSE(ann.screen().shows("Game over")) << ann.screen().text();
    }
};

TEST(TypedText, IsACommandInTheLobbyAndChangesNoName) {
    AtATable table;
    EXPECT_TRUE(table.ann.screen().shows("online as Ann")) << table.ann.screen().text();
    EXPECT_TRUE(table.ann.screen().shows("computer, level 1"));
}

TEST(TypedText, IsAMoveAtTheTableWhenTheMenuIsOpen) {
    AtATable table;
    const std::string move = table.some_move();
    table.ann.press("\x1b");
    table.ann.see("> Back");
    table.ann.press(move.substr(0, 1));
    table.ann.see_no_more("> Back");
    table.ann.press("\x7f");
    play_move(table.ann, move, 1);
    table.ann.see(" 2. ");
    EXPECT_FALSE(table.ann.screen().shows("called off")) << table.ann.screen().text();
}

TEST(TypedText, BehindASlashIsACommandInEveryMenu) {
    AtATable table;
    for (const std::string menu : {"/rules", "/theme", "/history"}) {
        table.ann.type(menu);
        table.ann.see_no_more("Your move");
        table.ann.type("/theme dracula");
        table.ann.see("The colours are those of dracula now.");
        table.ann.press("\x1b[H\x1b[F");
    }
    EXPECT_NE(table.ann.raw().find("48;5;"), std::string::npos);
    table.ann.press("\x1b");
    choose(table.ann, "To the lobby");
    choose(table.ann, "New table");
    table.ann.see("Which game?");
    table.ann.type("/theme no-such");
    table.ann.see(R"(There is no theme "no-such")");
    EXPECT_FALSE(table.ann.screen().shows("Which game?"));
}

TEST(TypedText, GoesToTheItemThatBeginsSoInLists) {
    ServerProcess server;
    TerminalProcess ann(on(server, "Ann"));
    const auto games = TestClient::guest(server.port()).session().games;
    ann.see("online as Ann");
    choose(ann, "New table");
    ann.see("Which game?");
    ann.press(games.back().name);
    ann.see("> " + games.back().name);
}

TEST(Questions, StandBeforeAllThatCannotBeTakenBack) {
    AtATable table;
    table.ann.type("/resign");
    table.say_no("Give up this game?");
    table.ann.type("/abort");
    table.say_no("Call this game off?");
    table.ann.type("/leave");
    table.say_no("Leave in the middle of the game?");
    table.ann.type("/quit");
    table.say_no("Quit in the middle of the game?");
    table.ann.press("\x1b");
    choose(table.ann, "Ask to call the game off");
    table.say_no("Call this game off?");
    table.ann.type("/resign");
    table.ann.see("Give up this game?");
    table.ann.press(std::string(down) + "\r");
    table.ann.see("Game over. ");
    table.ann.see(" won: by resignation.");
    table.ann.type("/leave");
    table.ann.see("You have left the table.");
}

TEST(LookingBack, ShowsEarlierPositionsAtTheTableAndGoesBackToTheGame) {
    AtATable table;
    const auto board_of = [](const VirtualScreen& screen) {
        std::string board;
        for (const std::string& row : rows_of(screen.text())) board += row.substr(0, 36) + "\n";
        return board.substr(0, board.find("Your move"));
    };
    const std::string start = board_of(table.ann.screen());
    play_move(table.ann, table.some_move(), 1);
    table.ann.see(" 2. ");
    table.ann.see("Your move");
    table.ann.press(page_up);
    table.ann.see("After move 1 of 2");
    table.ann.press(page_up);
    table.ann.see("After move 0 of 2");
    std::string first = board_of(table.ann.screen());
    first = first.substr(0, first.find("After move"));
    EXPECT_EQ(first.substr(0, 500), start.substr(0, 500));
    // Nothing can be played there.
    table.ann.press("\x1b[A \r");
    table.ann.see("End goes back to the game.");
    table.ann.press(page_down);
    table.ann.see("After move 1 of 2");
    table.ann.press(page_down);
    table.ann.see("Your move");
    table.ann.type("/board 1");
    table.ann.see("After move 1 of 2");
    table.ann.press("\x1b[F");
    table.ann.see("Your move");
}

}  // namespace
}  // namespace pentad::testing
