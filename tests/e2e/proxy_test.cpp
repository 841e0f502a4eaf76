// B29: a real nginx in front of the server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/support/long_run.hpp"
#include "tests/support/nginx_process.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/shell_command.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

namespace fs = std::filesystem;
using namespace protocol;
using namespace std::chrono_literals;
using ::testing::HasSubstr;

class BehindNginx : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!NginxProcess::installed())
            GTEST_SKIP() << "nginx is not installed; the Debian package is nginx-light.";
    }
};

/// `ok` or the code of the refusal that a hello from this address gets.
std::string greeted(std::uint16_t port, const std::string& from, const std::string& target,
                    const std::string& forged = "") {
    RawSocket socket(port, from);
    const HttpReply reply =
        socket.upgrade(forged.empty() ? "" : "X-Forwarded-For: " + forged + "\r\n", target);
    if (reply.status != 101) return std::to_string(reply.status);
    socket.send_text(guest_hello);
    const auto answer = nlohmann::json::parse(socket.wait_for_text("\"re\":0"));
    return answer.at("type") == "ok" ? "ok" : answer.at("error").at("code").get<std::string>();
}

TEST_F(BehindNginx, ASubPathServesTheClientTheApiAndTheGame) {
    const auto web = std::filesystem::temp_directory_path() / ("pentad_web_" + std::to_string(::getpid()));
    std::filesystem::create_directories(web);
    std::ofstream(web / "index.html") << "<!doctype html><title>Pentad</title>";
    ServerProcess server({"--web", web.string(), "--trusted-proxies", "127.0.0.1"});
    NginxProcess nginx(server.port());
    const HttpReply page = RawSocket(nginx.port()).request("GET", "/pentad/", "Connection: close\r\n");
    EXPECT_EQ(page.status, 200);
    EXPECT_THAT(page.body, HasSubstr("<title>Pentad</title>"));
    EXPECT_EQ(RawSocket(nginx.port()).request("GET", "/pentad/api/v1/rooms").status, 200);
    EXPECT_EQ(RawSocket(nginx.port()).request("GET", "/elsewhere").status, 404);

    TestClient client(nginx.port(), "/pentad/ws");
    client.hello(GuestAuth{});
    RoomCreate create;
    create.game = client.session().games.front().game;
    create.hotseat = true;
    const std::string room = client.create(create).room;
    client.request<Empty>(RoomReady{true}, "", room);
    const auto begins = [](const Event& event) { return std::holds_alternative<MatchStarted>(event.body); };
    const std::string match = client.wait_event(begins, TestClient::patience, "match.started").match;
    EXPECT_EQ(client.play(match, client.match(match).now.legal->front()).turn, 1);
    std::filesystem::remove_all(web);
}

TEST_F(BehindNginx, LimitsSeeTheClientAndNotTheProxyNorWhatTheClientWrites) {
    ServerProcess server({"--hellos-per-minute", "2", "--trusted-proxies", "127.0.0.1"});
    NginxProcess nginx(server.port());
    for (const char* target : {"/pentad/ws", "/appending/ws"}) {
        const std::string one = target == std::string("/pentad/ws") ? "127.0.0.2" : "127.0.0.4";
        const std::string other = target == std::string("/pentad/ws") ? "127.0.0.3" : "127.0.0.5";
        EXPECT_EQ(greeted(nginx.port(), one, target, "198.51.100.1"), "ok");
        EXPECT_EQ(greeted(nginx.port(), one, target, "198.51.100.2"), "ok");
        EXPECT_EQ(greeted(nginx.port(), one, target, "198.51.100.3"), "rate_limited") << target;
        EXPECT_EQ(greeted(nginx.port(), other, target), "ok") << "somebody else behind the same proxy";
    }
    // Past the proxy: nobody there is trusted.
    EXPECT_EQ(greeted(server.port(), "127.0.0.6", "/ws", "198.51.100.4"), "ok");
    EXPECT_EQ(greeted(server.port(), "127.0.0.6", "/ws", "198.51.100.5"), "ok");
    EXPECT_EQ(greeted(server.port(), "127.0.0.6", "/ws", "198.51.100.6"), "rate_limited");
}

std::string content(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A sample for operators, with these texts in the place of those that are only right on their machine.
std::string sample(const std::string& name, const std::vector<std::pair<std::string, std::string>>& changes) {
    std::string text = content(fs::path(PENTAD_SOURCE_DIR) / "docker" / "proxies" / name);
    for (const auto& [there, here] : changes) {
        EXPECT_NE(text.find(there), std::string::npos) << there << " in " << name;
        for (auto at = text.find(there); at != text.npos; at = text.find(there, at + here.size()))
            text.replace(at, there.size(), here);
    }
    return text;
}

/// A certificate and its key, in files of a new folder.
struct Certified {
    TemporaryFolder folder;
    std::string certificate = (folder.path() / "fullchain.pem").string();
    std::string key = (folder.path() / "privkey.pem").string();

    Certified() {
        const Ran made =
            run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=play.example "
                "-keyout " +
                key + " -out " + certificate);
        EXPECT_EQ(made.status, 0) << made.text;
    }
};

