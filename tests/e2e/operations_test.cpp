// What the one who runs the server sees of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "protocol/utf8.hpp"
#include "tests/support/complete_log.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using nlohmann::json;
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

TEST(Operations, TheCheckOfTheSettingsRefusesWhatTheStartRefuses) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "file").string();
    EXPECT_EQ(run("--version > " + file).status, 0);
    const std::vector<std::pair<std::string, std::string>> refused{
        {"--web " + (folder.path() / "none").string(), "cannot read the web client"},
        {"--web " + folder.path().string(), "there is no index.html"},
        {"--bind 192.0.2.1", "choose an address of this machine with --bind"},
        {"--metrics-port 0 --metrics-bind 192.0.2.1", "with --metrics-bind"},
        {"--port 9000 --metrics-port 9000", "--metrics-port is the same as --port"},
        {"--port 9000 --metrics-port 9000 --bind 0.0.0.0", "--metrics-port is the same as --port"},
        {"--port 9000 --metrics-port 9000 --bind ::", "--metrics-port is the same as --port"},
        {"--gone-after-least-s 30 --gone-after-most-s 29", "--gone-after-least-s is above"},
        {"--tls-port 0", "needs a certificate and its key"},
        {"--tls-key " + file, "go together"},
        {"--data " + file, "not a folder"},
        {"--data " + file + "/below", "not a folder"},
    };
    for (const auto& [flags, sentence] : refused)
        for (const char* what : {"--check-config ", ""}) {
            const bool has_data = flags.starts_with("--data"), has_port = flags.starts_with("--port");
            const Output output =
                run(what + flags + (has_data ? "" : " --data :memory:") + (has_port ? "" : " --port 0"));
            EXPECT_EQ(output.status, 1) << what << flags;
            EXPECT_THAT(output.text, HasSubstr(sentence)) << what << flags;
        }
    for (const char* flags : {"--port 9000 --metrics-port 9000 --metrics-bind 127.0.0.2",
                              "--port 0 --metrics-port 0", "--gone-after-least-s 9 --gone-after-most-s 9"}) {
        const Output output = run("--check-config --data :memory: " + std::string(flags));
        EXPECT_EQ(output.status, 0) << flags << output.text;
    }
}

TEST(Operations, TheCheckOfTheSettingsMakesNothingAndDisturbsNoServer) {
    ServerProcess server;
    const auto check = [&](const std::string& data) {
        return run("--check-config --port " + std::to_string(server.port()) + " --data " +
                   (server.folder() / data).string());
    };
    EXPECT_EQ(check("data").text, "The settings are valid.\n");
    EXPECT_EQ(check("new/data").status, 0);
    EXPECT_FALSE(std::filesystem::exists(server.folder() / "new"));
    EXPECT_EQ(server.get("/healthz"), "ok\n");
}

TEST(Operations, MetricsAreServedOnAPortOfTheirOwnAndNotToThePublic) {
    ServerProcess server({"--metrics-port", "0"});
    const std::uint16_t port = metrics_port(server);

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
        const std::string metrics = RawSocket(metrics_port(server)).request("GET", "/metrics").body;
        for (const std::string& told : {complete_log(server), metrics})
            for (const std::string& secret : {std::string("marker"), ann.token(), ann.session().resume_token})
                EXPECT_THAT(told, Not(HasSubstr(secret)));
    }
}

/// Is it valid UTF-8, and would a terminal or a viewer of logs show it as one line as it is?
bool is_one_plain_line(const std::string& text) {
    static const std::regex misleading("[\\x01-\\x1f\\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b-\x8f\xa8-\xae]");
    return protocol::is_utf8(text) && text.find('\0') == text.npos && !std::regex_search(text, misleading);
}

