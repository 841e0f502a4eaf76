// What a match keeps to over real sockets and in real time.

#include <gtest/gtest.h>
#include <poll.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using namespace std::chrono_literals;

/// Clocks as fast as a test may wish.
const std::vector<std::string> any_clock{"--least-turn-ms", "1", "--least-game-ms", "1"};

struct Pair {
    TestClient first;
    TestClient second;
    std::string match;
};

/// At a game in which a draw may be agreed on.
Pair two(const ServerProcess& server, const TimeControl& tc = {}) {
    Pair pair{TestClient::guest(server.port()), TestClient::guest(server.port()), ""};
    RoomCreate create;
    for (const GameCard& card : pair.first.session().games)
        if (card.draw) create.game = card.game;
    create.first_seat = FirstSeat::chair0;
    create.tc = tc;
    const RoomEntered room = pair.first.create(create);
    pair.second.join({room.room, "", "", JoinSeat::any, ""});
    pair.first.request<Empty>(RoomReady{true}, "", room.room);
    pair.second.request<Empty>(RoomReady{true}, "", room.room);
    pair.match =
        pair.first
            .wait_event([](const Event& it) { return std::holds_alternative<MatchStarted>(it.body); },
                        TestClient::patience, "the start")
            .match;
    pair.second.wait<MatchStarted>();
    return pair;
}

std::string play_first_legal(TestClient& who, const std::string& match) {
    who.until_my_turn(match);
    const std::string move = who.match(match).now.legal->front();
    who.play(match, move);
    return move;
}

TestClient back(const ServerProcess& server, const TestClient& who) {
    TestClient client(server.port());
    client.hello(TokenAuth{who.token()});
    return client;
}

TEST(Match, AMoveSentAgainOverANewLinkAppliesOnce) {
    ServerProcess server;
    Pair pair = two(server);
    const MovePlay move{0, pair.first.match(pair.match).now.legal->front(), "the-move", {}};
    const auto told = pair.first.request<MoveAccepted>(move, pair.match);
    pair.first.cut();
    TestClient again = back(server, pair.first);
    again.watch(pair.match);
    const auto repeated = again.request<MoveAccepted>(move, pair.match);
    EXPECT_TRUE(repeated.duplicate);
    EXPECT_EQ(repeated.turn, told.turn);
    EXPECT_EQ(repeated.hash, told.hash);
    EXPECT_EQ(again.match(pair.match).now.ply, 1);
    play_first_legal(pair.second, pair.match);
    again.until_my_turn(pair.match);
    EXPECT_EQ(again.match(pair.match).now.turn, 2);
}

TEST(Match, AFlagFallsWithNobodyAttached) {
    ServerProcess server(any_clock);
    TimeControl tc;
    tc.kind = TimeControlKind::fischer;
    tc.initial = 1500ms;
    Pair pair = two(server, tc);
    play_first_legal(pair.first, pair.match);
    play_first_legal(pair.second, pair.match);
    pair.first.cut();
    pair.second.cut();
    const auto deadline = std::chrono::steady_clock::now() + TestClient::patience;
    std::string seen;
    while (seen.find("\"timeout\"") == std::string::npos) {
        ASSERT_LT(std::chrono::steady_clock::now(), deadline) << seen;
        seen = server.get("/api/v1/matches/" + pair.match);
    }
    TestClient again = back(server, pair.first);
    EXPECT_EQ(again.watch(pair.match).result, (Result{Side::second, "timeout"}));
}

