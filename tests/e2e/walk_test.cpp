// The walk of tests/server/walk over real sockets: fewer verbs, but a real network, real time and a real
// disk.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/support/long_run.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/shrink.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;

struct Step {
    std::size_t actor = 0;
    std::uint64_t dice = 0;
};

/// A host, two players and three watchers of one game, and the server's bots where a host seats them.
class Party {
  public:
    Party(std::uint16_t port, std::string game) : port_(port), game_(std::move(game)) {
        for (int i = 0; i < 6; ++i) people_.push_back(TestClient::guest(port_));
    }

    void take(const Step& step) {
        TestClient& who = people_[step.actor % people_.size()];
        std::uint64_t dice = step.dice;
        const std::size_t verb = pick_index(dice, 100);
        if (verb < 5) {
            who.cut();
            who.resume(port_);
        } else if (verb < 15) {
            enter(who, dice);
        } else if (verb < 25) {
            say(who, dice);
        } else if (verb < 32) {
            host(who, dice);
        } else {
            play(who, dice);
        }
        // Requests cross each other; now and then everybody hears of everything.
        if (pick_index(dice, 4) == 0) settle();
    }

    void settle() {
        for (TestClient& one : people_) one.settle();
        for (TestClient& one : people_) drop_what_ended(one);
        for (TestClient& one : people_) one.catch_up();
        for (TestClient& one : people_) {
            moves_heard_ += static_cast<int>(one.unread<MatchMoved>());
            one.forget_events();
        }
    }

    /// Everybody who sees a match sees the same.
    void compare() {
        settle();
        for (TestClient& one : people_)
            for (const auto& [stream, seq] : TestClient::Streams(one.seen()))
                for (TestClient& other : people_)
                    if (stream.starts_with("match:") && other.seen().contains(stream) &&
                        catch_up_with_each_other(one, other, stream))
                        compare(one.match(stream.substr(6)).now, other.match(stream.substr(6)).now);
    }

    /// Moves that somebody has heard of, once for each who did.
    int moves_heard() const { return moves_heard_; }

  private:
    /// Who left, was put out or stopped watching gets a stream no more.
    static void drop_what_ended(TestClient& who) {
        const Pong pong = who.request<Pong>(Ping{});
        const auto seen = who.seen();
        for (const auto& [stream, seq] : seen)
            if (!pong.seqs.contains(stream)) who.unfollow(stream);
    }

    /// Bots move while two clients are asked one after the other. False when one of them has gone meanwhile.
    static bool catch_up_with_each_other(TestClient& one, TestClient& other, const std::string& stream) {
        const auto both_see = [&] { return one.seen().contains(stream) && other.seen().contains(stream); };
        while (both_see() && one.seen().at(stream) != other.seen().at(stream))
            (one.seen().at(stream) < other.seen().at(stream) ? one : other).catch_up();
        return both_see();
    }

    static void compare(const MatchSnapshot& one, const MatchSnapshot& other) {
        if (one.turn != other.turn || one.pos != other.pos || one.result != other.result ||
            one.offers != other.offers)
            throw BrokenPromise("Two clients see two matches: " + one.pos + " and " + other.pos);
    }

    void enter(TestClient& who, std::uint64_t& dice) {
        if (rooms_.empty() || pick_index(dice, 5) == 0) {
            RoomCreate create;
            create.game = game_;
            create.first_seat = pick_index(dice, 2) == 0 ? FirstSeat::chair0 : FirstSeat::chair1;
            if (pick_index(dice, 3) == 0) {
                create.seats[1].kind = ChairKind::bot;
                create.seats[1].level = 1;
            }
            if (auto made = who.try_request<RoomEntered>(create)) rooms_.push_back(made->room);
            return;
        }
        RoomJoin join;
        join.room = rooms_[pick_index(dice, rooms_.size())];
        join.seat = pick_index(dice, 2) == 0 ? JoinSeat::any : JoinSeat::watch;
        who.try_request<RoomEntered>(join);
    }

    void say(TestClient& who, std::uint64_t& dice) {
        ChatSend line;
        line.text = "hello";
        const std::string room = some(rooms_, dice);
        line.channel = room.empty() ? ChatChannel::lobby : ChatChannel::room;
        switch (pick_index(dice, 4)) {
            case 0:
                return who.post(LobbySubscribe{});
            case 1:
                return who.post(LobbyUnsubscribe{});
            default:
                return who.post(line, "", room);
        }
    }