/// What is written in the server's own form, and nothing else: its text, or nothing.
std::optional<std::string> message_of(const std::string& line, bool in_json) {
    static const std::regex text(
        R"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} (trace|debug|info |warning|warn |error|critical) (.*))");
    std::smatch found;
    if (!in_json) return std::regex_match(line, found, text) ? std::optional(found[2].str()) : std::nullopt;
    const json object = json::parse(line, nullptr, false);
    if (!object.is_object()) return std::nullopt;
    std::set<std::string> keys;
    for (const auto& [key, value] : object.items()) keys.insert(key);
    for (const char* known : {"match", "room", "session", "player"}) keys.erase(known);
    // Written once each: a second one would have hidden the first.
    std::size_t names = 0;
    for (std::size_t at = 0; (at = line.find("\":\"", at)) != line.npos; ++at) ++names;
    if (keys != std::set<std::string>{"level", "message", "time"} || names != object.size())
        return std::nullopt;
    return object.at("message").get<std::string>();
}

// S68
TEST(Operations, NothingThatAPeerOrAnOperatorWritesForgesOrBreaksALineOfTheLog) {
    const std::string forged =
        "\n2026-01-01 00:00:00.000 error forged\n"
        R"({"time":"2026-01-01T00:00:00.000Z","level":"error","message":"forged"})"
        "\r\x1b[2K\x1b[31mforged\x1b[0m\x7f\b\t\xc2\x9b"
        "31m\xe2\x80\xa8 forged "
        "\xe2\x80\xae\xf3\xa0\x81\x81\"}\\";
    for (const bool in_json : {false, true}) {
        SCOPED_TRACE(in_json);
        ServerProcess server({"--log-level", "trace", "--log-format", in_json ? "json" : "text",
                              "--trusted-proxies", "127.0.0.0/8"});
        const std::string quoted = json(forged).dump();
        const std::string in_a_header =
            "198.51.100.7\x1b[31m\xc2\x9b"
            "31m\t\xe2\x80\xa8"
            "forged\"";
        for (const std::string& path :
             {"/ws" + forged, std::string("/%0a%0dforged"), "/api/v1/matches/" + in_a_header, in_a_header})
            for (const std::string& header : {std::string("X-Forwarded-For"), std::string("User-Agent"),
                                              std::string("Origin"), std::string("Host")}) {
                RawSocket socket(server.port());
                socket.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header + ": " + in_a_header +
                            "\r\n" + header + ": a\n\r\n b" + forged + "\r\n\r\n");
                socket.reply();
                RawSocket link(server.port());
                if (link.upgrade(header + ": " + in_a_header + "\r\n").status == 101) {
                    link.send_text(guest_hello);
                    link.wait_for_text("resumeToken");
                }
            }
        const auto hello = [&](const std::string& name, const std::string& auth) {
            return R"({"type":"hello","id":0,"data":{"protocol":[1],"client":{"name":)" + name +
                   R"(,"version":)" + name + R"(},"auth":{)" + auth + "}}}";
        };
        RawSocket link(server.port());
        link.upgrade("X-Forwarded-For: 198.51.100.7\r\n");
        for (const std::string& frame :
             {hello(quoted, R"("kind":"token","token":)" + quoted),
              hello(quoted, R"("kind":"guest","name":)" + quoted), hello(quoted, R"("kind":"guest")"),
              hello(R"("raw")", R"("kind":"guest")")})
            link.send_text(frame);
        const std::string session = json::parse(link.wait_for_text("resumeToken")).at("data").at("session");
        int id = 0;
        for (const std::string& said :
             {R"("type":"chat.send","data":{"channel":"lobby","text":)" + quoted + "}",
              R"("type":"room.create","data":{"game":)" + quoted + "}",
              R"("type":"room.create","data":{"game":"sight","name":)" + quoted + R"(,"password":)" + quoted +
                  R"(,"seats":[{"kind":"human"},{"kind":"human"}]})",
              R"("type":"room.join","data":{"code":)" + quoted + R"(,"room":)" + quoted + "}",
              R"("type":"move.play","match":)" + quoted + R"(,"data":{"turn":0,"move":)" + quoted +
                  R"(,"moveId":)" + quoted + "}",
              R"("type":"match.watch","match":)" + quoted,
              R"("type":"player.report","data":{"player":)" + quoted + R"(,"reason":"other","text":)" +
                  quoted + "}",
              R"("type":"player.block","data":{"player":)" + quoted + R"(,"blocked":true})",
              R"("type":"engine.legal","data":{"game":"sight","pos":)" + quoted + "}",
              R"("type":)" + quoted}) {
            link.send_text("{\"id\":" + std::to_string(++id) + "," + said + "}");
            link.wait_for_text("\"re\":" + std::to_string(id));
        }
        link.send_text(R"({"type":"ping","id":)" + quoted + "}");
        link.send_text(forged);
        link.wait_for_text("bad_json");

        // What is written about a report, and all that an operator says, is in the log.
        std::string words = forged.substr(forged.find("{"));
        const std::string command = " admin --data " + (server.folder() / "data").string() +
                                    " ban 192.0.2.9 1h 'marker \xff\xc0\xaf" + words + "'";
        EXPECT_EQ(run(command.substr(1)).status, 0);

        std::istringstream lines(complete_log(server));
        int sessions = 0, operators = 0;
        for (std::string line; std::getline(lines, line);) {
            EXPECT_TRUE(is_one_plain_line(line))
                << json(line).dump(-1, ' ', true, json::error_handler_t::replace);
            const auto message = message_of(line, in_json);
            ASSERT_TRUE(message) << line;
            sessions += message->find("session " + session) == 0;
            if (message->find("forged") == message->npos) continue;
            EXPECT_THAT(*message, ::testing::StartsWith("operator uid ")) << line;
            ++operators;
        }
        EXPECT_GE(sessions, 1);
        EXPECT_EQ(operators, 1);
    }
}

