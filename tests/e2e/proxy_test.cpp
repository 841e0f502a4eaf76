// B29: a real proxy in front of the server: nginx, HAProxy and Caddy.

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
#include "tests/support/proxy_process.hpp"
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

/// The parameter is the proxy's program.
class BehindAProxy : public ::testing::TestWithParam<std::string> {
  protected:
    static ProxyProcess before(const ServerProcess& server, int silent_for_s = 0) {
        return ProxyProcess(GetParam(), [&](std::uint16_t port) {
            return under_sub_paths(GetParam(), port, server.port(), silent_for_s);
        });
    }
};
INSTANTIATE_TEST_SUITE_P(Real, BehindAProxy, ::testing::Values("nginx", "haproxy", "caddy"),
                         [](const auto& program) { return program.param; });

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

TEST_P(BehindAProxy, ASubPathServesTheClientTheApiAndTheGame) {
    const TemporaryFolder web;
    const std::string page = "<!doctype html><title>Pentad</title>";
    std::ofstream(web.path() / "index.html") << page;
    std::ofstream(web.path() / "index.html.br") << "packed";
    ServerProcess server({"--web", web.path().string(), "--trusted-proxies", "127.0.0.1"});
    const ProxyProcess proxy = before(server);
    EXPECT_EQ(RawSocket(proxy.port()).request("GET", "/pentad/", "Connection: close\r\n").body, page);
    const HttpReply packed = RawSocket(proxy.port()).request("GET", "/pentad/", "Accept-Encoding: br\r\n");
    EXPECT_EQ(packed.body, "packed");
    EXPECT_EQ(packed.header("content-encoding"), "br");
    EXPECT_EQ(packed.header("vary"), "Accept-Encoding");
    EXPECT_EQ(RawSocket(proxy.port())
                  .request("GET", "/pentad/",
                           "Accept-Encoding: br\r\nIf-None-Match: " + packed.header("etag") + "\r\n")
                  .status,
              304);
    EXPECT_EQ(RawSocket(proxy.port()).request("GET", "/pentad/readyz").status, 200);
    EXPECT_EQ(RawSocket(proxy.port()).request("GET", "/elsewhere").status, 404);

    TestClient client(proxy.port(), "/pentad/ws");
    client.hello(GuestAuth{});
    RoomCreate create;
    create.game = client.session().games.front().game;
    create.hotseat = true;
    const std::string room = client.create(create).room;
    client.request<Empty>(RoomReady{true}, "", room);
    const auto begins = [](const Event& event) { return std::holds_alternative<MatchStarted>(event.body); };
    const std::string match = client.wait_event(begins, TestClient::patience, "match.started").match;
    EXPECT_EQ(client.play(match, client.match(match).now.legal->front()).turn, 1);
}

TEST_P(BehindAProxy, LimitsSeeTheClientAndNotTheProxyNorWhatTheClientWrites) {
    ServerProcess server({"--hellos-per-minute", "2", "--trusted-proxies", "127.0.0.1"});
    const ProxyProcess proxy = before(server);
    for (const char* target : {"/pentad/ws", "/appending/ws"}) {
        const std::string one = target == std::string("/pentad/ws") ? "127.0.0.2" : "127.0.0.4";
        const std::string other = target == std::string("/pentad/ws") ? "127.0.0.3" : "127.0.0.5";
        EXPECT_EQ(greeted(proxy.port(), one, target, "198.51.100.1"), "ok");
        EXPECT_EQ(greeted(proxy.port(), one, target, "198.51.100.2"), "ok");
        EXPECT_EQ(greeted(proxy.port(), one, target, "198.51.100.3"), "rate_limited") << target;
        EXPECT_EQ(greeted(proxy.port(), other, target), "ok") << "somebody else behind the same proxy";
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
    std::string both = (folder.path() / "both.pem").string();  ///< one behind the other
    std::string certificate = (folder.path() / "fullchain.pem").string();
    std::string key = (folder.path() / "privkey.pem").string();

    Certified() {
        const Ran made =
            run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=play.example "
                "-keyout " +
                key + " -out " + certificate);
        EXPECT_EQ(made.status, 0) << made.text;
        run("cat " + certificate + " " + key + " > " + both);
    }
};

