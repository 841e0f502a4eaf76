// The commands beside playing, and line mode as scripts use it: through pipes, or on a terminal that can do
// nothing.

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/screen_player.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/shell_command.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/terminal_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;

std::string program(const TemporaryFolder& folder) {
    return "LC_ALL=C.UTF-8 XDG_CONFIG_HOME=" + folder.path().string() +
           " XDG_DATA_HOME=" + folder.path().string() + " " PENTAD_TERMINAL " ";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Rules, ArePrintedForEveryGameByItsNameOrABeginningOfIt) {
    ServerProcess server;
    TemporaryFolder folder;
    const auto games = TestClient::guest(server.port()).session().games;
    for (const auto& card : games)
        for (const std::string& name : {card.game, card.name.substr(0, 3)}) {
            const Ran ran = run(program(folder) + "rules " + name);
            EXPECT_EQ(ran.status, 0);
            EXPECT_TRUE(ran.text.starts_with(card.name + ", by " + card.credit.designer)) << ran.text;
            EXPECT_TRUE(has(ran.text, "1.1")) << "the numbered rules";
        }
    const Ran wrong = run(program(folder) + "rules chess");
    EXPECT_EQ(wrong.status, 1);
    EXPECT_TRUE(has(wrong.text, "The games: ")) << wrong.text;
}

TEST(Scripts, PlayThroughAPipeInForgivingSquares) {
    ServerProcess server;
    TemporaryFolder folder;
    const auto games = TestClient::guest(server.port()).session().games;
    const auto wanted = std::find_if(games.begin(), games.end(), [](const GameCard& card) {
        return card.game == "replica";  // whose original program reads squares like this
    });
    ASSERT_NE(wanted, games.end());
    for (const char* squares : {"b2 c3", "2b 3c", "B2C3", "2 _ b - 3,c.", "b2-c3.", "move b2c3"}) {
        std::ofstream(folder.path() / "script") << "create replica --vs hotseat Zoe\n"
                                                << squares << "\nresign\nleave\n";
        const Ran ran = run(program(folder) + "--server " + server.url() + " --name Ann < " +
                            (folder.path() / "script").string());
        EXPECT_EQ(ran.status, 0);
        EXPECT_TRUE(has(ran.text, "White (Ann) played b2-c3.")) << squares << ran.text;
        EXPECT_TRUE(has(ran.text, "White (Ann) against Black (Zoe)")) << ran.text;
        EXPECT_FALSE(has(ran.text, "\x1b")) << "nothing but text";
    }
}

TEST(Scripts, ListTheFirstTablesAndMoreWhenAsked) {
    ServerProcess server({"--max-rooms-per-player", "100"});
    TemporaryFolder folder;
    TestClient host = TestClient::guest(server.port(), "Zoe");
    RoomCreate create;
    create.game = host.session().games.front().game;
    for (int i = 0; i < 60; ++i) host.create(create);
    std::ofstream(folder.path() / "script") << "list\nlist 100\n";
    const Ran ran = run(program(folder) + "--server " + server.url() + " --name Ann < " +
                        (folder.path() / "script").string());
    EXPECT_EQ(ran.status, 0);
    const std::size_t more = ran.text.find("10 more; \"list 100\" shows them.");
    ASSERT_NE(more, std::string::npos) << ran.text;
    EXPECT_TRUE(has(ran.text.substr(0, more), "\n50  ")) << ran.text;
    EXPECT_TRUE(has(ran.text.substr(more), "\n60  ")) << ran.text;
    EXPECT_FALSE(has(ran.text.substr(more + 5), " more")) << ran.text;
}

TEST(Scripts, WaitForTheOpponentOfAQuickMatch) {
    ServerProcess server;
    TemporaryFolder folder;
    const std::string game = TestClient::guest(server.port()).session().games.front().game;
    std::ofstream(folder.path() / "script") << "quick " << game << " --bot-after 1 --level 1\nwait\nmoves\n";
    const Ran ran = run(program(folder) + "--server " + server.url() + " --name Ann < " +
                        (folder.path() / "script").string());
    EXPECT_EQ(ran.status, 0) << ran.text;
    EXPECT_TRUE(has(ran.text, "Looking for an opponent: ")) << ran.text;
    EXPECT_TRUE(has(ran.text, "Legal moves (")) << ran.text;
}

