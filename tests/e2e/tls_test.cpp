// TLS that the server speaks itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "tests/support/fault_proxy.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

struct Ran {
    int status = 0;
    std::string text;
};

/// A command of the shell, and all that it printed.
Ran run(const std::string& command) {
    Ran ran;
    FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
    std::array<char, 1024> chunk;
    while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), pipe))
        ran.text.append(chunk.data(), count);
    const int status = ::pclose(pipe);
    ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return ran;
}

/// Takes plain connections to a port of its own to the server's over TLS, so that a test may say what it
/// likes within.
class WayOverTls {
  public:
    explicit WayOverTls(const std::string& port) {
        way_ = ::popen(
            ("exec python3 " PENTAD_TESTS_DIR "/support/tls_client.py " + port + " & echo $!; wait").c_str(),
            "r");
        if (std::fscanf(way_, "%d %hu", &process_, &port_) != 2) throw std::runtime_error("No way.");
    }
    ~WayOverTls() {
        ::kill(process_, SIGTERM);
        ::pclose(way_);
    }
    WayOverTls(const WayOverTls&) = delete;
    WayOverTls& operator=(const WayOverTls&) = delete;

    std::uint16_t port() const { return port_; }
    RawSocket greeted() const {
        RawSocket socket(port_);
        EXPECT_EQ(socket.upgrade().status, 101);
        socket.send_text(guest_hello);
        socket.wait_for_text("resumeToken");
        return socket;
    }

  private:
    FILE* way_ = nullptr;
    pid_t process_ = 0;
    std::uint16_t port_ = 0;
};

class Tls : public ::testing::Test {
  protected:
    Tls() { certify("first"); }

    /// A new certificate for `localhost`, in the place of the older one.
    void certify(const std::string& organisation) const {
        const Ran made =
            run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /O=" +
                organisation + "/CN=localhost -addext subjectAltName=DNS:localhost -keyout " + key() +
                " -out " + certificate());
        ASSERT_EQ(made.status, 0) << made.text;
    }
    std::string certificate() const { return (folder_.path() / "certificate.pem").string(); }
    std::string key() const { return (folder_.path() / "key.pem").string(); }
    std::vector<std::string> settings(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> all{"--tls-port",        "0",           "--tls-bind", "127.0.0.1",
                                     "--tls-certificate", certificate(), "--tls-key",  key()};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    static std::string port_of(const ServerProcess& server) {
        const std::string log = server.log();
        std::smatch found;
        std::regex_search(log, found, std::regex("TLS at https://127\\.0\\.0\\.1:(\\d+)/"));
        return found[1].str();
    }
    Ran login(const ServerProcess& server, const std::string& more = "") const {
        return run("XDG_CONFIG_HOME=" + folder_.path().string() +
                   " " PENTAD_TERMINAL " login --name Ann --server wss://localhost:" + port_of(server) +
                   "/ws --ca " + certificate() + more);
    }
    std::string shown_by(const ServerProcess& server, const std::string& how = "") const {
        return run("echo | openssl s_client -connect 127.0.0.1:" + port_of(server) + " " + how).text;
    }

    const TemporaryFolder folder_;
};

TEST_F(Tls, CarriesWebSocketsAndPages) {
    ServerProcess server(settings());
    const Ran came = login(server);
    EXPECT_EQ(came.status, 0) << came.text;
    const Ran page = run(
        "printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' | openssl "
        "s_client -quiet -connect 127.0.0.1:" +
        port_of(server));
    EXPECT_THAT(page.text, HasSubstr("200 OK"));
    // The other port goes on.
    EXPECT_EQ(server.get("/healthz"), "ok\n");
    EXPECT_EQ(server.terminate(), 0);
}

TEST_F(Tls, SpeaksNothingOlderThanItsVersion12) {
    ServerProcess server(settings());
    EXPECT_THAT(shown_by(server, "-tls1_2"), HasSubstr("TLSv1.2"));
    EXPECT_THAT(shown_by(server, "-tls1_3"), HasSubstr("TLSv1.3"));
    EXPECT_THAT(shown_by(server, "-tls1_1 -cipher ALL:@SECLEVEL=0"), HasSubstr("alert protocol version"));
}