TEST(Operations, InJsonEachLineIsAnObjectTheFirstAndTheLastToo) {
    ServerProcess server({"--log-format", "json", "--log-level", "error"});
    std::ifstream in(server.folder() / "stdout");
    const std::string first{std::istreambuf_iterator<char>(in), {}};
    EXPECT_THAT(first,
                ::testing::MatchesRegex(
                    "\\{\"time\":\"[^\"]+\",\"level\":\"info\",\"message\":\"pentad-server listening on "
                    "http://127\\.0\\.0\\.1:[0-9]+/\"\\}\n"));
    const Output ended = run("--log-format json --data :memory: --port " + std::to_string(server.port()));
    EXPECT_EQ(ended.status, 1);
    std::istringstream lines(ended.text);
    for (std::string line; std::getline(lines, line);)
        EXPECT_TRUE(line.starts_with("{\"time\":") && line.ends_with("\"}")) << line;
    EXPECT_THAT(ended.text, HasSubstr("\"level\":\"error\",\"message\":\"pentad-server: cannot listen"));
}

TEST(Operations, TheAddressIsOneThatABrowserTakes) {
    ServerProcess server({"--metrics-port", "0", "--metrics-bind", "127.0.0.2"});
    EXPECT_THAT(server.log(), HasSubstr("metrics at http://127.0.0.2:"));
    // Not every machine has IPv6.
    const Output refused = run("--check-config --data :memory: --bind ::1");
    if (refused.status != 0) {
        EXPECT_THAT(refused.text, HasSubstr("choose an address of this machine with --bind"));
        return;
    }
    ServerProcess newer({"--metrics-port", "0", "--metrics-bind", "::1"});
    EXPECT_THAT(newer.log(), HasSubstr("metrics at http://[::1]:"));
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
    const std::string log = complete_log(server);
    EXPECT_THAT(log, HasSubstr("of sight starts in room " + room + R"(","match":")" + match +
                               R"(","room":")" + room + "\"}"));
    EXPECT_THAT(log, HasSubstr(R"(is over: resign","match":")" + match + "\"}"));
    EXPECT_THAT(log, HasSubstr(R"(,"session":")" + session + R"(","player":")" + ann.player() + "\"}"));
}

}  // namespace
}  // namespace pentad::testing
