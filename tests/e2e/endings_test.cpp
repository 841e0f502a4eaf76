// However a connection ends, nothing of it stays behind.

#include "tests/e2e/endings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <random>
#include <regex>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/shell_command.hpp"
#include "tests/support/shrink.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace std::chrono_literals;
using protocol::Ping;
using protocol::Pong;

std::uint16_t port_in(const ServerProcess& server, const std::string& before) {
    const std::string log = server.log();
    std::smatch found;
    if (!std::regex_search(log, found, std::regex(before + "127\\.0\\.0\\.1:(\\d+)/")))
        throw std::runtime_error("The log does not say where: " + before);
    return static_cast<std::uint16_t>(std::stoi(found[1]));
}

/// A server whose time-outs are short, and what it counts.
class Counting {
  public:
    explicit Counting(std::vector<std::string> more = {}) {
        std::vector<std::string> all{"--metrics-port",        "0",       "--hellos-per-minute", "1000000",
                                     "--hello-timeout-ms",    "1000",    "--idle-timeout-ms",   "1000",
                                     "--requests-per-minute", "1000000", "--session-kept-ms",   "300",
                                     "--durability",          "normal"};
        all.insert(all.end(), more.begin(), more.end());
        server_ = std::make_unique<ServerProcess>(all);
        metrics_ = port_in(*server_, "metrics at http://");
        before_ = server_->descriptors();
    }

    const ServerProcess& server() const { return *server_; }

    /// What is still there after a while; empty when nothing is. The while is longer than every time-out.
    std::string left_behind() const {
        const auto deadline = std::chrono::steady_clock::now() + 15s;
        std::string left;
        do {
            left.clear();
            const std::string text = RawSocket(metrics_).request("GET", "/metrics").body;
            for (const std::string what : {"connections", "sessions", "alarms", "subscriptions"}) {
                const std::string line = "\npentad_" + what + " ";
                const auto at = text.find(line);
                const std::string number =
                    text.substr(at + line.size(), text.find('\n', at + 1) - at - line.size());
                if (number != "0") left += number + " " + what + ", ";
            }
            const std::size_t descriptors = server_->descriptors();
            if (descriptors > before_) left += std::to_string(descriptors - before_) + " descriptors";
            if (left.empty()) return left;
            ::poll(nullptr, 0, 50);
        } while (std::chrono::steady_clock::now() < deadline);
        return left;
    }

  private:
    std::unique_ptr<ServerProcess> server_;
    std::uint16_t metrics_ = 0;
    std::size_t before_ = 0;
};

TEST(Endings, ByeThenMoreThenACloseInOneBurstTakeNoPlaceForEver) {
    Counting counting({"--max-connections", "50"});
    for (int i = 0; i < 50; ++i) {
        RawSocket guest(counting.server().port());
        ASSERT_EQ(guest.upgrade().status, 101) << i;
        guest.send_text(guest_hello);
        guest.wait_for_text("resumeToken");
        const auto frame = [](char opcode, const std::string& payload) {
            return std::string{static_cast<char>(0x80 | opcode), static_cast<char>(0x80 | payload.size())} +
                   std::string(4, '\0') + payload;
        };
        guest.send(frame(1, R"({"type":"bye","id":1})") + frame(1, R"({"type":"ping","id":2})") +
                   frame(8, "\x03\xe8"));
    }
    EXPECT_EQ(counting.left_behind(), "");
    TestClient::guest(counting.server().port()).request<Pong>(Ping{});
}

class RandomEndings : public ::testing::Test {
  protected:
    RandomEndings() {
        const auto made =
            run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "
                "/CN=localhost "
                "-keyout " +
                key() + " -out " + certificate());
        if (made.status != 0) throw std::runtime_error(made.text);
    }
    std::string certificate() const { return (folder_.path() / "certificate.pem").string(); }
    std::string key() const { return (folder_.path() / "key.pem").string(); }
    Counting counting() const {
        return Counting({"--tls-port", "0", "--tls-bind", "127.0.0.1", "--tls-certificate", certificate(),
                         "--tls-key", key()});
    }
    static EndingsPlayed play(const Counting& on, const std::vector<EndingScript>& scripts) {
        return play_endings(scripts, on.server().port(), port_in(on.server(), "TLS at https://"));
    }

    const TemporaryFolder folder_;
};

TEST_F(RandomEndings, LeaveNothingBehind) {
    constexpr std::size_t rounds = 4, in_a_round = 2'500;
    const char* wanted = std::getenv("PENTAD_ENDINGS_SEED");
    const auto seed = wanted != nullptr ? static_cast<unsigned>(std::atol(wanted)) : std::random_device()();
    std::mt19937 random(seed);
    const Counting server = counting();
    int greeted = 0, connected = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        std::vector<EndingScript> scripts;
        while (scripts.size() < in_a_round) scripts.push_back(EndingScript::draw(random));
        const EndingsPlayed played = play(server, scripts);
        greeted += played.greeted;
        connected += played.connected;
        const std::string left = server.left_behind();
        if (left.empty() && played.left_waiting == 0) continue;
        // The shortest list that leaves something behind, on a server of its own each time.
        const std::function<bool(const std::vector<EndingScript>&)> fails = [&](const auto& some) {
            const Counting fresh = counting();
            return play(fresh, some).left_waiting > 0 || !fresh.left_behind().empty();
        };
        std::string list;
        if (fails(scripts))
            for (const EndingScript& script : shrink<EndingScript>(scripts, fails, 12))
                list += script.text() + "\n";
        FAIL() << "PENTAD_ENDINGS_SEED=" << seed << ", round " << round << ": " << played.left_waiting
               << " were not ended, and there are still " << left << "\n"
               << list.substr(0, 4000);
    }
    // Enough of them came far enough to prove something.
    EXPECT_GT(connected, static_cast<int>(rounds * in_a_round / 2));
    EXPECT_GT(greeted, static_cast<int>(rounds * in_a_round / 10));
    TestClient::guest(server.server().port()).request<Pong>(Ping{});
}

}  // namespace
}  // namespace pentad::testing