TEST_F(Tls, TakesARenewedCertificateOnSighupAndKeepsTheOldOneIfItIsNone) {
    ServerProcess server(settings());
    EXPECT_THAT(shown_by(server), HasSubstr("O = first"));
    const auto reload = [&](const std::string& said) {
        const auto before = server.log().size();
        ::kill(server.pid(), SIGHUP);
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (server.log().find(said, before) == std::string::npos) {
            ASSERT_LT(std::chrono::steady_clock::now(), deadline) << server.log();
            ::poll(nullptr, 0, 5);
        }
    };
    certify("second");
    reload("no setting has changed");
    EXPECT_THAT(shown_by(server), HasSubstr("O = second"));
    run("echo nonsense > " + certificate());
    reload("the settings stay as they are: the certificate");
    EXPECT_THAT(shown_by(server), HasSubstr("O = second"));
}

TEST_F(Tls, WithoutACertificateTheServerSaysSoAndEnds) {
    fs::remove(key());
    try {
        ServerProcess server(settings());
        FAIL() << "it started";
    } catch (const std::runtime_error& ended) {
        EXPECT_THAT(ended.what(), HasSubstr("ended with 1"));
        EXPECT_THAT(ended.what(), HasSubstr("--tls-key"));
    }
}

TEST_F(Tls, AKeyOfAnotherCertificateIsRefusedByTheCheckTooAndThenNothingIsTakenOver) {
    const std::string file = (folder_.path() / "pentad.toml").string();
    run("echo 'max-rooms = 5' > " + file);
    ServerProcess server(settings({"--config", file}));
    run("cp " + key() + " " + key() + ".first");
    certify("second");
    run("cp " + key() + ".first " + key());
    std::string flags = " --check-config --data :memory: --port 0";
    for (const std::string& setting : settings()) flags += " " + setting;
    const Ran checked = run(ServerProcess::program() + flags);
    EXPECT_EQ(checked.status, 1);
    EXPECT_THAT(checked.text, HasSubstr("key values mismatch"));
    run("echo 'max-rooms = 6' > " + file);
    ::kill(server.pid(), SIGHUP);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (server.log().find("stay as they are") == std::string::npos &&
           std::chrono::steady_clock::now() < deadline)
        ::poll(nullptr, 0, 5);
    EXPECT_THAT(server.log(), HasSubstr("key values mismatch"));
    EXPECT_THAT(server.log(), Not(HasSubstr("max-rooms")));
}

TEST_F(Tls, WhoDoesNotShakeHandsHoldsNothingForLong) {
    ServerProcess server(settings({"--hello-timeout-ms", "200"}));
    const std::size_t before = server.descriptors();
    std::vector<RawSocket> silent;
    for (int i = 0; i < 20; ++i) silent.emplace_back(static_cast<std::uint16_t>(std::stoi(port_of(server))));
    for (RawSocket& one : silent) one.send("GET / HTTP/1.1\r\n\r\n");
    server.wait_for_descriptors(before);
}

TEST_F(Tls, WhoSaysNothingIsClosedByADeadlineBeforeTheHandshakeInItAndAfterIt) {
    ServerProcess server(settings({"--hello-timeout-ms", "500"}));
    const WayOverTls way(port_of(server));
    const auto port = static_cast<std::uint16_t>(std::stoi(port_of(server)));
    const std::size_t before = server.descriptors();
    const auto start = std::chrono::steady_clock::now();
    RawSocket silent(port), begun(port), inside(way.port());
    FaultProxy slow_line(port);
    slow_line.next({{}, {}, std::chrono::milliseconds(20), 1, false});
    RawSocket dribbling(slow_line.port());
    // A hello of 512 bytes, and not all of it.
    const std::string hello = std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11);
    begun.send(hello);
    dribbling.send(hello + std::string(400, 'x'));
    for (RawSocket* one : {&silent, &begun, &dribbling, &inside}) EXPECT_EQ(one->rest(), "");
    const auto took = std::chrono::steady_clock::now() - start;
    EXPECT_GE(took, std::chrono::milliseconds(500));
    EXPECT_LT(took, std::chrono::seconds(8)) << "it is not another time-out, which would be 10 s";
    server.wait_for_descriptors(before);
}

TEST_F(Tls, AnIdleLinkIsClosedWith4007) {
    ServerProcess server(settings({"--idle-timeout-ms", "300"}));
    const WayOverTls way(port_of(server));
    const std::size_t before = server.descriptors();
    // It reads the pings and answers none.
    EXPECT_EQ(way.greeted().until_closed(), 4007);
    server.wait_for_descriptors(before);
}