TEST(Scripts, EndWithTheStatusThatTellsWhatWentWrong) {
    ServerProcess server;
    TemporaryFolder folder;
    const std::string on = " --server " + server.url();
    EXPECT_EQ(run("printf 'games\\n' | " + program(folder) + on).status, 0);
    EXPECT_EQ(run("printf 'join NOSUCH\\n' | " + program(folder) + on).status, 1);
    EXPECT_EQ(run(program(folder) + "--no-such-option").status, 2);
    server.kill();
    EXPECT_EQ(run("printf 'games\\n' | " + program(folder) + on).status, 3);
}

TEST(Scripts, GetEveryAnswerBeforeTheyQuit) {
    ServerProcess server;
    TemporaryFolder folder;
    const std::string on = " --server " + server.url();
    for (int i = 0; i < 5; ++i) {
        const Ran ran = run("printf 'matches\\nquit\\n' | " + program(folder) + on);
        EXPECT_EQ(ran.status, 0);
        EXPECT_TRUE(has(ran.text, "You have played no matches here.")) << ran.text;
        EXPECT_FALSE(has(ran.text, "lost")) << ran.text;
    }
    EXPECT_EQ(run("printf 'join NOSUCH\\nquit\\n' | " + program(folder) + on).status, 1)
        << "the refusal comes before the end";
}

TEST(Refusals, BeforeTheSessionAreToldInTheServersWords) {
    ServerProcess server;
    TemporaryFolder folder;
    const std::string on = " --server " + server.url();
    const auto admin = [&](const std::string& words) {
        EXPECT_EQ(run(ServerProcess::program() + " admin --data " + (server.folder() / "data").string() +
                      " " + words)
                      .status,
                  0);
    };
    TerminalProcess person({{"--server", server.url(), "--name", "Ann"}, folder.path().string(), 100, 24});
    person.see("online as Ann");
    admin("drain");
    TerminalProcess late({{"--server", server.url(), "--name", "Bob"}, folder.path().string(), 100, 24});
    late.see("The server is about to restart. Come back in a minute.");
    EXPECT_FALSE(late.screen().shows("descriptor"));
    EXPECT_FALSE(late.screen().shows(".."));
    for (const std::string face : {"", "--json ", "login "}) {
        const Ran script = run("printf 'matches\\n' | " + program(folder) + face + on);
        EXPECT_EQ(script.status, 3) << script.text;
        EXPECT_TRUE(has(script.text, "The server is about to restart.")) << script.text;
        EXPECT_FALSE(has(script.text, "descriptor") || has(script.text, "minute..")) << script.text;
    }
    admin("ban 127.0.0.0/8");
    const Ran banned = run(program(folder) + "login" + on);
    EXPECT_EQ(banned.status, 4);
    EXPECT_TRUE(has(banned.text, "You have been banned from this server")) << banned.text;
    EXPECT_EQ(person.wait_for_exit(), 4);
    EXPECT_TRUE(has(person.raw(), "You have been banned from this server")) << person.raw();
}

TEST(Refusals, OfAFullServerAreToldInItsWords) {
    ServerProcess server({"--max-sessions", "1"});
    TemporaryFolder folder;
    const TestClient first = TestClient::guest(server.port(), "Zoe");
    TerminalProcess second({{"--server", server.url(), "--name", "Bob"}, folder.path().string(), 100, 24});
    second.see("The server is full. Try again later.");
    EXPECT_FALSE(second.screen().shows("later..") || second.screen().shows("descriptor"));
}

