// Who the terminal client is, on one server and another, from one start to the next.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/screen_player.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/shell_command.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/terminal_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

namespace fs = std::filesystem;

class Identities : public ::testing::Test {
  protected:
    ServerProcess server_;
    TemporaryFolder folder_;

    Ran pentad(const std::string& arguments, const std::string& input = "") const {
        return run("printf '" + input + "' | XDG_CONFIG_HOME=" + folder_.path().string() +
                   " " PENTAD_TERMINAL " " + arguments);
    }
    std::string on_server() const { return " --server " + server_.url(); }
    std::string port() const { return std::to_string(server_.port()); }
    /// The id of the player as whom it comes with these arguments.
    std::string player(const std::string& arguments) const {
        const Ran ran = pentad("--json " + arguments);
        const auto first = nlohmann::json::parse(ran.text.substr(0, ran.text.find('\n')), nullptr, false);
        if (!first.is_object() || first.value("type", "") != "link.online") return "none: " + ran.text;
        return first.at("data").at("player").at("id");
    }
    TerminalProcess::Start full(std::vector<std::string> more = {}) const {
        TerminalProcess::Start start{
            {"--server", server_.url(), "--ascii"}, folder_.path().string(), 100, 30};
        start.arguments.insert(start.arguments.end(), more.begin(), more.end());
        return start;
    }
};

TEST_F(Identities, StayWhenANewNameIsRefused) {
    const std::string ann = player("--name Ann" + on_server());
    const TestClient bob = TestClient::guest(server_.port(), "Bob");
    {
        TerminalProcess terminal(full());
        terminal.see("online as Ann");
        terminal.see("Connected to");
        choose(terminal, "Another name");
        terminal.see("a new guest");
        terminal.type("Bob");
        terminal.see("Someone else has this name. Choose another. You are Ann");
        EXPECT_TRUE(terminal.screen().shows("online as Ann"));
        EXPECT_EQ(player(on_server()), ann) << "what is kept while it is on the screen";
    }
    {
        TerminalProcess terminal(full({"--name", "Bob"}));
        terminal.see("Someone else has this name. Choose another. You are Ann");
    }
    EXPECT_EQ(player(on_server()), ann);
    EXPECT_EQ(pentad("login --name Bob" + on_server()).status, 1);
    EXPECT_EQ(player(on_server()), ann);
}

TEST_F(Identities, OfScriptsAreTheOnesTheyNameOrNone) {
    const std::string ann = player("--name Ann" + on_server());
    const TestClient bob = TestClient::guest(server_.port(), "Bob");
    for (const std::string face : {"", "--json "}) {
        const Ran ran = pentad(face + "--name Bob" + on_server(), "matches\\n");
        EXPECT_EQ(ran.status, 4) << ran.text;
        EXPECT_NE(ran.text.find("Someone else has this name."), std::string::npos) << ran.text;
    }
    EXPECT_EQ(player(on_server()), ann);
}

TEST_F(Identities, AreKeptUnderEveryNameThatOneHad) {
    const std::string ann = player("--name Ann" + on_server());
    const std::string cid = player("--name Cid" + on_server());
    EXPECT_NE(ann, cid);
    EXPECT_EQ(player(on_server()), cid) << "the latest";
    EXPECT_EQ(player("--name Ann" + on_server()), ann);
    EXPECT_EQ(player("--name Cid" + on_server()), cid);
}

TEST_F(Identities, AreOthersInAnotherProfile) {
    const std::string ann = player("--name Ann" + on_server());
    const std::string work = player("--profile work --name Ann-at-work" + on_server());
    EXPECT_NE(ann, work);
    EXPECT_EQ(player(on_server()), ann);
    EXPECT_EQ(player("--profile work" + on_server()), work);
    EXPECT_NE(player("--profile ../work" + on_server()), work);
    for (const auto& entry : fs::directory_iterator(folder_.path() / "pentad"))
        EXPECT_EQ(entry.status().permissions(), fs::perms(0600)) << entry.path();
}

TEST_F(Identities, DoNotDependOnHowTheAddressIsSpelled) {
    const std::string ann = player("--name Ann" + on_server());
    for (const std::string& url :
         {"ws://localhost:" + port() + "/ws", "WS://LocalHost:" + port(),
          "http://127.0.0.1:" + port() + "/#/matches", "ws://[::ffff:127.0.0.1]:" + port() + "/"})
        EXPECT_EQ(player("--server " + url), ann) << url;
    // An earlier version had a file for each spelling.
    const fs::path kept = folder_.path() / "pentad" / ("ws_3a_2f_2flocalhost_3a" + port() + "_2fws.player");
    const fs::path former = folder_.path() / "pentad" / ("ws_3a_2f_2f127.0.0.1_3a" + port() + "_2fws.player");
    ASSERT_TRUE(fs::exists(kept));
    fs::rename(kept, former);
    EXPECT_EQ(player("--server ws://localhost:" + port()), ann);
    fs::remove(former);
    EXPECT_EQ(player(on_server()), ann);
}

TEST_F(Identities, ThatPlayInOneTerminalAreLeftAloneByASecond) {
    TerminalProcess first(full({"--name", "Ann"}));
    first.see("online as Ann");
    set_up_table(first, {{"Against whom?", "computer"}, {"Who begins?", "I do"}});
    first.see("Your move");
    TerminalProcess second(full({"--name", "Ann"}));
    second.see("You are Ann in another terminal as well, in the middle of a game");
    second.see("--profile");
    EXPECT_TRUE(second.screen().shows("New table")) << "it stays in the lobby";
    EXPECT_FALSE(second.screen().shows("Your move"));
    // Not against the person's will.
    choose(second, "My matches");
    choose(second, "m_");
    second.see("Your move");
    first.signal(SIGTERM);
    first.wait_for_exit();
    second.signal(SIGTERM);
    second.wait_for_exit();
    TerminalProcess third(full());
    third.see("Your move");
}

}  // namespace
}  // namespace pentad::testing
