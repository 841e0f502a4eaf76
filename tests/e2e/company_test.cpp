// What a server with other people on it offers, on the full screen and by lines: quick matches, ratings,
// passwords, clocks of one's own, and programs from outside.

#include <gtest/gtest.h>

#include "tests/support/screen_player.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/terminal_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using namespace std::chrono_literals;

TerminalProcess::Start on(const ServerProcess& server, const std::string& name) {
    return {
        {"--ascii", "--server", server.url(), "--name", name}, (server.folder() / name).string(), 140, 40};
}

const GameCard& first_game(const TestClient& client) { return client.session().games.front(); }

TEST(QuickMatch, BringsTwoTogetherWhoWishForTheSame) {
    ServerProcess server;
    TerminalProcess ann(on(server, "Ann"));
    TestClient bob = TestClient::guest(server.port(), "Bob");
    ann.see("online as Ann");
    choose(ann, "Quick match");
    choose(ann, first_game(bob).name);
    choose(ann, "5 min + 3 s");
    choose(ann, "Keep waiting");
    ann.see("Looking for an opponent: " + first_game(bob).name + ", 5 min + 3 s.");
    choose(ann, "Stop looking");
    ann.see("You no longer wait for an opponent.");
    ann.type("/quick " + first_game(bob).game + " --clock 5+3");
    ann.see("Looking for an opponent: ");
    bob.request<Empty>(QueueJoin{first_game(bob).game, {TimeControlKind::fischer, 5min, 3s, 0ms}, {}, {}});
    ann.see("The game begins. You are ");
    ann.see_any({"Ann (you)  5:00", "Ann (you)  4:5"});
}

TEST(QuickMatch, IsWaitedForByLinesToo) {
    ServerProcess server;
    TerminalProcess ann(server.url(), (server.folder() / "ann").string());
    TestClient bob = TestClient::guest(server.port(), "Bob");
    ann.wait_for("\"help\" lists the commands.");
    ann.type("quick " + first_game(bob).game);
    ann.wait_for("Looking for an opponent: ");
    bob.request<Empty>(QueueJoin{first_game(bob).game, {}, {}, {}});
    ann.wait_for(" against ");
    ann.wait_for("You are ");
}

TEST(Passwords, AreAskedForWhereATableHasOne) {
    ServerProcess server;
    TerminalProcess ann(on(server, "Ann"));
    TestClient bob = TestClient::guest(server.port(), "Bob");
    ann.see("online as Ann");
    RoomCreate create;
    create.game = first_game(bob).game;
    create.password = "open sesame";
    const RoomEntered room = bob.create(create);
    ann.see(", password");
    ann.type("/join " + room.code);
    ann.see("This table has a password.");
    ann.type("open door");
    ann.see("The password is wrong.");
    ann.type("/join " + room.code + " --password open sesame");
    ann.see("Table " + room.code);
}

TEST(Passwords, RatingsAndClocksAreChosenInTheMenus) {
    ServerProcess server;
    TerminalProcess ann(on(server, "Ann"));
    TestClient bob = TestClient::guest(server.port(), "Bob");
    ann.see("online as Ann");
    choose(ann, "New table");
    choose(ann, first_game(bob).name);
    while (ann.see_any({"Against whom?", "Which board?", "Which rules?"}) != 0) {
        const std::string before = ann.screen().text();
        ann.press("\r");
        ann.see_when([&](const VirtualScreen& screen) { return screen.text() != before; },
                     "the next question");
    }
    choose(ann, "a person");
    choose(ann, "as it happens");
    choose(ann, "another one");
    ann.see("which clock?");
    ann.type("fast");
    ann.see("This is no clock.");
    ann.press("\x15");
    ann.type("1.5+2");
    choose(ann, "who knows the password");
    ann.see("Which password?");
    ann.type("sesame");
    choose(ann, "yes, and nobody");
    ann.see("Clock: 1:30 + 2 s");
    ann.see("The game counts for the ratings.");
    ann.see("Others need the password.");
    ann.see(", rated");
    const LobbySnapshot lobby = bob.lobby();
    ASSERT_EQ(lobby.rooms.size(), 1U);
    EXPECT_TRUE(lobby.rooms.front().rated);
    EXPECT_TRUE(lobby.rooms.front().locked);
    EXPECT_EQ(lobby.rooms.front().tc, (TimeControl{TimeControlKind::fischer, 90s, 2s, 0ms}));
    ann.type("/ratings");
    ann.see("You have played no rated game yet.");
    ann.press("\x1b");
    ann.type("/ratings " + first_game(bob).game);
    ann.see("Nobody has an established rating yet.");
}

TEST(Programs, AreListedAndSeatedByTheirNames) {
    ServerProcess server;
    ASSERT_EQ(server.terminate(), 0);
    const std::string key = server.make_bot_key("Deep");
    server.start();
    TerminalProcess ann(on(server, "Ann"));
    ann.see("online as Ann");
    TestClient deep(server.port());
    deep.hello(BotAuth{"Deep", key});
    const std::string game = first_game(deep).game;
    deep.request<Empty>(BotRegister{{game}, 2});
    ann.type("/bots");
    ann.see("Deep: " + first_game(deep).name + "; 2 of 2 seats free");
    ann.press("\x1b");
    ann.type("/create " + game + " --vs program Nobody");
    ann.see("No program Nobody that plays");
    set_up_table(ann, {{"Which game?", first_game(deep).name},
                       {"Against whom?", "a program from outside"},
                       {"Who begins?", "I do"}});
    deep.wait<BotSeated>();
    ann.see("Your move");
    ann.see("Deep");
}

}  // namespace
}  // namespace pentad::testing
