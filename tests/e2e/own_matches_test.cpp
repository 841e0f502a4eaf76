// One's own matches in the terminal client: those that go on and those that are over, on a server and at
// home.

#include <gtest/gtest.h>

#include <filesystem>
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

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string content(const std::filesystem::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

class OwnMatches : public ::testing::Test {
  protected:
    ServerProcess server_;
    TemporaryFolder folder_;
    TestClient ann_ = TestClient::guest(server_.port(), "Ann");
    std::string room_;
    std::string match_;
    std::string move_;  ///< its first

    /// A match of Ann's with one move, at one keyboard.
    void begin() {
        RoomCreate create;
        create.game = ann_.session().games.front().game;
        create.hotseat = true;
        create.seats[1].name = "Zoe";
        room_ = ann_.create(create).room;
        ann_.request<Empty>(RoomReady{true}, "", room_);
        match_ =
            ann_.wait_event([](const Event& it) { return std::holds_alternative<MatchStarted>(it.body); },
                            TestClient::patience, "match.started")
                .match;
        move_ = ann_.match(match_).now.legal->front();
        ann_.play(match_, move_);
    }
    void end() {
        MatchResign resign;
        resign.seat = Side::second;
        ann_.request<Empty>(resign, match_);
    }
    /// Nobody is at the table any more, so it is gone.
    void leave() { ann_.request<Empty>(RoomLeave{}, "", room_); }
    /// Makes the terminal's player the same.
    void log_in() const {
        ASSERT_EQ(run(program() + "login --token " + ann_.token() + on_server()).status, 0);
    }
    std::string program() const {
        return "XDG_CONFIG_HOME=" + folder_.path().string() + " " PENTAD_TERMINAL " ";
    }
    std::string on_server() const { return " --server " + server_.url(); }
    std::string page() const { return "http://127.0.0.1:" + std::to_string(server_.port()) + "/"; }
    TerminalProcess::Start full(std::vector<std::string> arguments = {}) const {
        TerminalProcess::Start start{
            {"--server", server_.url(), "--ascii"}, folder_.path().string(), 100, 30};
        start.arguments.insert(start.arguments.end(), arguments.begin(), arguments.end());
        return start;
    }
    Ran script(const std::string& lines) const {
        return run("printf '" + lines + "' | " + program() + on_server());
    }
};

TEST_F(OwnMatches, ThatAreOverOpenAsReplaysWhenTheTableIsGone) {
    begin();
    end();
    leave();
    log_in();
    TerminalProcess terminal(full());
    terminal.see("online as Ann");
    choose(terminal, "My matches");
    terminal.see(match_);
    choose(terminal, match_);
    terminal.see("Replay: ");
    terminal.see("0 of 1");
    EXPECT_TRUE(terminal.screen().shows(match_));
    terminal.press("\x1b[F");
    terminal.see("1 of 1");
    const auto file = (folder_.path() / "moves.txt").string();
    terminal.press("e");
    terminal.see("Into which file?");
    terminal.type(file);
    terminal.see("The record is in " + file);
    EXPECT_TRUE(has(content(file), move_));
    terminal.press("\x1b");
    terminal.see("My matches");
    terminal.press("\x1b");
    terminal.see("New table");
}

TEST_F(OwnMatches, OpenByTheirIdAndByTheirLink) {
    begin();
    end();
    leave();
    const std::string link = page() + "#/replay/" + match_ + "/1";
    for (const std::string& named : {match_, link}) {
        const Ran printed = run(program() + "replay '" + named + "'" + on_server());
        EXPECT_EQ(printed.status, 0) << printed.text;
        EXPECT_TRUE(has(printed.text, move_)) << printed.text;
        const Ran typed = script("replay " + named + "\\nquit\\n");
        EXPECT_EQ(typed.status, 0) << typed.text;
        EXPECT_TRUE(has(typed.text, move_)) << typed.text;
        const Ran watched = script("watch " + named + "\\n");
        EXPECT_EQ(watched.status, 0) << watched.text;
        EXPECT_TRUE(has(watched.text, move_)) << watched.text;
        TerminalProcess terminal(full({"watch", named}));
        terminal.see("Replay: ");
        terminal.press("\x1b");
        terminal.see("New table");
    }
    EXPECT_EQ(run(program() + "replay '" + link + "'").status, 0) << "the server is in the link";
    const Ran other = script("replay http://127.0.0.1:1/#/replay/" + match_ + "\\n");
    EXPECT_EQ(other.status, 1);
    EXPECT_TRUE(has(other.text, "This link is for another server")) << other.text;
}

TEST_F(OwnMatches, ThatAreOverAreReplaysThoughSomebodyIsStillAtTheTable) {
    begin();
    end();
    TerminalProcess terminal(full({"watch", match_}));
    terminal.see("Replay: ");
}

TEST_F(OwnMatches, ThatGoOnOpenTheirTableOneAfterTheOther) {
    begin();
    const std::string first = match_;
    begin();
    const std::string second = match_;
    log_in();
    const std::string to_move = "Your move, " + ann_.session().games.front().sides[1];
    TerminalProcess terminal(full());
    terminal.see(to_move);
    for (const std::string& match : {first, second, first}) {
        terminal.press("\x1b");
        choose(terminal, "To the lobby");
        choose(terminal, "My matches");
        choose(terminal, match);
        terminal.see(to_move);
    }
    // It is the first that is played.
    std::uint64_t seed = 5;
    const std::string move = find_move(terminal, seed);
    play_move(terminal, move, 2);
    const auto history = ann_.watch(first).history;
    ASSERT_TRUE(history && history->size() == 2);
    EXPECT_EQ(history->back().move, move);
}

TEST_F(OwnMatches, AreListedWithTheirIdsForScripts) {
    begin();
    end();
    leave();
    log_in();
    const Ran listed =
        script("matches\\nreplay 1\\nexport 1 " + (folder_.path() / "a.json").string() + "\\nexport " +
               match_ + " " + (folder_.path() / "a.txt").string() + "\\nquit\\n");
    EXPECT_EQ(listed.status, 0) << listed.text;
    EXPECT_TRUE(has(listed.text, "1  " + match_ + "  ")) << listed.text;
    EXPECT_TRUE(has(listed.text, move_)) << listed.text;
    EXPECT_TRUE(has(content(folder_.path() / "a.json"), "\"hash\"")) << listed.text;
    EXPECT_TRUE(has(content(folder_.path() / "a.txt"), move_)) << listed.text;
    EXPECT_EQ(script("replay m_nosuch\\n").status, 1);
    EXPECT_EQ(script("matches more\\n").status, 1) << "there are no more";
}

TEST_F(OwnMatches, AreReplayedFromAListOfMovesAsWell) {
    begin();
    end();
    const auto list = (folder_.path() / "moves.txt").string();
    ASSERT_EQ(script("export " + match_ + " " + list + "\\n").status, 0);
    const Ran replayed = run(program() + "replay " + list);
    EXPECT_EQ(replayed.status, 0) << replayed.text;
    for (const std::string& part :
         {move_, std::string("Ann"), std::string("Zoe"), std::string("by resignation"),
          std::string("only the record itself tells")})
        EXPECT_TRUE(has(replayed.text, part)) << part << "\n" << replayed.text;
    TerminalProcess terminal(full({"replay", list}));
    terminal.see("0 of 1");
    const std::string text = content(list);
    const std::size_t at = text.find("1. " + move_);
    std::ofstream(list) << text.substr(0, at) << "1. nonsense\n1-0\n";
    const Ran wrong = run(program() + "replay " + list);
    EXPECT_EQ(wrong.status, 1);
    EXPECT_TRUE(has(wrong.text, "The move nonsense of the record is not legal")) << wrong.text;
    std::ofstream(list) << text.substr(0, at);
    EXPECT_TRUE(has(run(program() + "replay " + list).text, "cut off"));
}

TEST(LocalMatches, AreReplayedAndExportedAfterARestart) {
    TemporaryFolder folder;
    const TerminalProcess::Start start{
        {"local", "--ascii", "--name", "Ann"}, folder.path().string(), 100, 30};
    {
        TerminalProcess terminal(start);
        terminal.see("Your games are kept on this computer.");
        set_up_table(terminal, {{"Against whom?", "two people"}});
        terminal.see("Your move");
        std::uint64_t seed = 5;
        play_move(terminal, find_move(terminal, seed), 1);
        terminal.type("/resign");
        terminal.see("Give up this game?");
        choose(terminal, "Give up");
        terminal.see("Game over");
        terminal.type("/leave");
        terminal.see("You have left the table");
        terminal.signal(SIGTERM);
        terminal.wait_for_exit();
    }
    TerminalProcess terminal(start);
    terminal.see("Your games are kept on this computer.");
    choose(terminal, "My matches");
    choose(terminal, "m_");
    terminal.see("0 of 1");
    terminal.press("e");
    terminal.see("Into which file?");
    const auto file = (folder.path() / "game.json").string();
    terminal.type(file);
    terminal.see("The record is in ");
    const Ran replayed = run(PENTAD_TERMINAL " replay " + file);
    EXPECT_EQ(replayed.status, 0) << replayed.text;
    EXPECT_TRUE(has(replayed.text, "Guest of Ann")) << replayed.text;
}

}  // namespace
}  // namespace pentad::testing
