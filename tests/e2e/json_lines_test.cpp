// `pentad --json`: a request a line in, an event a line out, as a script uses it.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "tests/support/fault_proxy.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using nlohmann::json;

/// The program between two pipes.
class JsonLines {
  public:
    JsonLines(const std::string& url, const std::string& folder) {
        int in[2], out[2];
        if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) throw std::runtime_error("No pipe.");
        process_ = ::fork();
        if (process_ == 0) {
            ::dup2(in[0], STDIN_FILENO);
            ::dup2(out[1], STDOUT_FILENO);
            ::setenv("XDG_CONFIG_HOME", folder.c_str(), 1);
            ::execl(PENTAD_TERMINAL, PENTAD_TERMINAL, "--json", "--server", url.c_str(), "--name", "Ann",
                    nullptr);
            ::_exit(127);
        }
        ::close(in[0]);
        ::close(out[1]);
        to_ = in[1];
        from_ = out[0];
    }
    ~JsonLines() {
        if (process_ > 0) {
            ::kill(process_, SIGKILL);
            ::waitpid(process_, nullptr, 0);
        }
        if (to_ >= 0) ::close(to_);
        ::close(from_);
    }

    void write(const std::string& line) {
        const std::string bytes = line + "\n";
        if (::write(to_, bytes.data(), bytes.size()) < 0) throw std::runtime_error("Cannot write.");
    }
    void write(const json& message) { write(message.dump()); }

    /// The next line of one of these types.
    json next(const std::vector<std::string>& types) {
        for (;;) {
            const std::size_t end = buffer_.find('\n');
            if (end == std::string::npos) {
                read();
                continue;
            }
            const json message = json::parse(buffer_.substr(0, end));
            buffer_.erase(0, end + 1);
            if (std::find(types.begin(), types.end(), message.at("type")) != types.end()) return message;
        }
    }

    int finish() {
        ::close(to_);
        to_ = -1;
        int status = 0;
        ::waitpid(process_, &status, 0);
        process_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

  private:
    void read() {
        pollfd ready{from_, POLLIN, 0};
        char bytes[4096];
        const ssize_t count = ::poll(&ready, 1, 30'000) > 0 ? ::read(from_, bytes, sizeof bytes) : 0;
        if (count <= 0) throw std::runtime_error("No more lines.");
        buffer_.append(bytes, static_cast<std::size_t>(count));
    }

    pid_t process_ = -1;
    int to_ = -1;
    int from_ = -1;
    std::string buffer_;
};

TEST(JsonLines, PlayEveryGameToItsEnd) {
    ServerProcess server;
    JsonLines client(server.url(), server.folder().string());
    const json hello = client.next({"link.online"});
    EXPECT_EQ(hello.at("data").at("player").at("name"), "Ann");
    for (const json& game : hello.at("data").at("games")) {
        SCOPED_TRACE(game.at("game"));
        // Without ids, as a script may write them.
        client.write({{"type", "room.create"},
                      {"data",
                       {{"game", game.at("game")},
                        {"firstSeat", 0},
                        {"seats", {{{"kind", "human"}}, {{"kind", "bot"}, {"level", 1}, {"seed", 3}}}}}}});
        json reply = client.next({"ok", "error"});
        while (!reply.contains("data") || !reply.at("data").contains("room"))
            reply = client.next({"ok", "error"});
        const std::string room = reply.at("data").at("room");
        client.write({{"type", "room.ready"}, {"id", "r"}, {"room", room}, {"data", json::object()}});
        json event = client.next({"match.started"});
        const std::string match = event.at("match");
        json now = event.at("data").at("snapshot");
        std::uint64_t seed = 9;
        while (event.at("type") != "match.ended") {
            if (now.contains("legal") && now.at("legal").is_array() && !now.at("legal").empty()) {
                const auto legal = now.at("legal").get<std::vector<std::string>>();
                client.write({{"type", "move.play"},
                              {"match", match},
                              {"data",
                               {{"turn", now.at("turn")},
                                {"move", legal[pick_index(seed, legal.size())]},
                                {"moveId", match + now.at("turn").dump()}}}});
            }
            event = client.next({"match.moved", "match.ended"});
            if (event.at("type") == "match.moved") now = event.at("data");
        }
        EXPECT_TRUE(event.at("data").at("result").contains("reason"));
        client.write({{"type", "room.leave"}, {"room", room}, {"data", json::object()}});
    }
    EXPECT_EQ(client.finish(), 0);
}

TEST(JsonLines, SayWhatIsWrongWithARequestAndGoOn) {
    ServerProcess server;
    JsonLines client(server.url(), server.folder().string());
    client.write(std::string("nonsense"));
    EXPECT_EQ(client.next({"error"}).at("error").at("code"), "bad_json");
    client.write(std::string(R"({"type":"no.such.thing","id":"x","data":{}})"));
    EXPECT_EQ(client.next({"error"}).at("error").at("code"), "unknown_type");
    client.write(std::string(R"({"type":"ping","id":"mine","data":{}})"));
    EXPECT_EQ(client.next({"ok"}).at("re"), "mine");
}

TEST(JsonLines, TellThatTheLinkWasLostAndIsBack) {
    ServerProcess server;
    JsonLines client(server.url(), server.folder().string());
    client.next({"link.online"});
    server.kill();
    client.next({"link.lost"});
    server.start();
    client.next({"link.online"});
}

TEST(JsonLines, ComeBackToTheirSessionThoughTheServerHasNoTimeForThemAtFirst) {
    ServerProcess server({"--hellos-per-minute", "20"});
    FaultProxy line(server.port());
    JsonLines client("ws://127.0.0.1:" + std::to_string(line.port()) + "/ws", server.folder().string());
    client.next({"link.online"});
    for (std::string answer; answer.find("rate_limited") == std::string::npos;) {
        RawSocket other(server.port());
        other.upgrade();
        other.send_text(guest_hello);
        answer = other.wait_for_text("\"re\":0");
    }
    line.cut_all();
    client.next({"link.lost"});
    EXPECT_TRUE(client.next({"link.online"}).at("resumed"));
}

}  // namespace
}  // namespace pentad::testing
