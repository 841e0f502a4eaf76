// S69: to which names the server answers, and to pages of which origins.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <regex>
#include <string>
#include <vector>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/shell_command.hpp"

namespace pentad::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string machine_name() {
    std::string name(256, '\0');
    ::gethostname(name.data(), name.size() - 1);
    return name.c_str();
}

HttpReply ask(std::uint16_t port, const std::string& first_line, const std::string& headers) {
    RawSocket socket(port);
    socket.send(first_line + " HTTP/1.1\r\n" + headers + "\r\n");
    const auto reply = socket.reply();
    return reply ? *reply : HttpReply{};
}

int upgraded(std::uint16_t port, const std::string& headers, const std::string& target = "/ws") {
    return ask(port, "GET " + target,
               headers +
                   "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")
        .status;
}

TEST(Hosts, AndOriginsHaveBothToBeOursForAWebSocket) {
    ServerProcess server({"--allowed-hosts", "play.example,127.0.0.1", "--allowed-origins",
                          "https://app.example", "--requests-per-minute", "0"});
    const std::string port = ":" + std::to_string(server.port());
    struct Header {
        std::string lines;
        int refused;  ///< 0: it is one of ours
        std::string name{};
    };
    const auto host = [](const std::string& name, int refused = 0) {
        return Header{"Host: " + name + "\r\n", refused, name};
    };
    const auto origin = [](const std::string& text, int refused = 403) {
        return Header{"Origin: " + text + "\r\n", refused};
    };
    const std::vector<Header> hosts{host("play.example"),
                                    host("Play.Example:443"),
                                    host("127.0.0.1" + port),
                                    host("evil.example", 421),
                                    host("evil.example" + port, 421),
                                    host("play.example.evil.example", 421),
                                    host("evil.example.play.example", 421),
                                    host("play.example@evil.example", 421),
                                    host("evil.example#play.example", 421),
                                    host("play.example."),
                                    host("play.example.:443"),
                                    host("play.example..", 421),
                                    host("localhost" + port, 421),
                                    host("[::1]" + port, 421),
                                    host("127.1", 421),
                                    host("2130706433", 421),
                                    host("", 400),
                                    {"", 400},
                                    {"Host: play.example\r\nHost: evil.example\r\n", 400},
                                    {"Host: evil.example\r\nX-Forwarded-Host: play.example\r\n", 421}};
    for (const Header& named : hosts) {
        // The pages of a name that was made to lead here are of the same origin as what they ask.
        const std::vector<Header> origins{
            {"", 0},
            origin("http://" + named.name, named.refused),
            origin("https://app.example", 0),
            origin("https://app.example.evil.example"),
            origin("https://app.example:8443"),
            origin("http://app.example"),
            origin("https://evil.example"),
            origin("null"),
            origin(""),
            {"Origin: https://app.example\r\nOrigin: https://evil.example\r\n", 403}};
        for (const Header& from : origins) {
            RawSocket socket(server.port());
            socket.send("GET /ws HTTP/1.1\r\n" + named.lines + from.lines +
                        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
            // A refused client may send anything; nobody reads it.
            socket.send_text(guest_hello);
            const auto reply = socket.reply();
            ASSERT_TRUE(reply) << named.lines << from.lines;
            const int refused = named.refused != 0 ? named.refused : from.refused;
            EXPECT_EQ(reply->status, refused != 0 ? refused : 101) << named.lines << from.lines;
            if (refused == 0)
                socket.wait_for_text("resumeToken");
            else
                EXPECT_THAT(socket.rest(), Not(HasSubstr("resumeToken")));
        }
        if (named.refused == 0) continue;
        for (const char* target : {"/", "/api/v1/rooms", "/nothing"}) {
            RawSocket socket(server.port());
            socket.send("GET " + std::string(target) + " HTTP/1.1\r\n" + named.lines + "\r\n");
            EXPECT_EQ(socket.reply()->status, named.refused) << target << ' ' << named.lines;
        }
    }
}

TEST(Hosts, AreAddressesLocalhostAndTheMachinesNameWithoutASetting) {
    ServerProcess server({"--metrics-port", "0", "--requests-per-minute", "0"});
    const std::string log = server.log();
    std::smatch metrics;
    ASSERT_TRUE(std::regex_search(log, metrics, std::regex("metrics at http://127\\.0\\.0\\.1:(\\d+)/")));
    const auto metrics_port = static_cast<std::uint16_t>(std::stoi(metrics[1]));
    const std::string port = ":" + std::to_string(server.port());
    for (const std::string& name : {std::string("127.0.0.1"), std::string("192.0.2.7"), std::string("[::1]"),
                                    std::string("[2001:db8::7]"), std::string("localhost"),
                                    std::string("LocalHost."), machine_name(), machine_name() + "."}) {
        const std::string host = "Host: " + name + port + "\r\n";
        for (const char* target : {"/healthz", "/readyz", "/version", "/api/v1/rooms"})
            EXPECT_EQ(ask(server.port(), std::string("GET ") + target, host).status, 200) << target << host;
        EXPECT_EQ(upgraded(server.port(), host), 101) << host;
        EXPECT_EQ(upgraded(server.port(), host + "Origin: http://" + name + port + "\r\n"), 101) << host;
        EXPECT_EQ(upgraded(server.port(), host + "Origin: http://evil.example\r\n"), 403) << host;
        EXPECT_EQ(ask(metrics_port, "GET /metrics", host).status, 200) << host;
    }
    for (const std::string& name :
         {std::string("evil.example"), std::string("localhost.evil.example"), std::string("evil.localhost"),
          machine_name() + ".evil.example", std::string("127.0.0.1.evil.example"), std::string("127.1"),
          std::string("user@127.0.0.1"), std::string("[::1"), std::string("com")}) {
        const std::string host = "Host: " + name + port + "\r\n";
        // The page that a foreign name was made to lead here for has that name as its origin.
        for (const std::string& origin : {std::string(), "Origin: http://" + name + port + "\r\n"}) {
            for (const char* target : {"/", "/healthz", "/version", "/api/v1/rooms", "/nothing"}) {
                const HttpReply refused = ask(server.port(), std::string("GET ") + target, host + origin);
                EXPECT_EQ(refused.status, 421) << target << host;
                EXPECT_THAT(refused.body, HasSubstr("--allowed-hosts")) << "it says what to do";
                EXPECT_FALSE(refused.headers.contains("access-control-allow-origin"));
            }
            EXPECT_EQ(upgraded(server.port(), host + origin), 421) << host;
            const HttpReply metrics_refused = ask(metrics_port, "GET /metrics", host + origin);
            EXPECT_EQ(metrics_refused.status, 421) << host;
            EXPECT_THAT(metrics_refused.body, Not(HasSubstr("pentad_connections")));
        }
    }
}

TEST(Hosts, OfTheMetricsAreAddressesAndTheNamesThatAreAllowed) {
    ServerProcess server({"--metrics-port", "0", "--allowed-hosts", "play.example"});
    const std::string log = server.log();
    std::smatch metrics;
    ASSERT_TRUE(std::regex_search(log, metrics, std::regex("metrics at http://127\\.0\\.0\\.1:(\\d+)/")));
    const auto port = static_cast<std::uint16_t>(std::stoi(metrics[1]));
    for (const char* host : {"127.0.0.1", "localhost", "play.example"})
        EXPECT_EQ(ask(port, "GET /metrics", std::string("Host: ") + host + ":9090\r\n").status, 200) << host;
    EXPECT_EQ(ask(port, "GET /metrics", "Host: evil.example\r\n").status, 421);
}

TEST(Hosts, ThatAreNotAnsweredAreToldToTheTerminalClient) {
    ServerProcess server({"--allowed-hosts", "play.example"});
    const Ran ran = run(PENTAD_TERMINAL " login --server ws://localhost:" + std::to_string(server.port()));
    EXPECT_NE(ran.status, 0);
    EXPECT_THAT(ran.text, HasSubstr("does not answer to the name localhost"));
    EXPECT_THAT(ran.text, HasSubstr("--allowed-hosts"));
}

TEST(Hosts, DoNotMatterToAHealthCheckByAddress) {
    ServerProcess server({"--allowed-hosts", "play.example", "--base-path", "/pentad"});
    for (const char* target : {"GET /healthz", "GET /readyz"}) {
        EXPECT_EQ(ask(server.port(), target, "Host: 10.1.2.3:8080\r\n").status, 200);
        EXPECT_EQ(ask(server.port(), target, "Host: play.example\r\n").status, 200);
        EXPECT_EQ(ask(server.port(), target, "Host: evil.example\r\n").status, 421);
    }
    EXPECT_EQ(ask(server.port(), "GET /pentad/version", "Host: 10.1.2.3:8080\r\n").status, 421);
}

TEST(Hosts, OfAnAbsoluteTargetCountInPlaceOfTheHeader) {
    ServerProcess server({"--allowed-hosts", "play.example"});
    const std::string ours = "Host: play.example\r\n", foreign = "Host: evil.example\r\n";
    for (const std::string& headers : {ours, foreign}) {
        const HttpReply version = ask(server.port(), "GET http://play.example:8080/version", headers);
        EXPECT_EQ(version.status, 200) << headers;
        EXPECT_THAT(version.body, HasSubstr("\"protocol\":[1]"));
        EXPECT_EQ(ask(server.port(), "GET HTTPS://Play.Example/api/v1/rooms?x=1", headers).status, 200);
        EXPECT_THAT(ask(server.port(), "GET http://play.example", headers).body, HasSubstr("no web client"));
        EXPECT_THAT(ask(server.port(), "GET http://play.example?x", headers).body,
                    HasSubstr("no web client"));
        EXPECT_EQ(
            upgraded(server.port(), headers + "Origin: http://play.example\r\n", "http://play.example/ws"),
            101);
        EXPECT_EQ(
            upgraded(server.port(), headers + "Origin: http://evil.example\r\n", "http://play.example/ws"),
            403);
        for (const char* target : {"http://evil.example/version", "http://user@play.example/version",
                                   "http://play.example:x/version", "http:///version", "https://"})
            EXPECT_EQ(ask(server.port(), std::string("GET ") + target, headers).status, 421) << target;
        EXPECT_EQ(
            upgraded(server.port(), headers + "Origin: http://evil.example\r\n", "http://evil.example/ws"),
            421);
    }
    EXPECT_EQ(ask(server.port(), "GET http://play.example/version", "").status, 400) << "no Host at all";
    EXPECT_EQ(ask(server.port(), "GET http://play.example/version", ours + foreign).status, 400);
    EXPECT_EQ(ask(server.port(), "GET ftp://play.example/version", ours).status, 404);
    EXPECT_EQ(ask(server.port(), "GET /http://evil.example/version", ours).status, 404);
}

}  // namespace
}  // namespace pentad::testing