TEST_F(Tls, ASlowReaderIsClosedWith4006AndMemoryStaysBounded) {
    ServerProcess server(settings({"--frames-per-second", "0", "--log-level", "debug"}));
    const WayOverTls way(port_of(server));
    TestClient innocent = TestClient::guest(server.port());
    TestClient innocent_over_tls = TestClient::guest(way.port());
    const std::size_t descriptors = server.descriptors();
    RawSocket greedy = way.greeted();
    const std::size_t before = server.resident_bytes();
    const std::string ask = R"({"type":"engine.legal","id":1,"data":{"game":")" +
                            innocent.session().games.front().game + R"("}})";
    std::size_t worst = 0;
    const auto told = [&] { return server.log().find("slow_consumer") != std::string::npos; };
    // No faster than the server reads: who sends a megabyte behind its close is cut off without a word.
    for (int i = 0; i < 200'000 && !told(); i += 25) {
        for (int k = 0; k < 25; ++k) ASSERT_TRUE(greedy.send_text(ask));
        innocent.request<protocol::Pong>(protocol::Ping{});
        innocent_over_tls.request<protocol::Pong>(protocol::Ping{});
        worst = std::max(worst, server.resident_bytes());
    }
    ASSERT_TRUE(told());
    EXPECT_LT(worst, ServerProcess::bound(before + 64 * 1024 * 1024));
    EXPECT_EQ(greedy.until_closed(), 4006);
    greedy.reset();
    innocent_over_tls.request<protocol::Pong>(protocol::Ping{});
    server.wait_for_descriptors(descriptors);
}

