// docker/README.md, taken at its word: its commands are run as they stand there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

struct Output {
    int status = -1;
    std::string text;
};

class OperatorsReadme : public ::testing::Test {
  protected:
    OperatorsReadme() {
        std::ifstream in(fs::path(PENTAD_SOURCE_DIR) / "docker" / "README.md");
        for (std::string line; std::getline(in, line);) lines_.push_back(line);
    }

    fs::path folder() const { return server_.folder(); }

    /// As an operator would, but on this server's folders.
    Output run(std::string command) const {
        const auto replace = [&](const std::string& what, const std::string& with) {
            for (auto at = command.find(what); at != std::string::npos;
                 at = command.find(what, at + with.size()))
                command.replace(at, what.size(), with);
        };
        replace("sudo ", "");
        replace("/var/lib/pentad", (folder() / "data").string());
        replace("pentad-2026-01-31.db", newest_backup());
        const std::string environment =
            "cd " + folder().string() + " && export PENTAD_DATA=" + (folder() / "data").string() +
            " PATH=" + fs::path(ServerProcess::program()).parent_path().string() + ":$PATH && ";
        Output output;
        FILE* pipe = ::popen(("(" + environment + command + ") 2>&1").c_str(), "r");
        char part[512];
        while (std::fgets(part, sizeof part, pipe) != nullptr) output.text += part;
        const int status = ::pclose(pipe);
        output.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        return output;
    }
    std::string newest_backup() const {
        fs::path newest;
        for (const auto& entry : fs::directory_iterator(folder() / "data"))
            if (!entry.path().filename().string().starts_with("pentad-2"))
                continue;
            else if (newest.empty() || entry.last_write_time() > fs::last_write_time(newest))
                newest = entry.path();
        return newest.filename().string();
    }

    /// What the server tells Prometheus.
    std::string scrape() const {
        const std::string log = server_.log(), before = "metrics at http://127.0.0.1:";
        const auto at = log.find(before);
        if (at == std::string::npos) throw std::runtime_error("It serves no metrics: " + log);
        RawSocket socket(static_cast<std::uint16_t>(std::stoi(log.substr(at + before.size()))));
        return socket.request("GET", "/metrics").body;
    }

    ServerProcess server_{{"--metrics-port", "0"}};
    std::vector<std::string> lines_;
};

TEST_F(OperatorsReadme, NamesCommandsThatWork) {
    // What needs an engine for containers, a package or a machine that may be changed.
    const std::regex elsewhere(R"(^(docker |git |\./dev |\(cd |sudo (apt|systemctl) |cmake ).*)");
    int ran = 0;
    ASSERT_EQ(run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost "
                  "-keyout privkey.pem -out fullchain.pem")
                  .status,
              0);
    for (const std::string& line : lines_) {
        if (!line.starts_with("    ")) continue;
        std::string command = line.substr(4);
        if (const auto comment = command.find("  #"); comment != std::string::npos) command.resize(comment);
        if (std::regex_match(command, elsewhere)) continue;
        if (command.find(" restore ") != std::string::npos) {
            EXPECT_EQ(server_.terminate(), 0);
        }
        const Output output = run(command);
        EXPECT_EQ(output.status, 0) << command << "\n" << output.text;
        ++ran;
    }
    EXPECT_GE(ran, 6);
    // As the server's user finds them that the server is told of.
    for (const char* file : {"fullchain.pem", "privkey.pem"})
        EXPECT_EQ(fs::status(folder() / "data" / "tls" / file).permissions(), fs::perms(0600)) << file;
    server_.start();
}

TEST_F(OperatorsReadme, AddsToTheUnitWhatSystemdUnderstands) {
    std::string unit, more;
    std::ifstream in(fs::path(PENTAD_SOURCE_DIR) / "docker" / "systemd" / "pentad-server.service.in");
    for (std::string line; std::getline(in, line);)
        unit += std::regex_replace(line, std::regex("@PENTAD_BIN@/pentad-server"), ServerProcess::program()) +
                "\n";
    bool inside = false;
    for (const std::string& line : lines_)
        if (line.starts_with("```"))
            inside = line == "```ini";
        else if (inside)
            more += line + "\n";
    EXPECT_THAT(more, HasSubstr("LoadCredential="));
    const fs::path file = folder() / "pentad-server.service", beside = file.string() + ".d";
    fs::create_directory(beside);
    std::ofstream(file) << unit;
    std::ofstream(beside / "override.conf") << more;
    EXPECT_EQ(run("systemd-analyze verify --man=no " + file.string()).text, "");
}