    void host(TestClient& who, std::uint64_t& dice) {
        const std::string room = some(rooms_, dice);
        if (room.empty()) return;
        RoomUpdate update;
        update.takeback = pick_index(dice, 2) == 0;
        RoomSeat seat;
        seat.seat = Side::second;
        seat.chair.kind = ChairKind::bot;
        seat.chair.level = 1;
        const std::string player = people_[pick_index(dice, people_.size())].player();
        switch (pick_index(dice, 6)) {
            case 0:
                return who.post(update, "", room);
            case 1:
                return who.post(seat, "", room);
            case 2:
                return who.post(RoomKick{player}, "", room);
            case 3:
                return who.post(RoomHost{player}, "", room);
            case 4:
                return who.post(RoomLeave{}, "", room);
            default:
                return who.post(RoomStart{}, "", room);
        }
    }

    void play(TestClient& who, std::uint64_t& dice) {
        const std::string match = match_of(who, dice);
        if (match.empty()) {
            const std::string room = some(rooms_, dice);
            if (!room.empty()) who.post(RoomReady{true}, "", room);
            return;
        }
        const MatchSnapshot& now = who.match(match).now;
        const bool ours = now.legal && !now.legal->empty();
        OfferMake offer;
        offer.kind = now.result ? OfferKind::rematch
                                : std::array{OfferKind::draw, OfferKind::takeback, OfferKind::pause,
                                             OfferKind::abort}[pick_index(dice, 4)];
        switch (pick_index(dice, 10)) {
            case 0:
                return who.post(offer, match);
            case 1:
                if (!now.offers.empty())
                    who.post(OfferAnswer{now.offers.front().offer, pick_index(dice, 3) > 0}, match);
                return;
            case 2:
                return who.post(MatchSync{}, match);
            case 3:
                if (pick_index(dice, 2) == 0) return who.post(MatchWatch{true}, match);
                return who.post(MatchUnwatch{}, match);
            case 4:
                return who.post(PremoveSet{now.turn + 1, "a1-a2"}, match);
            case 5:
                if (pick_index(dice, 8) == 0) who.post(MatchResign{}, match);
                if (now.result) who.post(offer, match);
                return;
            default:
                break;
        }
        const std::string text = ours ? (*now.legal)[pick_index(dice, now.legal->size())] : "a1-a2";
        const MovePlay move{now.turn, text, TestClient::new_move_id(), {}};
        who.post(move, match);
        if (pick_index(dice, 6) == 0) who.post(move, match);
    }

    static std::string match_of(TestClient& who, std::uint64_t& dice) {
        std::vector<std::string> matches;
        for (const auto& [stream, seq] : who.seen())
            if (stream.starts_with("match:")) matches.push_back(stream.substr(6));
        return some(matches, dice);
    }

    static std::string some(const std::vector<std::string>& all, std::uint64_t& dice) {
        return all.empty() ? "" : all[pick_index(dice, all.size())];
    }

    std::uint16_t port_;
    std::string game_;
    std::vector<TestClient> people_;
    std::vector<std::string> rooms_;
    int moves_heard_ = 0;
};

std::string broken_by(const ServerProcess& server, const std::string& game, const std::vector<Step>& steps,
                      int* moves = nullptr) {
    try {
        Party party(server.port(), game);
        for (const Step& step : steps) party.take(step);
        party.compare();
        if (moves != nullptr) *moves += party.moves_heard();
    } catch (const std::exception& broken) {
        return broken.what();
    }
    return "";
}

TEST(WalkOverSockets, KeepsEveryPromiseToEveryClient) {
    int moves = 0;
    for (int round = 0; round < repeats(1, 100); ++round) {
        // Thousands of rooms that earlier rounds left would make the lobby's lists larger than what may wait
        // for a reader, and these people ask again before they read.
        ServerProcess server(
            {"--durability", "normal", "--frames-per-second", "0", "--max-rooms-per-player", "100"});
        const auto games = TestClient::guest(server.port()).session().games;
        for (const GameCard& card : games) {
            std::uint64_t dice = 1000 + static_cast<std::uint64_t>(round);
            std::vector<Step> steps(600);
            for (Step& step : steps) {
                step.actor = pick_index(dice, 6);
                step.dice = pick_index(dice, std::size_t{1} << 62);
            }
            const std::string broken = broken_by(server, card.game, steps, &moves);
            if (broken.empty()) continue;
            const auto fails = [&](const std::vector<Step>& fewer) {
                return !broken_by(server, card.game, fewer).empty();
            };
            const auto shortest = shrink<Step>(steps, fails, 100);
            std::string story;
            for (const Step& step : shortest)
                story += std::to_string(step.actor) + " " + std::to_string(step.dice) + "\n";
            FAIL() << card.game << ", round " << round << ": " << broken << "\nshrunk to " << shortest.size()
                   << " steps (actor, dice):\n"
                   << story << broken_by(server, card.game, shortest);
        }
    }
    EXPECT_GT(moves, 100);
}

}  // namespace
}  // namespace pentad::testing
