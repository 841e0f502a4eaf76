// `pentad login`, with and without TLS.

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/fault_proxy.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/shell_command.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/terminal_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

namespace fs = std::filesystem;

Ran login(const fs::path& folder, const std::string& arguments) {
    return run("XDG_CONFIG_HOME=" + folder.string() + " " PENTAD_TERMINAL " login " + arguments);
}

/// The types of the messages that a client said over a connection, and "close" where it closed it.
std::vector<std::string> messages_in(const std::string& said) {
    std::vector<std::string> found;
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(said.at(at)); };
    for (std::size_t at = said.find("\r\n\r\n") + 4; at + 6 <= said.size();) {
        const int opcode = byte(at) & 0x0f;
        std::size_t size = byte(at + 1) & 0x7fU, header = 2;
        if (size == 126) {
            size = byte(at + 2) * 256U + byte(at + 3);
            header = 4;
        }
        std::string text;
        for (std::size_t i = 0; i < size; ++i)
            text += static_cast<char>(byte(at + header + 4 + i) ^ byte(at + header + i % 4));
        at += header + 4 + size;
        if (opcode == RawSocket::closing) found.emplace_back("close");
        if (opcode == RawSocket::text) found.push_back(nlohmann::json::parse(text).at("type"));
    }
    return found;
}

/// Takes TLS before a server, with a certificate for `localhost` that nobody knows.
class TlsRelay {
  public:
    TlsRelay(const fs::path& folder, std::uint16_t server_port) : certificate_(folder / "certificate.pem") {
        const std::string key = (folder / "key.pem").string();
        run("openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext "
            "subjectAltName=DNS:localhost -keyout " +
            key + " -out " + certificate_.string());
        relay_ = ::popen(("exec python3 " PENTAD_TESTS_DIR "/support/tls_relay.py " + certificate_.string() +
                          " " + key + " " + std::to_string(server_port) + " & echo $!; wait")
                             .c_str(),
                         "r");
        if (std::fscanf(relay_, "%d %d", &process_, &port_) != 2) throw std::runtime_error("No relay.");
    }
    ~TlsRelay() {
        run("kill " + std::to_string(process_));
        ::pclose(relay_);
    }

    std::string url(const std::string& host) const {
        return "wss://" + host + ":" + std::to_string(port_) + "/ws";
    }
    const fs::path& certificate() const { return certificate_; }

  private:
    fs::path certificate_;
    FILE* relay_ = nullptr;
    int process_ = 0;
    int port_ = 0;
};

TEST(Login, KeepsTheTokenForItsOwnerAlone) {
    ServerProcess server;
    TemporaryFolder folder;
    const Ran first = login(folder.path(), "--name Ann --server " + server.url());
    EXPECT_EQ(first.text, "You are Ann on " + server.url() + ".\n");
    EXPECT_EQ(first.status, 0);
    for (const auto& entry : fs::directory_iterator(folder.path() / "pentad"))
        EXPECT_EQ(entry.status().permissions(), fs::perms(0600));
    EXPECT_EQ(login(folder.path(), "--server " + server.url()).text, first.text);
    const Ran wrong = login(folder.path(), "--token nonsense --server " + server.url());
    EXPECT_EQ(wrong.status, 1) << wrong.text;
    EXPECT_EQ(login(folder.path(), "NOSUCHCODE --server " + server.url()).status, 1);
}

TEST(Login, SaysNothingBehindItsBye) {
    ServerProcess server;
    TemporaryFolder folder;
    FaultProxy line(server.port());
    const std::string through = "--name Ann --server ws://127.0.0.1:" + std::to_string(line.port()) + "/ws";
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(login(folder.path(), through).status, 0);
        EXPECT_EQ(messages_in(line.said()), (std::vector<std::string>{"hello", "bye", "close"}));
    }
}

TEST(Login, TakesOverFromAnotherDeviceByItsCode) {
    ServerProcess server;
    TemporaryFolder folder;
    TestClient browser = TestClient::guest(server.port(), "Zoe");
    const std::string code = browser.request<protocol::HandoverCode>(protocol::HandoverCreate{}).code;
    const Ran taken = login(folder.path(), code + " --server " + server.url());
    EXPECT_EQ(taken.text, "You are Zoe on " + server.url() + ".\n");
    EXPECT_EQ(login(folder.path(), "--server " + server.url()).text, taken.text);
    EXPECT_EQ(login(folder.path(), code + " --server " + server.url()).status, 1) << "a second time";
}

TEST(Login, ChecksTheCertificateOfAServerWithTls) {
    ServerProcess server;
    TemporaryFolder folder;
    const TlsRelay relay(folder.path(), server.port());
    const std::string trusting = " --ca " + relay.certificate().string();
    const Ran unknown = login(folder.path(), "--name Ann --server " + relay.url("localhost"));
    EXPECT_EQ(unknown.status, 3);
    EXPECT_NE(unknown.text.find("its certificate is not trusted: self"), std::string::npos) << unknown.text;
    const Ran other_name = login(folder.path(), "--name Ann --server " + relay.url("127.0.0.1") + trusting);
    EXPECT_EQ(other_name.status, 3);
    EXPECT_NE(other_name.text.find("it is for another name"), std::string::npos) << other_name.text;
    const Ran good = login(folder.path(), "--name Ann --server " + relay.url("localhost") + trusting);
    EXPECT_EQ(good.status, 0) << good.text;
    // The same on the full screen.
    TerminalProcess distrustful(
        {{"--server", relay.url("localhost"), "--name", "Zoe"}, (folder.path() / "a").string(), 80, 24});
    distrustful.see("its certificate is not trusted");
    TerminalProcess trustful(
        {{"--server", relay.url("localhost"), "--ca", relay.certificate().string(), "--name", "Zoe"},
         (folder.path() / "a").string(),
         80,
         24});
    trustful.see("online as Zoe");
}

}  // namespace
}  // namespace pentad::testing