TEST_F(OperatorsReadme, ListsCommandsForARunningServerThatWork) {
    TestClient ann = TestClient::guest(server_.port(), "Ann");
    TestClient::guest(server_.port(), "Bob")
        .request<protocol::Empty>(protocol::PlayerReport{ann.player(), protocol::ReportReason::chat, ""});
    const std::regex row(R"(^\| (`.*`) \| .* \|$)"), word("`([^`]+)`");
    bool inside = false;
    int ran = 0;
    for (const std::string& line : lines_) {
        if (line.starts_with("## ")) inside = line == "## Command a running server";
        std::smatch found;
        if (!inside || !std::regex_match(line, found, row)) continue;
        const std::string commands = found[1].str();
        for (std::sregex_iterator it(commands.begin(), commands.end(), word), end; it != end; ++it, ++ran) {
            std::string command = (*it)[1].str();
            command = std::regex_replace(command, std::regex("PLAYER"), ann.player());
            command = std::regex_replace(command, std::regex("NAME"), "tester");
            command = std::regex_replace(command, std::regex("TEXT"), "'Back in a minute.'");
            command = std::regex_replace(command, std::regex("FILE"), "copy.db");
            const Output output = run("pentad-server admin " + command);
            EXPECT_EQ(output.status, 0) << command << "\n" << output.text;
        }
    }
    EXPECT_GE(ran, 15);
}

TEST_F(OperatorsReadme, AndTheDashboardNameMetricsThatAServerTells) {
    // All that is counted by its kind has to happen once.
    TestClient ann = TestClient::guest(server_.port(), "Ann"), bob = TestClient::guest(server_.port(), "Bob");
    EXPECT_EQ(ann.refusal<protocol::RoomEntered>(protocol::RoomJoin{}), "bad_request");
    bob.request<protocol::Empty>(protocol::PlayerReport{ann.player(), protocol::ReportReason::chat, ""});
    protocol::RoomCreate wanted;
    wanted.game = ann.session().games.front().game;
    wanted.hotseat = true;
    const std::string room = ann.create(wanted).room;
    ann.request<protocol::Empty>(protocol::RoomReady{true}, "", room);
    const auto begins = [](const auto& it) {
        return std::holds_alternative<protocol::MatchStarted>(it.body);
    };
    const std::string match = ann.wait_event(begins, TestClient::patience, "the start").match;
    ann.play(match, ann.match(match).now.legal->front());
    ann.cut();
    ann.resume(server_.port());
    ann.request<protocol::Empty>(protocol::MatchResign{protocol::Side::first}, match);
    EXPECT_EQ(run("pentad-server admin kick " + bob.player()).status, 0);
    EXPECT_EQ(bob.until_closed(), 4004);

    std::ifstream in(fs::path(PENTAD_SOURCE_DIR) / "docker" / "grafana.json");
    std::string asked{std::istreambuf_iterator<char>(in), {}};
    for (const std::string& line : lines_) asked += line + "\n";
    const std::string told = scrape();
    const auto is_told = [&](const std::string& metric, const std::string& label) {
        const std::regex sample("\n" + metric + (label.empty() ? "[ {]" : "\\{[^}]*\\b" + label + "="));
        return std::regex_search(told, sample);
    };
    const std::regex name(R"((?:by \((\w+)\) \((?:rate|increase)?\(?)?(pentad_[a-z_]+))");
    int named = 0;
    for (std::sregex_iterator it(asked.begin(), asked.end(), name), end; it != end; ++it, ++named) {
        std::string metric = (*it)[2].str();
        // A histogram by its own name, as people call it.
        if (is_told(metric + "_bucket", "le")) metric += "_bucket";
        EXPECT_TRUE(is_told(metric, (*it)[1].str())) << it->str();
    }
    EXPECT_GT(named, 25) << told;
}

TEST_F(OperatorsReadme, NamesSettingsThatThereAre) {
    const std::string help = run("pentad-server --help").text;
    const std::regex row(R"(^\| (`[a-z`, -]+`) \| .* \|$)"), word("`([a-z-]+)`");
    bool inside = false;
    int named = 0;
    for (const std::string& line : lines_) {
        if (line.starts_with("## ")) inside = line == "## Configure";
        std::smatch found;
        if (!inside || !std::regex_match(line, found, row)) continue;
        const std::string names = found[1].str();
        for (std::sregex_iterator it(names.begin(), names.end(), word), end; it != end; ++it, ++named)
            EXPECT_THAT(help, HasSubstr("--" + (*it)[1].str() + " ")) << line;
    }
    EXPECT_GE(named, 10);
}

}  // namespace
}  // namespace pentad::testing
