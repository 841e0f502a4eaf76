// What the one who runs the server sees of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <regex>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Output {
    int status = -1;
    std::string text;
};

/// The server's program with these flags, run to its end.
Output run(const std::string& flags) {
    Output output;
    FILE* pipe = ::popen((ServerProcess::program() + " " + flags + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return output;
    char part[512];
    while (std::fgets(part, sizeof part, pipe) != nullptr) output.text += part;
    const int status = ::pclose(pipe);
    output.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return output;
}

TEST(Operations, AHealthCheckSucceedsOnlyWhileTheServerRuns) {
    ServerProcess server({"--allowed-hosts", "play.example,127.0.0.1"});
    const std::string flags =
        "--check-health --allowed-hosts play.example --port " + std::to_string(server.port());
    EXPECT_EQ(run(flags).status, 0);
    EXPECT_EQ(server.terminate(), 0);
    const Output stopped = run(flags);
    EXPECT_EQ(stopped.status, 1);
    EXPECT_THAT(stopped.text, HasSubstr("does not answer"));
}

TEST(Operations, MetricsAreServedOnAPortOfTheirOwnAndNotToThePublic) {
    ServerProcess server({"--metrics-port", "0"});
    const std::string log = server.log();
    std::smatch found;
    ASSERT_TRUE(
        std::regex_search(log, found, std::regex("metrics at http://127\\.0\\.0\\.1:(\\d+)/metrics")));
    const auto port = static_cast<std::uint16_t>(std::stoi(found[1]));

    TestClient client = TestClient::guest(server.port());
    const HttpReply metrics = RawSocket(port).request("GET", "/metrics");
    EXPECT_EQ(metrics.status, 200);
    EXPECT_THAT(metrics.body, HasSubstr("\npentad_connections 1\n"));
    EXPECT_THAT(metrics.body, HasSubstr("\npentad_sessions 1\n"));
    EXPECT_THAT(metrics.body, HasSubstr("\npentad_frames_received_total 1\n"));
    EXPECT_THAT(metrics.body, HasSubstr("pentad_build_info{"));

    // What goes wrong is counted, too.
    EXPECT_EQ(client.refusal<protocol::RoomEntered>(protocol::RoomJoin{}), "bad_request");
    TestClient stranger(server.port());
    EXPECT_ANY_THROW(stranger.hello(protocol::TokenAuth{"wrong"}));
    const std::size_t before = server.descriptors();
    {
        RawSocket binary(server.port());
        binary.upgrade();
        binary.send_frame(2, "x");
        EXPECT_EQ(binary.until_closed(), 1003);
    }
    server.wait_for_descriptors(before);
    const std::string later = RawSocket(port).request("GET", "/metrics").body;
    EXPECT_THAT(later, HasSubstr("pentad_refusals_total{code=\"bad_request\"} 1\n"));
    EXPECT_THAT(later, HasSubstr("pentad_refusals_total{code=\"bad_credentials\"} 1\n"));
    EXPECT_THAT(later, HasSubstr("pentad_links_closed_total{code=\"1003\"} 1\n"));
    EXPECT_EQ(RawSocket(port).request("GET", "/api/v1/rooms").status, 404);
    EXPECT_EQ(RawSocket(port).request("GET", "/ws").status, 404);
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/metrics").status, 404);
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/admin/status").status, 404);
}

// S67
TEST(Operations, TokensPasswordsAndChatAreInNoLogAndNoMetric) {
    for (const char* format : {"text", "json"}) {
        ServerProcess server({"--metrics-port", "0", "--log-level", "trace", "--log-format", format});
        TestClient ann = TestClient::guest(server.port(), "Ann");
        ann.lobby();
        ann.request<protocol::Empty>(protocol::ChatSend{protocol::ChatChannel::lobby, "marker-of-the-line"});
        protocol::RoomCreate wanted;
        wanted.game = "sight";
        wanted.password = "marker-of-the-password";
        ann.create(wanted);
        TestClient eve(server.port());
        EXPECT_ANY_THROW(eve.hello(protocol::TokenAuth{"pt_marker-of-the-guess"}));
        const std::string log = server.log();
        std::smatch found;
        ASSERT_TRUE(std::regex_search(log, found, std::regex("metrics at http://127\\.0\\.0\\.1:(\\d+)")));
        const std::string metrics =
            RawSocket(static_cast<std::uint16_t>(std::stoi(found[1]))).request("GET", "/metrics").body;
        for (const std::string& told : {server.log(), metrics})
            for (const std::string& secret : {std::string("marker"), ann.token(), ann.session().resume_token})
                EXPECT_THAT(told, Not(HasSubstr(secret)));
    }
}

TEST(Operations, LinesInJsonNameTheMatchAndTheSessionInFieldsOfTheirOwn) {
    ServerProcess server({"--log-level", "debug", "--log-format", "json"});
    TestClient ann = TestClient::guest(server.port(), "Ann");
    protocol::RoomCreate wanted;
    wanted.game = "sight";
    wanted.hotseat = true;
    const std::string room = ann.create(wanted).room;
    ann.request<protocol::Empty>(protocol::RoomReady{true}, "", room);
    const std::string match = ann.wait_event(
                                     [](const protocol::Event& it) {
                                         return std::holds_alternative<protocol::MatchStarted>(it.body);
                                     },
                                     TestClient::patience, "the start")
                                  .match;
    ann.request<protocol::Empty>(protocol::MatchResign{engine::Side::first}, match);
    ann.catch_up();
    const std::string session = ann.session().session;
    EXPECT_THAT(server.log(), HasSubstr("of sight starts in room " + room + R"(","match":")" + match +
                                        R"(","room":")" + room + "\"}"));
    EXPECT_THAT(server.log(), HasSubstr(R"(is over: resign","match":")" + match + "\"}"));
    EXPECT_THAT(server.log(),
                HasSubstr(R"(,"session":")" + session + R"(","player":")" + ann.player() + "\"}"));
}

}  // namespace
}  // namespace pentad::testing
