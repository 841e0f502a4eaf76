// The load generator against the real server: what it says has really happened there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::vector<std::string> open_doors = {"--hellos-per-minute",     "0", "--frames-per-second", "0",
                                             "--max-links-per-address", "0"};

struct Told {
    int status = -1;
    json report;
    std::string text;
};

Told run_load(const ServerProcess& server, const std::string& options) {
    const std::string report = (server.folder() / "report.json").string();
    const std::string text = (server.folder() / "text").string();
    std::filesystem::remove(report);
    const std::string command =
        std::string(PENTAD_LOAD_PROGRAM) + " --port " + std::to_string(server.port()) + " --server-pid " +
        std::to_string(server.pid()) + " --json " + report + " " + options + " > " + text + " 2>&1";
    Told told;
    told.status = WEXITSTATUS(std::system(command.c_str()));
    std::ifstream words(text);
    told.text.assign(std::istreambuf_iterator<char>(words), {});
    if (std::ifstream file(report); file) told.report = json::parse(file);
    return told;
}

TEST(Load, PlaysEveryGameAndCountsWhatWasPlayed) {
    ServerProcess server(open_doors);
    TestClient client = TestClient::guest(server.port());
    for (const auto& card : client.session().games) {
        const Told told = run_load(
            server, "--rooms 3 --game " + card.game + " --rate 30 --warm-up 0 --duration 1 --watchers 1");
        ASSERT_EQ(told.status, 0) << card.game << ": " << told.text;
        EXPECT_GT(told.report.at("moves"), 3) << card.game;
        EXPECT_GT(told.report.at("toOpponentUs").at("count"), 3) << card.game;
        EXPECT_GE(told.report.at("toAnswerUs").at("p99"), told.report.at("toAnswerUs").at("p50"));
        EXPECT_GT(told.report.at("serverBytes"), 0);
        EXPECT_THAT(told.text, HasSubstr("moves"));
    }
}

TEST(Load, GoesOnToTheNextMatchWhenOneEnds) {
    ServerProcess server(open_doors);
    // As fast as they can on the smallest board; some matches end within the time.
    TestClient client = TestClient::guest(server.port());
    const Told told = run_load(server, "--rooms 2 --warm-up 0 --duration 4");
    ASSERT_EQ(told.status, 0) << told.text;
    EXPECT_GE(told.report.at("matchesEnded"), 1) << told.text;
}

TEST(Load, BreaksAllLinksAtOnceAndSeesThemComeBack) {
    ServerProcess server(open_doors);
    const Told told = run_load(server, "--rooms 5 --idle 20 --rate 20 --warm-up 0 --duration 0.5 --storm");
    ASSERT_EQ(told.status, 0) << told.text;
    EXPECT_EQ(told.report.at("stormLinks"), 30);
    EXPECT_GT(told.report.at("stormS"), 0);
}

TEST(Load, FindsThatAnIdleSessionKeepsNothingOfWhatItWasSent) {
    if (!ServerProcess::gives_memory_back) GTEST_SKIP() << "a sanitizer keeps what was freed";
    ServerProcess server(open_doors);
    const Told told = run_load(server, "--rooms 0 --idle 500 --warm-up 0 --duration 0.1");
    ASSERT_EQ(told.status, 0) << told.text;
    // The answer to hello alone is larger than this.
    EXPECT_LT(told.report.at("bytesPerIdleLink"), 20 * 1024) << told.text;
}

TEST(Load, PlaysWithoutAndThenBesideAGuestWhoOnlyMakesNoise) {
    // The usual limit of messages: who comes to it is sent away, and comes again. A farewell that is not read
    // lasts as long as an idle link.
    ServerProcess server({"--hellos-per-minute", "0", "--frames-per-second", "100", "--frame-burst", "500",
                          "--idle-timeout-ms", "500"});
    const Told told = run_load(server, "--rooms 4 --rate 40 --noise 5000 --warm-up 0 --duration 3");
    ASSERT_EQ(told.status, 0) << told.text;
    const json& quiet = told.report.at("quiet");
    EXPECT_GT(quiet.at("toOpponentUs").at("count"), 10);
    EXPECT_GT(told.report.at("toOpponentUs").at("count"), 10) << "the others play on";
    EXPECT_GT(quiet.at("noises"), 500);
    EXPECT_GE(quiet.at("sentAway"), 1);
    EXPECT_THAT(told.text, HasSubstr("times what it was"));
}

TEST(Load, PlaysAgainstBots) {
    ServerProcess server(open_doors);
    const Told told = run_load(server, "--rooms 2 --bot-level 1 --rate 10 --warm-up 0 --duration 2");
    ASSERT_EQ(told.status, 0) << told.text;
    EXPECT_GE(told.report.at("moves"), 2);
}

TEST(Load, SaysWhatIsWrongAndFails) {
    ServerProcess server(open_doors);
    const Told unknown = run_load(server, "--rooms 1 --game no-such-game");
    EXPECT_EQ(unknown.status, 1);
    EXPECT_THAT(unknown.text, HasSubstr("refused"));
    server.terminate();
    const Told gone = run_load(server, "--rooms 1");
    EXPECT_EQ(gone.status, 1);
    EXPECT_THAT(gone.text, HasSubstr("there is no process"));
}

}  // namespace
}  // namespace pentad::testing