TEST(Scripts, BlockReportAndUnblockWhomTheyMeet) {
    ServerProcess server;
    TemporaryFolder folder;
    TestClient bob = TestClient::guest(server.port(), "Bob the Loud");
    RoomCreate create;
    create.game = bob.session().games.front().game;
    const std::string code = bob.create(create).code;
    std::ofstream(folder.path() / "script")
        << "watch " << code
        << "\nblock bob the loud\nblocks\nreport Bob the Loud cheating always the best move\n"
        << "unblock Bob the Loud\nblocks\nleave\n";
    const Ran ran = run(program(folder) + "--server " + server.url() + " --name Ann < " +
                        (folder.path() / "script").string());
    EXPECT_EQ(ran.status, 0) << ran.text;
    EXPECT_TRUE(has(ran.text, "Bob the Loud is blocked: you read nothing of theirs")) << ran.text;
    EXPECT_TRUE(has(ran.text, "\nBob the Loud\n")) << "the list";
    EXPECT_TRUE(has(ran.text, "will look at what you say of Bob the Loud."));
    EXPECT_TRUE(has(ran.text, "You have blocked nobody."));
    const Ran reports =
        run(ServerProcess::program() + " admin --data " + (server.folder() / "data").string() + " reports");
    EXPECT_TRUE(has(reports.text, "  cheating  " + bob.player() + " (Bob the Loud)")) << reports.text;
    EXPECT_TRUE(has(reports.text, "  always the best move")) << reports.text;
    const std::string on = " --server " + server.url();
    EXPECT_EQ(run("printf 'block Nobody\\n' | " + program(folder) + on).status, 1);
    EXPECT_EQ(run("printf 'unblock Nobody\\n' | " + program(folder) + on).status, 1);
}

TEST(LineMode, IsTakenOnATerminalThatCanDoNothing) {
    ServerProcess server;
    TemporaryFolder folder;
    TerminalProcess::Start start{{"--server", server.url(), "--name", "Ann"}, folder.path().string(), 80, 24};
    start.environment = {{"TERM", "dumb"}};
    TerminalProcess terminal(start);
    terminal.wait_for("as Ann");
    terminal.wait_for("pentad> ");
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_exit(), 0);
    EXPECT_FALSE(has(terminal.raw(), "\x1b"));
}

TEST(Replay, TakesTheIdOfAMatchOnTheServer) {
    ServerProcess server;
    TemporaryFolder folder;
    TestClient ann = TestClient::guest(server.port(), "Ann");
    RoomCreate create;
    create.game = ann.session().games.front().game;
    create.hotseat = true;
    create.seats[1].name = "Zoe";
    const std::string room = ann.create(create).room;
    ann.request<Empty>(RoomReady{true}, "", room);
    const std::string match =
        ann.wait_event([](const Event& it) { return std::holds_alternative<MatchStarted>(it.body); },
                       TestClient::patience, "match.started")
            .match;
    const std::string move = ann.match(match).now.legal->front();
    ann.play(match, move);
    MatchResign resign;
    resign.seat = Side::second;
    ann.request<Empty>(resign, match);
    const std::string on = "replay " + match + " --server " + server.url();
    const Ran text = run(program(folder) + on);
    EXPECT_EQ(text.status, 0);
    for (const std::string& part :
         {std::string("Ann"), std::string("Zoe"), move, std::string("by resignation")})
        EXPECT_TRUE(has(text.text, part)) << text.text;
    TerminalProcess terminal(
        {{"replay", match, "--server", server.url(), "--ascii"}, folder.path().string(), 80, 24});
    terminal.see("Replay: ");
    terminal.press("\x1b[F");
    terminal.see("1 of 1");
    terminal.press("\x1b[H");
    terminal.see("0 of 1");
    terminal.press("\x1b");
    EXPECT_EQ(terminal.wait_for_exit(), 0);
    const Ran nothing = run(program(folder) + "replay nothing --server " + server.url());
    EXPECT_EQ(nothing.status, 1);
    EXPECT_TRUE(has(nothing.text, "There is no such match.")) << nothing.text;
    server.kill();
    EXPECT_EQ(run(program(folder) + "replay nothing --server " + server.url()).status, 3)
        << "it cannot be reached";
}

}  // namespace
}  // namespace pentad::testing