// S45
TEST(Match, EndsOnceAndAlikeForAllHoweverManyReachForTheDrawWhileTheFlagFalls) {
    ServerProcess server(any_clock);
    int draws = 0, flags = 0;
    // At once, and then ever closer to the moment at which the flag falls.
    std::chrono::milliseconds clock = 400ms, at = 0ms, step = clock / 2;
    for (int round = 0; round < 14; ++round) {
        SCOPED_TRACE(at.count());
        TimeControl tc;
        tc.kind = TimeControlKind::fischer;
        tc.initial = clock;
        Pair pair = two(server, tc);
        struct Tab {
            TestClient client;
            std::string outcome;
        };
        std::vector<Tab> answering, offering;
        for (int i = 0; i < 8; ++i) {
            answering.push_back({back(server, pair.first), ""});
            offering.push_back({back(server, pair.second), ""});
            answering.back().client.watch(pair.match);
            offering.back().client.watch(pair.match);
        }
        play_first_legal(pair.first, pair.match);
        pair.second.until_my_turn(pair.match);
        play_first_legal(pair.second, pair.match);
        const auto start = std::chrono::steady_clock::now();
        const std::string offer =
            pair.second.request<OfferPlaced>(OfferMake{OfferKind::draw, {}, {}}, pair.match).offer;
        const auto due = start + at;
        const auto race = [&](Tab& tab, const ClientMessage& wish) {
            while (std::chrono::steady_clock::now() < due) ::poll(nullptr, 0, 1);
            tab.outcome = tab.client.refusal(wish, pair.match);
            tab.client.until_over(pair.match);
            tab.client.catch_up();
        };
        std::vector<std::jthread> threads;
        for (Tab& tab : answering) threads.emplace_back(race, std::ref(tab), OfferAnswer{offer, true});
        for (std::size_t i = 0; i < offering.size(); ++i)
            threads.emplace_back(
                race, std::ref(offering[i]),
                i % 2 == 0 ? ClientMessage(ClaimWin{}) : ClientMessage(OfferAnswer{offer, true}));
        threads.clear();
        pair.first.until_over(pair.match);
        const auto result = *pair.first.match(pair.match).now.result;
        const auto accepted = std::count_if(answering.begin(), answering.end(),
                                            [](const Tab& tab) { return tab.outcome == "accepted"; });
        if (result.winner) {
            EXPECT_EQ(result, (Result{Side::second, "timeout"}));
            EXPECT_EQ(accepted, 0);
            at -= step;
            ++flags;
            // A slow machine does not come to the draw in that time.
            if (draws == 0) {
                clock *= 2;
                at = 0ms;
                step = clock;
            }
        } else {
            EXPECT_EQ(result.reason, "agreement");
            EXPECT_EQ(accepted, 1);
            at += step;
            ++draws;
        }
        for (auto* side : {&answering, &offering})
            for (Tab& tab : *side) {
                EXPECT_EQ(tab.client.match(pair.match).now.result, result);
                EXPECT_EQ(tab.client.unread<MatchEnded>(), 1U);
                EXPECT_TRUE(side == &answering || tab.outcome != "accepted");
            }
        step = std::max(step / 2, std::chrono::milliseconds(1));
        const auto stored = nlohmann::json::parse(server.get("/api/v1/matches/" + pair.match)).at("result");
        EXPECT_EQ(stored.at("reason"), result.reason);
    }
    EXPECT_GT(draws, 0);
    EXPECT_GT(flags, 0);
}

TEST(Match, AClaimNeedsTheOpponentToBeGoneAndHisReturnCancelsIt) {
    ServerProcess server({"--gone-after-least-s", "1", "--gone-after-most-s", "1"});
    Pair pair = two(server);
    play_first_legal(pair.first, pair.match);
    play_first_legal(pair.second, pair.match);
    const auto state = [](Presence wanted) {
        return [wanted](const Event&, const SeatPresence& it) { return it.state == wanted; };
    };
    EXPECT_EQ(pair.second.refusal(ClaimWin{}, pair.match), "claim_not_allowed");
    pair.first.cut();
    EXPECT_TRUE(pair.second.wait<SeatPresence>(state(Presence::away)).claimable_at);
    pair.second.wait<SeatPresence>(state(Presence::gone));
    TestClient again = back(server, pair.first);
    again.watch(pair.match);
    pair.second.wait<SeatPresence>(state(Presence::online));
    EXPECT_EQ(pair.second.refusal(ClaimWin{}, pair.match), "claim_not_allowed");
    again.cut();
    pair.second.wait<SeatPresence>(state(Presence::gone));
    pair.second.request<Empty>(ClaimWin{}, pair.match);
    pair.second.until_over(pair.match);
    EXPECT_EQ(pair.second.match(pair.match).now.result, (Result{Side::second, "claim"}));
}

TEST(Match, TakesBackPausesAndGoesOnAsAgreed) {
    ServerProcess server;
    Pair pair = two(server);
    const auto agree = [&](TestClient& one, TestClient& other, OfferKind kind) {
        const std::string offer = one.request<OfferPlaced>(OfferMake{kind, {}, {}}, pair.match).offer;
        other.wait<OfferMade>([&](const Event&, const OfferMade& it) { return it.offer.offer == offer; });
        other.request<Empty>(OfferAnswer{offer, true}, pair.match);
        one.wait<OfferClosed>([&](const Event&, const OfferClosed& it) { return it.offer == offer; });
    };
    const std::string start = pair.first.match(pair.match).now.pos;
    play_first_legal(pair.first, pair.match);
    play_first_legal(pair.second, pair.match);
    agree(pair.first, pair.second, OfferKind::takeback);
    pair.first.wait<MatchTakenBack>();
    EXPECT_EQ(pair.first.match(pair.match).now.pos, start);
    EXPECT_EQ(pair.first.match(pair.match).now.turn, 3);
    EXPECT_EQ(pair.first.watch(pair.match).history->size(), 0U);

    agree(pair.second, pair.first, OfferKind::pause);
    const std::string move = pair.first.match(pair.match).now.legal->front();
    EXPECT_EQ(pair.first.refusal<MoveAccepted>(MovePlay{3, move, "p", {}}, pair.match), "paused");
    // A pause, and what was taken back, survive the server.
    server.kill();
    server.start();
    Pair again{back(server, pair.first), back(server, pair.second), pair.match};
    EXPECT_TRUE(again.first.watch(pair.match).clock.paused_until);
    EXPECT_EQ(again.second.watch(pair.match).turn, 3);
    agree(again.first, again.second, OfferKind::pause);
    EXPECT_EQ(again.first.request<MoveAccepted>(MovePlay{3, move, "p", {}}, pair.match).turn, 4);
}

}  // namespace
}  // namespace pentad::testing