TEST_F(Tls, WhoTakesNothingOfWhatItIsSentIsGivenUp) {
    fs::create_directory(folder_.path() / "web");
    std::ofstream(folder_.path() / "web" / "index.html") << std::string(16 * 1024 * 1024, 'x');
    ServerProcess server(settings({"--idle-timeout-ms", "1000", "--frames-per-second", "0", "--web",
                                   (folder_.path() / "web").string()}));
    const WayOverTls way(port_of(server));
    const std::size_t before = server.descriptors();
    {
        // Neither reads again: of a page that is larger than all that lies between, and of answers.
        RawSocket page(way.port()), link = way.greeted();
        page.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        const std::string ask = R"({"type":"engine.legal","id":1,"data":{"game":"sight"}})";
        for (int i = 0; i < 20'000; ++i) link.send_text(ask);
        server.wait_for_descriptors(before);
    }
    EXPECT_EQ(RawSocket(way.port()).request("GET", "/healthz").status, 200);
}

TEST_F(Tls, HoldsNothingOfWhoLeavesWithoutAWord) {
    ServerProcess server(settings());
    const std::size_t before = server.descriptors();
    // The server ends each connection, and no farewell of TLS comes back.
    const Ran left = run(
        "python3 -c \"import socket, ssl\n"
        "context = ssl._create_unverified_context()\n"
        "for _ in range(10):\n"
        "    one = context.wrap_socket(socket.create_connection(('127.0.0.1', " +
        port_of(server) +
        ")))\n"
        "    one.sendall(b'GET /version HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n')\n"
        "    print(one.recv(12))\n"
        "    socket.socket(fileno=one.detach()).close()\"");
    EXPECT_THAT(left.text, HasSubstr("HTTP/1.1 200"));
    server.wait_for_descriptors(before);
}

TEST_F(Tls, AConnectionTakesOneDescriptor) {
    ServerProcess server(settings());
    const WayOverTls way(port_of(server));
    const std::size_t before = server.descriptors();
    const RawSocket connection = way.greeted();
    EXPECT_EQ(server.descriptors(), before + 1);
}

TEST_F(Tls, SaysSoWhenTheServerIsFull) {
    ServerProcess server(settings({"--max-connections", "1"}));
    RawSocket one(server.port()), other(static_cast<std::uint16_t>(std::stoi(port_of(server))));
    const Ran page = run(
        "printf 'GET /version HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' | openssl "
        "s_client -quiet -connect 127.0.0.1:" +
        port_of(server));
    EXPECT_THAT(page.text, HasSubstr("503 Service Unavailable"));
    EXPECT_THAT(page.text, HasSubstr("server_full"));
}

TEST_F(Tls, OneAddressMayHaveSoManyConnectionsThoughTheyDoNotShakeHands) {
    const std::string from_there = "-bind 127.0.0.2:0";
    ServerProcess server(settings({"--max-links-per-address", "2"}));
    const auto port = static_cast<std::uint16_t>(std::stoi(port_of(server)));
    const std::size_t before = server.descriptors();
    {
        std::vector<RawSocket> silent;
        for (int i = 0; i < 2 + 64; ++i) silent.emplace_back(port, "127.0.0.2");
        EXPECT_THAT(shown_by(server, from_there), Not(HasSubstr("BEGIN CERTIFICATE")));
        EXPECT_EQ(login(server).status, 0) << "another address";
    }
    server.wait_for_descriptors(before);
    EXPECT_THAT(shown_by(server, from_there), HasSubstr("BEGIN CERTIFICATE"));
}

TEST(BasePath, IsWhereEverythingLives) {
    ServerProcess server({"--base-path", "/games/pentad"});
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/games/pentad/api/v1/rooms").status, 200);
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/games/pentad/").status, 200);
    const HttpReply moved = RawSocket(server.port()).request("GET", "/games/pentad?a=1");
    EXPECT_EQ(moved.status, 308);
    EXPECT_EQ(moved.header("location"), "/games/pentad/?a=1");
    for (const char* outside : {"/", "/api/v1/rooms", "/games/pentadx/", "/games", "*"})
        EXPECT_EQ(RawSocket(server.port()).request("GET", outside).status, 404) << outside;
    EXPECT_EQ(RawSocket(server.port()).upgrade("", "/games/pentad/ws").status, 101);
    EXPECT_EQ(RawSocket(server.port()).upgrade("").status, 404);
    // Who looks whether it is well need not know.
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/healthz").status, 200);
}

TEST_F(Tls, AnswersToTheSameHostsAsTheOtherPort) {
    ServerProcess server(settings());
    for (const auto& [host, status] : std::vector<std::pair<std::string, std::string>>{
             {"localhost", "200 OK"}, {"127.0.0.1", "200 OK"}, {"evil.example", "421 Misdirected Request"}}) {
        const Ran page = run("printf 'GET /version HTTP/1.1\\r\\nHost: " + host +
                             "\\r\\nConnection: close\\r\\n\\r\\n' | openssl s_client -quiet -connect "
                             "127.0.0.1:" +
                             port_of(server));
        EXPECT_THAT(page.text, HasSubstr("HTTP/1.1 " + status)) << host;
    }
}

TEST(BasePath, SendsOnWithoutALineBreakWhateverIsInTheAddress) {
    ServerProcess server({"--base-path", "/games/pentad"});
    const auto whole_answer = [&](const std::string& query) {
        RawSocket socket(server.port());
        socket.send("GET /games/pentad?" + query +
                    " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        return socket.rest();
    };
    // Written for a browser, it stays as it is.
    const std::string written = "a%0d%0aX-Forged:%20yes%0d%0a%0d%0a<b>";
    EXPECT_THAT(whole_answer(written), HasSubstr("\r\nLocation: /games/pentad/?" + written + "\r\n"));
    // Raw, a line break ends the request's line, and what is behind it is a header of the request.
    for (const std::string& raw :
         {std::string("a\r\nX-Forged: yes"), std::string("a\nX-Forged: yes"), std::string("a\rX-Forged: yes"),
          std::string("a HTTP/1.1\r\nX-Forged: yes\r\nX-More:"), std::string("a\0\r\nX-Forged: yes", 17),
          std::string("a\x0bX-Forged: yes"), std::string("a\tX-Forged:yes"), std::string("\x7fX-Forged:yes"),
          std::string("\xe5\x98\x8a\xe5\x98\x8dX-Forged:yes"), std::string("a#\r\n\r\nX-Forged: yes")}) {
        const std::string answer = whole_answer(raw);
        const std::string head = answer.substr(0, answer.find("\r\n\r\n"));
        EXPECT_THAT(answer, ::testing::StartsWith("HTTP/1.1 ")) << raw;
        EXPECT_THAT(head, Not(::testing::ContainsRegex("[\r\n]X-Forged"))) << raw;
        const std::string lines = std::regex_replace(head, std::regex("\r\n"), " ");
        EXPECT_EQ(lines.find_first_of("\r\n"), std::string::npos) << raw;
    }
}

}  // namespace
}  // namespace pentad::testing
