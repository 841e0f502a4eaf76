// What is given back for lag, and that a peer that only pretends to have some gains next to nothing. Real
// time.

#include <gtest/gtest.h>

#include <deque>
#include <nlohmann/json.hpp>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;
using nlohmann::json;

/// A WebSocket peer that answers each ping so much late: on a slow line, or with that purpose. It reads all
/// the time, whatever it waits for.
class LatePeer {
  public:
    LatePeer(std::uint16_t port, milliseconds late) : socket_(port), late_(late) {
        if (socket_.upgrade().status != 101) throw std::runtime_error("no WebSocket");
        socket_.send_text(guest_hello);
        until([&] { return answers_.contains(0); });
    }

    json request(const std::string& type, const json& data, const std::string& match = "",
                 const std::string& room = "") {
        json message{{"type", type}, {"id", ++last_id_}, {"data", data}};
        if (!match.empty()) message["match"] = match;
        if (!room.empty()) message["room"] = room;
        socket_.send_text(message.dump());
        const int id = last_id_;
        until([&] { return answers_.contains(id); });
        if (answers_[id]["type"] != "ok") throw std::runtime_error(answers_[id].dump());
        return answers_[id]["data"];
    }

    /// Reads on until this holds.
    void until(const std::function<bool()>& reached) {
        const auto deadline = Steady::now() + TestClient::patience;
        while (!reached()) {
            if (Steady::now() > deadline) throw std::runtime_error("It does not come.");
            read_before(deadline);
        }
    }
    /// Reads on for so long.
    void think(milliseconds time) {
        const auto end = Steady::now() + time;
        while (Steady::now() < end) read_before(end);
    }

    int pongs() const { return pongs_; }
    std::string match() const { return match_; }
    /// The moves of who is to move, empty while that is the other one.
    const std::vector<std::string>& legal() const { return legal_; }
    int turn() const { return turn_; }

  private:
    void read_before(Steady::time_point end) {
        while (!due_.empty() && due_.front().first <= Steady::now()) {
            socket_.send_frame(RawSocket::pong, due_.front().second);
            due_.pop_front();
            ++pongs_;
        }
        if (!due_.empty()) end = std::min(end, due_.front().first);
        const auto frame = socket_.read_frame_before(end);
        if (!frame) return;
        if (frame->opcode == RawSocket::closing) throw std::runtime_error("The server closed.");
        if (frame->opcode == RawSocket::ping) due_.emplace_back(Steady::now() + late_, frame->payload);
        if (frame->opcode == RawSocket::text) take(json::parse(frame->payload));
    }
    void take(const json& message) {
        if (message.contains("re")) answers_[message["re"]] = message;
        if (message["type"] == "match.started") {
            match_ = message["match"];
            look_at(message["data"]["snapshot"]);
        }
        if (message["type"] == "match.moved") look_at(message["data"]);
    }
    void look_at(const json& position) {
        turn_ = position["turn"];
        legal_ = position.value("legal", std::vector<std::string>());
    }

    RawSocket socket_;
    const milliseconds late_;
    std::deque<std::pair<Steady::time_point, std::string>> due_;
    std::map<int, json> answers_;
    int last_id_ = 0;
    int pongs_ = 0;
    std::string match_;
    std::vector<std::string> legal_;
    int turn_ = 0;
};

struct Told {
    milliseconds used{};         ///< from when the peer had its turn until it moved
    milliseconds charged{};      ///< of that, as the server says
    milliseconds compensated{};  ///< by the record
    int moves = 0;
};

/// So many moves of a late peer that thinks so long about each, with a minute on the clock, against somebody
/// who moves at once.
Told play(milliseconds late, milliseconds thinks, int moves) {
    // A ping a second.
    ServerProcess server({"--idle-timeout-ms", "3000"});
    LatePeer peer(server.port(), late);
    TestClient other = TestClient::guest(server.port());
    RoomCreate wanted;
    for (const GameCard& card : other.session().games)
        if (card.draw) wanted.game = card.game;
    const json seats = json::array({{{"kind", "human"}}, {{"kind", "open"}}});
    const json room = peer.request("room.create", {{"game", wanted.game},
                                                   {"seats", seats},
                                                   {"firstSeat", 0},
                                                   {"tc", {{"kind", "fischer"}, {"initialMs", 60000}}}});
    const std::string id = room["room"];
    other.join({id, "", "", JoinSeat::any, ""});
    other.request<Empty>(RoomReady{true}, "", id);
    peer.until([&] { return peer.pongs() >= 1; });
    peer.request("room.ready", {{"ready", true}}, "", id);
    peer.until([&] { return !peer.legal().empty(); });
    other.wait<MatchStarted>();
    const auto answer = [&] {
        other.until_my_turn(peer.match());
        other.play(peer.match(), other.match(peer.match()).now.legal->front());
    };
    const auto move = [&](const std::string& move_id) {
        return peer.request("move.play",
                            {{"turn", peer.turn()}, {"move", peer.legal().front()}, {"moveId", move_id}},
                            peer.match());
    };
    move("first");
    answer();
    Told told;
    for (; told.moves < moves; ++told.moves) {
        peer.until([&] { return !peer.legal().empty(); });
        const auto began = Steady::now();
        peer.think(thinks);
        told.used += std::chrono::duration_cast<milliseconds>(Steady::now() - began);
        told.charged += milliseconds(move("m" + std::to_string(told.moves))["chargedMs"]);
        answer();
    }
    peer.request("match.resign", json::object(), peer.match());
    other.until_over(peer.match());
    const json record = json::parse(server.get("/api/v1/matches/" + peer.match() + "/record"));
    for (const json& event : record["events"])
        told.compensated += milliseconds(event.value("compensatedMs", 0));
    return told;
}

/// See LagBudget: of a minute, a 600th part for each move, and five of them at first.
constexpr milliseconds gain = 100ms;

// B15
TEST(Lag, OfAPeerThatPretendsItGainsNoMoreThanTheBudget) {
    const Told told = play(500ms, 480ms, 12);
    EXPECT_LE(told.compensated, 5 * gain + told.moves * gain);
    // A millisecond is lost in rounding, at either end of a move.
    EXPECT_LE(told.used - told.charged, told.compensated + told.moves * 2ms) << "nothing else buys time";
    EXPECT_GT(told.compensated, 5 * gain) << "it did pretend";
}

// B15
TEST(Lag, OfAnHonestPeerIsGivenBack) {
    const Told told = play(120ms, 120ms, 8);
    EXPECT_GE(told.used, told.moves * 120ms);
    // What a busy machine adds is no lag.
    EXPECT_LT(told.charged, told.used / 3);
    EXPECT_GT(told.compensated, told.moves * 100ms);
}

}  // namespace
}  // namespace pentad::testing