TEST_F(BehindNginx, TheSampleForOperatorsServesPagesAndTheGameOverTls) {
    const Certified files;
    // Who says nothing is sent away at once, which ends the program that asks.
    ServerProcess server(
        {"--allowed-hosts", "play.example", "--trusted-proxies", "127.0.0.1", "--hello-timeout-ms", "200"});
    const NginxProcess nginx([&](std::uint16_t port) {
        return sample("nginx.conf",
                      {{"listen [::]:80;", ""},
                       {"listen [::]:443 ssl;", ""},
                       {"listen 80;", "listen unix:plain.sock;"},
                       {"listen 443 ssl;", "listen 127.0.0.1:" + std::to_string(port) + " ssl;"},
                       {"/etc/nginx/tls/fullchain.pem", files.certificate},
                       {"/etc/nginx/tls/privkey.pem", files.key},
                       {"127.0.0.1:8080", "127.0.0.1:" + std::to_string(server.port())}});
    });
    const auto ask = [&](const std::string& request) {
        return run("printf '" + request +
                   "\\r\\nHost: play.example\\r\\n\\r\\n' | timeout 20 openssl s_client -quiet -connect "
                   "127.0.0.1:" +
                   std::to_string(nginx.port()))
            .text;
    };
    EXPECT_THAT(ask("GET /version HTTP/1.1\\r\\nConnection: close"), HasSubstr("200 OK"));
    EXPECT_THAT(ask("GET /ws HTTP/1.1\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n"
                    "Sec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="),
                HasSubstr("101 Switching Protocols"));
}

TEST(ProxySamples, AreTakenByTheirPrograms) {
    const Certified files;
    const std::string both = (files.folder.path() / "both.pem").string();
    run("cat " + files.certificate + " " + files.key + " > " + both);
    const std::string haproxy = (files.folder.path() / "haproxy.cfg").string();
    std::ofstream(haproxy) << sample("haproxy.cfg", {{"/etc/haproxy/play.example.pem", both}});
    const std::string proxies = PENTAD_SOURCE_DIR "/docker/proxies/";
    int tried = 0;
    const std::string path = "export PATH=$PATH:/usr/sbin; ";
    for (const auto& [program, command] : std::vector<std::pair<std::string, std::string>>{
             {"haproxy", "haproxy -c -f " + haproxy},
             {"caddy", "caddy validate --adapter caddyfile --config " + proxies + "Caddyfile"}}) {
        if (run(path + "command -v " + program).status != 0) continue;
        const Ran taken = run(path + "XDG_DATA_HOME=" + files.folder.path().string() + " " + command);
        EXPECT_EQ(taken.status, 0) << taken.text;
        ++tried;
    }
    if (tried == 0) GTEST_SKIP() << "neither haproxy nor caddy is installed";
}

TEST(ProxySamples, OfNginxIsMadeToFindTheServerByCompose) {
    const std::string compose = content(PENTAD_SOURCE_DIR "/docker/compose.tls.yaml");
    std::smatch found;
    ASSERT_TRUE(std::regex_search(compose, found, std::regex("- (sed \\S+) /etc/nginx/sample.conf")));
    const std::string made = run(found[1].str() + " " PENTAD_SOURCE_DIR "/docker/proxies/nginx.conf").text;
    EXPECT_THAT(made, HasSubstr("proxy_pass http://pentad:8080;"));
}

TEST_F(BehindNginx, AnIdleLinkStaysUpForTenMinutesWithUsualTimeOuts) {
    // In the usual run the same in seconds: three times as long as nginx waits.
    const bool is_long = repeats(0, 1) == 1;
    const auto idle = is_long ? std::chrono::milliseconds(10min) : 6s;
    ServerProcess server(is_long ? std::vector<std::string>{}
                                 : std::vector<std::string>{"--idle-timeout-ms", "3000"});
    NginxProcess nginx(server.port(), is_long ? "" : "proxy_read_timeout 2s; proxy_send_timeout 2s;");
    TestClient silent(nginx.port(), "/pentad/ws");
    silent.hello(GuestAuth{});
    silent.lobby();
    const auto other = std::async(std::launch::async, [&] {
        ::poll(nullptr, 0, static_cast<int>(idle.count()));
        TestClient client = TestClient::guest(server.port());
        ChatSend line;
        line.text = "Still there?";
        client.request<Empty>(line);
    });
    EXPECT_EQ(silent.wait<ChatLine>({}, idle + TestClient::patience).text, "Still there?");
    other.wait();
}

}  // namespace
}  // namespace pentad::testing