/// The sample for operators as they would use it, but for what is only right on their machine.
std::string sample_for(const std::string& program, std::uint16_t port, const ServerProcess& server,
                       const Certified& files, std::uint16_t plain) {
    const std::string here = "127.0.0.1:" + std::to_string(port);
    const std::string there = "127.0.0.1:" + std::to_string(server.port());
    const std::string without_tls = "127.0.0.1:" + std::to_string(plain);
    if (program == "nginx")
        return sample("nginx.conf", {{"listen [::]:80;", ""},
                                     {"listen [::]:443 ssl;", ""},
                                     {"listen 80;", "listen " + without_tls + ";"},
                                     {"listen 443 ssl;", "listen " + here + " ssl;"},
                                     {"/etc/nginx/tls/fullchain.pem", files.certificate},
                                     {"/etc/nginx/tls/privkey.pem", files.key},
                                     {"127.0.0.1:8080", there}});
    if (program == "haproxy")
        return sample("haproxy.cfg", {{"bind :80", "bind " + without_tls},
                                      {"bind :443", "bind " + here},
                                      {"/etc/haproxy/play.example.pem", files.both},
                                      {"127.0.0.1:8080", there}});
    // Caddy would ask for a certificate.
    return "{\n\tadmin off\n\thttp_port " + std::to_string(plain) + "\n\thttps_port " + std::to_string(port) +
           "\n}\n" +
           sample("Caddyfile", {{"play.example {", "play.example {\n\tbind 127.0.0.1\n\ttls " +
                                                       files.certificate + " " + files.key},
                                {"127.0.0.1:8080", there}});
}

TEST_P(BehindAProxy, TheSampleForOperatorsServesPagesAndTheGameOverTls) {
    const Certified files;
    // Who says nothing is sent away at once, which ends the program that asks.
    ServerProcess server({"--allowed-hosts", "play.example", "--trusted-proxies", "127.0.0.1",
                          "--hello-timeout-ms", "200", "--requests-per-minute", "2"});
    const std::uint16_t plain = ProxyProcess::free_port();
    const ProxyProcess proxy(
        GetParam(), [&](std::uint16_t port) { return sample_for(GetParam(), port, server, files, plain); });
    const auto ask = [&](const std::string& request, const std::string& host = "play.example") {
        return run("printf '" + request + "\\r\\nHost: " + host +
                   "\\r\\n\\r\\n' | timeout 20 openssl s_client -quiet -servername play.example -connect "
                   "127.0.0.1:" +
                   std::to_string(proxy.port()))
            .text;
    };
    EXPECT_THAT(ask("GET /ws HTTP/1.1\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n"
                    "Sec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="),
                HasSubstr("101 Switching Protocols"));
    const std::string version =
        "GET /version HTTP/1.1\\r\\nConnection: close\\r\\nX-Forwarded-For: 198.51.100.";
    for (const char* forged : {"1", "2"}) EXPECT_THAT(ask(version + forged), HasSubstr("200 OK"));
    EXPECT_THAT(ask(version + "3"), HasSubstr("429")) << "whatever address the client claims";
    RawSocket without_tls(plain);
    without_tls.send("GET /x HTTP/1.1\r\nHost: play.example\r\nConnection: close\r\n\r\n");
    EXPECT_THAT(without_tls.rest(),
                ::testing::ContainsRegex("30[18] .*[\r\n][Ll]ocation: https://play.example"));
}

TEST(ProxySamples, AreTakenByTheirPrograms) {
    const Certified files;
    const std::string haproxy = (files.folder.path() / "haproxy.cfg").string();
    std::ofstream(haproxy) << sample("haproxy.cfg", {{"/etc/haproxy/play.example.pem", files.both}});
    for (const std::string& command :
         {"haproxy -c -f " + haproxy,
          std::string("caddy validate --adapter caddyfile --config " PENTAD_SOURCE_DIR
                      "/docker/proxies/Caddyfile")}) {
        const Ran taken = run("export PATH=$PATH:/usr/sbin; XDG_DATA_HOME=" + files.folder.path().string() +
                              " XDG_CONFIG_HOME=" + files.folder.path().string() + " " + command);
        EXPECT_EQ(taken.status, 0) << taken.text;
    }
}

TEST(ProxySamples, OfNginxIsMadeToFindTheServerByCompose) {
    const std::string compose = content(PENTAD_SOURCE_DIR "/docker/compose.tls.yaml");
    std::smatch found;
    ASSERT_TRUE(std::regex_search(compose, found, std::regex("- (sed \\S+) /etc/nginx/sample.conf")));
    const std::string made = run(found[1].str() + " " PENTAD_SOURCE_DIR "/docker/proxies/nginx.conf").text;
    EXPECT_THAT(made, HasSubstr("proxy_pass http://pentad:8080;"));
}

TEST_P(BehindAProxy, AnIdleLinkStaysUpForTenMinutesWithUsualTimeOuts) {
    // In the usual run the same in seconds: three times as long as the proxy waits.
    const bool is_long = repeats(0, 1) == 1;
    const auto idle = is_long ? std::chrono::milliseconds(10min) : 6s;
    ServerProcess server(is_long ? std::vector<std::string>{}
                                 : std::vector<std::string>{"--idle-timeout-ms", "3000"});
    const ProxyProcess proxy = before(server, is_long ? 0 : 2);
    TestClient silent(proxy.port(), "/pentad/ws");
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
