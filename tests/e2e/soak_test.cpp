// B32: when everybody has gone, nothing of them is left in the server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <chrono>
#include <list>
#include <set>
#include <sstream>

#include "tests/support/complete_log.hpp"
#include "tests/support/long_run.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

/// Every gauge but the build's, by its name and labels.
std::map<std::string, double> gauges(std::uint16_t port) {
    std::istringstream lines(RawSocket(port).request("GET", "/metrics").body);
    std::set<std::string> names;
    std::map<std::string, double> values;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string first, type, name, kind;
        if (line.starts_with("# TYPE ")) {
            words >> first >> type >> name >> kind;
            if (kind == "gauge" && name != "pentad_build_info") names.insert(name);
        } else if (names.contains(line.substr(0, line.find_first_of("{ ")))) {
            values[line.substr(0, line.rfind(' '))] = std::stod(line.substr(line.rfind(' ') + 1));
        }
    }
    return values;
}

/// Of all but whether the store works, which is no number of things.
std::string not_zero(const std::map<std::string, double>& values) {
    std::string text;
    for (const auto& [name, value] : values)
        if (value != 0 && name != "pentad_store_healthy") text += name + " " + std::to_string(value) + "\n";
    return text;
}

/// Some people at tables with each other and with computers, who do a little of everything.
class Crowd {
  public:
    Crowd(std::uint16_t port, std::uint64_t& dice, bool finish) : port_(port), dice_(dice), finish_(finish) {}

    void play_with_a_bot(const GameCard& card, int level) {
        RoomCreate create = table(card);
        create.seats[1].kind = ChairKind::bot;
        create.seats[1].level = level;
        TestClient& person = people_.emplace_back(TestClient::guest(port_));
        person.lobby();
        const std::string room = person.create(create).room;
        person.request<Empty>(RoomReady{true}, "", room);
        const std::string match = started(person);
        for (int move = 0; move < 3; ++move) {
            person.until_my_turn(match);
            if (person.match(match).now.result) return;
            const auto legal = *person.match(match).now.legal;
            person.play(match, legal[pick_index(dice_, legal.size())]);
            if (move == 1) come_back(person);
        }
        person.until_my_turn(match);
        // Asked for and never waited for.
        if (!person.match(match).now.result) person.post(HintGet{person.match(match).now.turn}, match);
        end(person, match);
    }

    void play_with_each_other(const GameCard& card, TimeControl tc) {
        RoomCreate create = table(card);
        create.tc = tc;
        TestClient& host = people_.emplace_back(TestClient::guest(port_));
        TestClient& guest = people_.emplace_back(TestClient::guest(port_));
        TestClient& watcher = people_.emplace_back(TestClient::guest(port_));
        const RoomEntered entered = host.create(create);
        RoomJoin join;
        join.code = entered.code;
        guest.join(join);
        host.request<Empty>(RoomReady{true}, "", entered.room);
        guest.request<Empty>(RoomReady{true}, "", entered.room);
        const std::string match = started(host);
        started(guest);
        watcher.watch(match);
        for (int move = 0; move < 4; ++move) {
            TestClient& mover = move % 2 == 0 ? host : guest;
            mover.until_my_turn(match);
            if (mover.match(match).now.result) return;
            mover.play(match, mover.match(match).now.legal->front());
            if (pick_index(dice_, 3) == 0) come_back(mover);
        }
        OfferMake pause;
        pause.kind = OfferKind::pause;
        guest.request<OfferPlaced>(pause, match);
        ChatSend line;
        line.channel = ChatChannel::match;
        line.text = "Well played.";
        host.request<Empty>(line, match);
        end(host, match);
    }

    void watch_bots(const GameCard& card) {
        RoomCreate create = table(card);
        for (ChairRequest& chair : create.seats) {
            chair.kind = ChairKind::bot;
            chair.level = 1;
        }
        TestClient& watcher = people_.emplace_back(TestClient::guest(port_));
        watcher.create(create);
        const std::string match = started(watcher);
        if (finish_) watcher.until_over(match);
    }

    void wait_in_vain(const GameCard& card) {
        TestClient& person = people_.emplace_back(TestClient::guest(port_));
        QueueJoin join;
        join.game = card.game;
        join.tc = {TimeControlKind::permove, {}, {}, 86'399'000ms - 1ms * pick_index(dice_, 100'000)};
        person.request<Empty>(join);
    }

  private:
    static RoomCreate table(const GameCard& card) {
        RoomCreate create;
        create.game = card.game;
        create.first_seat = FirstSeat::chair0;
        return create;
    }
    static std::string started(TestClient& client) {
        return client
            .wait_event([](const Event& it) { return std::holds_alternative<MatchStarted>(it.body); },
                        TestClient::patience, "match.started")
            .match;
    }
    void come_back(TestClient& client) {
        client.cut();
        client.resume(port_);
        client.catch_up();
    }
    /// In the long run players who leave let the clock or the grace period end the match.
    void end(TestClient& client, const std::string& match) {
        if (finish_ && !client.match(match).now.result) client.try_request<Empty>(MatchResign{}, match);
    }

    std::uint16_t port_;
    std::uint64_t& dice_;
    bool finish_;
    std::list<TestClient> people_;
};

TEST(Soak, LeavesEveryGaugeAtZeroWhenEverybodyHasGone) {
    const bool is_long = repeats(0, 1) == 1;
    ServerProcess server({"--metrics-port", "0", "--durability", "normal", "--session-kept-ms", "2000",
                          "--abandoned-after-min", "1", "--frames-per-second", "0", "--max-rooms-per-address",
                          "0", "--lines-per-minute", "0"});
    const std::uint16_t port = metrics_port(server);
    const auto cards = TestClient::guest(server.port()).session().games;
    std::uint64_t dice = 32;
    const auto until = Steady::now() + (is_long ? 4min : 0min);
    int tables = 0;
    do {
        Crowd crowd(server.port(), dice, !is_long);
        for (const GameCard& card : cards) {
            crowd.play_with_a_bot(card, 1 + static_cast<int>(pick_index(dice, is_long ? 5 : 2)));
            crowd.play_with_each_other(card, {});
            crowd.play_with_each_other(card, {TimeControlKind::fischer, 3s, 1s, {}});
            crowd.watch_bots(card);
            crowd.wait_in_vain(card);
            tables += 4;
        }
        for (const char* name : {"pentad_sessions", "pentad_alarms", "pentad_subscriptions"})
            EXPECT_GT(gauges(port).at(name), 0) << name;
    } while (Steady::now() < until);
    // Rooms whose match ends when nobody is there are kept for a minute; abandoned ones for one more.
    const auto deadline = Steady::now() + (is_long ? 200s : 30s);
    std::string left = not_zero(gauges(port));
    while (!left.empty() && Steady::now() < deadline) {
        ::poll(nullptr, 0, 50);
        left = not_zero(gauges(port));
    }
    EXPECT_EQ(left, "") << "after " << tables << " tables";
    for (const char* name :
         {"pentad_connections", "pentad_sessions", "pentad_alarms", "pentad_subscriptions"})
        EXPECT_TRUE(gauges(port).contains(name)) << name;
    RecordProperty("tables", tables);
}

}  // namespace
}  // namespace pentad::testing
