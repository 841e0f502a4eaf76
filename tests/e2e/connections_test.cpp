// Who connects too much, too slowly or without a word: it costs nobody else anything.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "tests/support/fault_proxy.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using nlohmann::json;

RawSocket connected(const ServerProcess& server) {
    RawSocket socket(server.port());
    EXPECT_EQ(socket.upgrade().status, 101);
    return socket;
}

/// An operator's question to the server, on its way.
class Question {
  public:
    Question(const ServerProcess& server, const std::string& line) {
        sockaddr_un address{AF_UNIX, {}};
        const std::string path = (server.folder() / "data" / "admin.sock").string();
        std::copy(path.begin(), path.end(), address.sun_path);
        EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        EXPECT_EQ(::send(socket_, line.data(), line.size(), MSG_NOSIGNAL), std::ssize(line));
    }
    ~Question() { ::close(socket_); }
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;

    /// Nothing when none comes in time.
    std::string answer() const {
        pollfd waiting{socket_, POLLIN, 0};
        if (::poll(&waiting, 1, 20'000) != 1) return "";
        char part[64];
        const ssize_t size = ::recv(socket_, part, sizeof part, 0);
        return size > 0 ? std::string(part, static_cast<std::size_t>(size)) : "";
    }

  private:
    const int socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
};

TEST(Limits, OutOfDescriptorsItStaysAliveWithoutSpinningAndAcceptsAgainLater) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "without descriptors the sanitizer cannot tell what memory is, and ends the server";
#endif
    ServerProcess server;
    TestClient innocent = TestClient::guest(server.port());
    server.limit_descriptors(64);
    std::optional<Question> question;
    {
        std::vector<RawSocket> crowd;
        for (int i = 0; i < 200; ++i) crowd.emplace_back(server.port());
        for (int i = 0; server.descriptors() < 64 && i < 2'000; ++i) ::poll(nullptr, 0, 10);
        question.emplace(server, "status\n");
        const auto start = std::chrono::steady_clock::now();
        const auto used = server.processor_time();
        // The alarm that a server sets itself may not become a loop: measured over a while, seldom disturbed.
        for (int i = 1; i <= 20; ++i) {
            while (std::chrono::steady_clock::now() - start < i * 100ms) ::poll(nullptr, 0, 10);
            innocent.request<Pong>(Ping{});
        }
        EXPECT_LT(server.processor_time() - used, 400ms) << "20 % of 2 s";
    }
    EXPECT_THAT(question->answer(), ::testing::StartsWith("0\n")) << "the operator waits like all others";
    server.wait_for_descriptors(40);
    TestClient::guest(server.port()).request<Pong>(Ping{});
}

TEST(Limits, FiveHundredResetsLeakNoDescriptor) {
    ServerProcess server;
    TestClient innocent = TestClient::guest(server.port());
    const std::size_t before = server.descriptors();
    for (int i = 0; i < 500; ++i) {
        RawSocket socket(server.port());
        if (i % 3 > 0) socket.upgrade();
        if (i % 3 > 1) socket.send_text(guest_hello);
        socket.reset();
    }
    server.wait_for_descriptors(before);
    innocent.request<Pong>(Ping{});
}

TEST(Limits, ASlowHandshakeIsClosedAndALinkThatDoesNotSayHelloToo) {
    ServerProcess server({"--hello-timeout-ms", "300"});
    RawSocket silent = connected(server);
    EXPECT_EQ(silent.until_closed(), 4002);
    FaultProxy slow_line(server.port());
    slow_line.next({{}, {}, 20ms, 1, false});
    RawSocket dribbling(slow_line.port());
    dribbling.send("GET /ws HTTP/1.1\r\nHost: localhost\r\nX-Long: " + std::string(1000, 'a'));
    EXPECT_EQ(dribbling.rest(), "");
    TestClient::guest(server.port()).request<Pong>(Ping{});
}

TEST(Limits, AConnectionThatSaysNothingAtAllIsClosedByADeadlineFromItsBeginning) {
    ServerProcess server({"--hello-timeout-ms", "300"});
    const auto start = std::chrono::steady_clock::now();
    std::vector<RawSocket> silent;
    for (int i = 0; i < 20; ++i) silent.emplace_back(server.port());
    for (RawSocket& one : silent) EXPECT_EQ(one.rest(), "");
    const auto took = std::chrono::steady_clock::now() - start;
    EXPECT_GE(took, 300ms);
    EXPECT_LT(took, 8s) << "it is not another time-out, which would be 10 s";
}

TEST(Limits, AFullServerSaysSoAndLetsInAgainWhenSomebodyLeaves) {
    ServerProcess server({"--max-connections", "3"});
    std::vector<TestClient> guests;
    for (int i = 0; i < 3; ++i) guests.push_back(TestClient::guest(server.port()));
    const std::size_t full = server.descriptors();
    EXPECT_EQ(connected(server).until_closed(), 4009);
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/version").status, 503);
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/healthz").status, 200) << "full is not ill";
    server.wait_for_descriptors(full);
    guests.pop_back();
    server.wait_for_descriptors(full - 1);
    TestClient::guest(server.port()).request<Pong>(Ping{});
}

TEST(Limits, AServerThatCanTakeNobodyIsNotReadyUntilSomebodyLeaves) {
    const auto readiness = [](const ServerProcess& server) {
        return RawSocket(server.port()).request("GET", "/readyz");
    };
    const auto becomes_ready = [&](const ServerProcess& server) {
        for (int i = 0; i < 2'000 && readiness(server).status != 200; ++i) ::poll(nullptr, 0, 10);
        return readiness(server).body;
    };
    {
        ServerProcess server({"--max-connections", "3"});
        EXPECT_EQ(readiness(server).status, 200);
        std::vector<TestClient> guests;
        for (int i = 0; i < 2; ++i) guests.push_back(TestClient::guest(server.port()));
        EXPECT_EQ(becomes_ready(server), "ready\n") << "one more is let in";
        RawSocket silent = connected(server);
        const HttpReply full = readiness(server);
        EXPECT_EQ(full.status, 503);
        EXPECT_EQ(full.body, "{\"ready\":false,\"reasons\":[\"full\"]}\n");
        EXPECT_EQ(RawSocket(server.port()).request("GET", "/healthz").status, 200) << "full is not ill";
        silent.reset();
        EXPECT_EQ(becomes_ready(server), "ready\n");
        TestClient::guest(server.port()).request<Pong>(Ping{});
    }
    ServerProcess server({"--max-sessions", "2"});
    TestClient first = TestClient::guest(server.port());
    EXPECT_EQ(readiness(server).status, 200);
    TestClient second = TestClient::guest(server.port());
    EXPECT_EQ(readiness(server).body, "{\"ready\":false,\"reasons\":[\"full\"]}\n")
        << "nobody's session can end for a new one";
    second.cut();
    EXPECT_EQ(becomes_ready(server), "ready\n");
    TestClient::guest(server.port()).request<Pong>(Ping{});
}

TEST(Limits, OneAddressMayHaveSoManyLinksAndSayHelloSoOften) {
    ServerProcess server(
        {"--max-links-per-address", "4", "--hellos-per-minute", "3", "--trusted-proxies", "127.0.0.0/8"});
    {
        std::vector<RawSocket> links;
        for (int i = 0; i < 4; ++i) links.push_back(connected(server));
        EXPECT_EQ(connected(server).until_closed(), 1013);
        RawSocket other(server.port());
        EXPECT_EQ(other.upgrade("X-Forwarded-For: 198.51.100.7\r\n").status, 101);
        other.send_text(guest_hello);
        other.wait_for_text("resumeToken");
    }
    for (int i = 0; i < 4; ++i) {
        RawSocket socket(server.port());
        socket.upgrade("X-Forwarded-For: 192.0.2." + std::to_string(i) + ", 203.0.113.9\r\n");
        socket.send_text(guest_hello);
        const auto reply = json::parse(socket.wait_for_text("\"re\":0"));
        if (i < 3)
            EXPECT_EQ(reply.at("type"), "ok");
        else
            EXPECT_EQ(reply.at("error").at("code"), "rate_limited");
        socket.reset();
    }
}

TEST(Limits, OneAddressMayHaveSoManyConnectionsThoughTheySayNothing) {
    ServerProcess server({"--max-links-per-address", "3"});
    const std::size_t before = server.descriptors();
    {
        std::vector<RawSocket> silent;
        for (int i = 0; i < 3; ++i) silent.emplace_back(server.port());
        const HttpReply refused = RawSocket(server.port()).request("GET", "/version");
        EXPECT_EQ(refused.status, 429);
        EXPECT_THAT(refused.body, ::testing::HasSubstr("rate_limited"));
        EXPECT_EQ(connected(server).until_closed(), 1013);
        EXPECT_EQ(RawSocket(server.port()).request("GET", "/healthz").status, 200);
        EXPECT_EQ(RawSocket(server.port(), "127.0.0.2").request("GET", "/version").status, 200)
            << "another address";
        for (int i = 0; i < 64; ++i) silent.emplace_back(server.port());
        EXPECT_EQ(RawSocket(server.port()).rest(), "");
        EXPECT_EQ(RawSocket(server.port(), "127.0.0.2").request("GET", "/version").status, 200);
    }
    server.wait_for_descriptors(before);
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/version").status, 200);
}

TEST(Limits, OneAddressMayMakeSoManyRequestsAMinute) {
    ServerProcess server({"--requests-per-minute", "6"});
    RawSocket socket(server.port());
    HttpReply reply = socket.request("GET", "/version");
    for (int i = 0; i < 10 && reply.status == 200; ++i) reply = socket.request("GET", "/version");
    EXPECT_EQ(reply.status, 429);
    EXPECT_THAT(reply.body, ::testing::HasSubstr("rate_limited"));
    const int wait = std::stoi(reply.header("retry-after"));
    EXPECT_GE(wait, 1);
    EXPECT_LE(wait, 11) << "six a minute are one in ten seconds";
    EXPECT_EQ(socket.request("GET", "/healthz").status, 200) << "the same connection goes on";
    EXPECT_EQ(RawSocket(server.port(), "127.0.0.2").request("GET", "/version").status, 200);
    TestClient::guest(server.port()).request<Pong>(Ping{});
}

TEST(Limits, EveryAnswerCountsAsARequestOfWhoeverAsked) {
    const std::string end = " HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    const std::string upgrade =
        "GET /games/ws" + end +
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const std::string version = "Sec-WebSocket-Version: 13\r\n";
    const std::vector<std::pair<std::string, int>> kinds{
        {"GET /elsewhere" + end + "\r\n", 404},
        {"GET /games" + end + "\r\n", 308},
        {"GET /games/version HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421},
        {"GET /elsewhere HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421},
        {"GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421},
        {"GET /elsewhere HTTP/1.1\r\n\r\n", 400},
        {"POST /games/version" + end + "\r\n", 405},
        {"GET /games/version" + end + "Content-Length: 1\r\n\r\nx", 400},
        {"no request\r\n\r\n", 400},
        {"GET /" + std::string(9'000, 'a') + end + "\r\n", 431},
        {upgrade + version + "Origin: http://evil.example\r\n\r\n", 403},
        {upgrade + version + "Sec-WebSocket-Protocol: chat\r\n\r\n", 400},
        {upgrade + "\r\n", 426}};
    ServerProcess server(
        {"--requests-per-minute", "3", "--base-path", "/games", "--allowed-hosts", "127.0.0.1"});
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const std::string from = "127.0.1." + std::to_string(i + 1);
        const auto status = [&](const std::string& bytes) {
            RawSocket socket(server.port(), from);
            socket.send(bytes);
            const auto reply = socket.reply();
            return reply ? reply->status : 0;
        };
        for (int k = 0; k < 3; ++k) EXPECT_EQ(status(kinds[i].first), kinds[i].second) << kinds[i].first;
        EXPECT_EQ(status(kinds[i].first), 429) << kinds[i].first;
        EXPECT_EQ(status("GET /games/version" + end + "\r\n"), 429) << kinds[i].first;
        EXPECT_EQ(status("GET /healthz" + end + "\r\n"), 200);
        EXPECT_EQ(status(upgrade + version + "\r\n"), 101) << "a link counts as a link";
    }
}

TEST(Limits, WhatManyReadSlowlyIsInMemoryOnce) {
    const TemporaryFolder web;
    std::ofstream(web.path() / "index.html") << std::string(16 * 1024 * 1024, 'x');
    ServerProcess server({"--web", web.path().string()});
    TestClient innocent = TestClient::guest(server.port());
    const std::size_t before = server.resident_bytes();
    std::vector<RawSocket> readers;
    for (int i = 0; i < 20; ++i) {
        readers.emplace_back(server.port());
        readers.back().send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    // What came after them has been answered, so all of them have been begun.
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/version").status, 200);
    innocent.request<Pong>(Ping{});
    EXPECT_LT(server.resident_bytes(), ServerProcess::bound(before + 16 * 1024 * 1024));
    const auto whole = readers.front().reply();
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->body.size(), 16U * 1024 * 1024);
}

TEST(Limits, WhoIsTooManyIsToldSoUpToANumberAndThenClosedWithoutAWord) {
    ServerProcess server({"--max-connections", "1"});
    const std::size_t before = server.descriptors();
    {
        std::vector<RawSocket> crowd;
        for (int i = 0; i < 1 + 64; ++i) crowd.emplace_back(server.port());
        EXPECT_EQ(RawSocket(server.port()).rest(), "");
        EXPECT_EQ(crowd.back().request("GET", "/version").status, 503);
        EXPECT_EQ(crowd.front().request("GET", "/version").status, 200);
    }
    server.wait_for_descriptors(before);
    TestClient::guest(server.port()).request<Pong>(Ping{});
}

}  // namespace
}  // namespace pentad::testing
