// What a rated match takes to count, who is held back for leaving, and who has the first seat.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/gateway_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using ::testing::IsEmpty;

RoomCreate new_room(bool rated) {
    RoomCreate create;
    create.game = "pile";
    create.rated = rated;
    return create;
}

struct Game {
    std::string room;
    std::string match;
    Caller* first = nullptr;  ///< on match seat 0
    Caller* second = nullptr;
    MatchSnapshot start;  ///< as both are told
};

/// The match that has begun last for these two.
Game begun(const std::string& room, Caller& one, Caller& other) {
    const MatchStarted started = one.heard<MatchStarted>().back();
    const bool one_is_first = started.seat == Side::first;
    EXPECT_EQ(other.heard<MatchStarted>().back().seat, one_is_first ? Side::second : Side::first);
    EXPECT_EQ(other.heard<MatchStarted>().back().snapshot.rated, started.snapshot.rated);
    EXPECT_EQ(other.heard<MatchStarted>().back().snapshot.unrated, started.snapshot.unrated);
    return {room, started.match, one_is_first ? &one : &other, one_is_first ? &other : &one,
            started.snapshot};
}

Game start(Caller& one, Caller& other, const RoomCreate& create = new_room(true)) {
    const std::string room = one.request<RoomEntered>(create).room;
    other.request<RoomEntered>(RoomJoin{room, "", "", JoinSeat::any, ""});
    one.request(RoomReady{true}, room);
    other.request(RoomReady{true}, room);
    return begun(room, one, other);
}

void move(Caller& player, int turn, const Game& game) {
    player.request<MoveAccepted>(MovePlay{turn, "t1", Visitor::move_id(), {}}, "", game.match);
}
void both_move(const Game& game) {
    move(*game.first, 0, game);
    move(*game.second, 1, game);
}
void leave(const Game& game) {
    game.first->request(RoomLeave{}, game.room);
    game.second->request(RoomLeave{}, game.room);
}

std::map<std::string, protocol::Rating> ratings(GatewayWorld& world, const Caller& player) {
    return Caller(world, TokenAuth{*player.hello.player_token}).hello.player.ratings;
}

TEST(RatedMatch, IsCasualOnOneNetworkAndBothAreTold) {
    GatewayWorld world;
    const auto counts = [&](const std::string& one, const std::string& other) {
        Caller ann = Caller::from(world, one), bob = Caller::from(world, other);
        const Game game = start(ann, bob);
        both_move(game);
        bob.request(MatchResign{}, "", game.match);
        const bool counted = !ratings(world, ann).empty();
        EXPECT_EQ(game.start.rated, counted);
        EXPECT_EQ(game.start.unrated, counted ? std::nullopt : std::optional(Unrated::same_network));
        // Who comes later is told the same.
        const auto seen = ann.request<MatchWatched>(MatchWatch{}, "", game.match).snapshot;
        EXPECT_EQ(seen.rated, game.start.rated);
        EXPECT_EQ(seen.unrated, game.start.unrated);
        return counted;
    };
    EXPECT_FALSE(counts("192.0.2.1", "192.0.2.1"));
    EXPECT_FALSE(counts("2001:db8:0:1::1", "2001:db8:0:1:ffff::2")) << "one customer's network";
    EXPECT_TRUE(counts("192.0.2.1", "192.0.2.2"));
    EXPECT_TRUE(counts("2001:db8:0:1::1", "2001:db8:0:2::1"));
    world.rooms.services.rate_same_network = true;
    EXPECT_TRUE(counts("192.0.2.1", "192.0.2.1"));
}

TEST(RatedMatch, IsCasualWhenAnyTabSharesTheNetwork) {
    GatewayWorld world;
    Caller ann = Caller::from(world, "192.0.2.1"), bob = Caller::from(world, "192.0.2.2");
    const std::string room = ann.request<RoomEntered>(new_room(true)).room;
    bob.request<RoomEntered>(RoomJoin{room, "", "", JoinSeat::any, ""});
    Caller tab(world, nullptr, "192.0.2.2");
    tab.request<HelloOk>(Caller::said_hello(TokenAuth{*ann.hello.player_token}));
    tab.request<RoomEntered>(RoomJoin{room, "", "", JoinSeat::any, ""});
    // Gone by now, but it was Ann.
    tab.cut();
    ann.request(RoomReady{true}, room);
    bob.request(RoomReady{true}, room);
    EXPECT_FALSE(begun(room, ann, bob).start.rated);
}

TEST(RatedMatch, GivesNothingToTwoGuestsOfOneAddress) {
    GatewayWorld world;
    Caller winner(world), loser(world);
    for (int i = 0; i < 15; ++i) {
        const Game game = start(winner, loser);
        loser.request(MatchResign{}, "", game.match);
        leave(game);
        winner.forget();
        loser.forget();
    }
    EXPECT_THAT(ratings(world, winner), IsEmpty());
    EXPECT_THAT(ratings(world, loser), IsEmpty());
}

TEST(RatedMatch, IsAbortedUnlessBothHaveMoved) {
    GatewayWorld world;
    Caller ann = Caller::from(world, "192.0.2.1"), bob = Caller::from(world, "192.0.2.2");
    for (int plies : {0, 1, 2}) {
        const Game game = start(ann, bob);
        EXPECT_TRUE(game.start.rated);
        if (plies > 0) move(*game.first, 0, game);
        if (plies > 1) move(*game.second, 1, game);
        bob.request(MatchResign{}, "", game.match);
        const protocol::Result result = ann.heard<MatchEnded>().back().result;
        EXPECT_EQ(result.reason, plies < 2 ? "aborted" : "resign") << plies;
        EXPECT_EQ(result.winner.has_value(), plies == 2) << plies;
        EXPECT_EQ(ratings(world, ann).size(), plies == 2 ? 1U : 0U) << plies;
    }
    // Where nothing depends on it the one who stays has won.
    const Game casual = start(ann, bob, new_room(false));
    bob.request(MatchResign{}, "", casual.match);
    EXPECT_EQ(ann.heard<MatchEnded>().back().result.reason, "resign");
}

TEST(Hello, ShowsTheCurrentUncertaintyOfARating) {
    GatewayWorld world;
    Caller ann = Caller::from(world, "192.0.2.1"), bob = Caller::from(world, "192.0.2.2");
    for (int i = 0; i < 20; ++i) {
        const Game game = start(ann, bob);
        both_move(game);
        (i % 3 == 0 ? ann : bob).request(MatchResign{}, "", game.match);
        leave(game);
    }
    const auto now = ratings(world, ann).at("pile");
    EXPECT_FALSE(now.provisional);
    world.rooms.now += std::chrono::years(3);
    const auto later = ratings(world, ann).at("pile");
    EXPECT_EQ(later.rating, now.rating);
    EXPECT_EQ(later.games, now.games);
    EXPECT_EQ(later.deviation, 350);
    EXPECT_TRUE(later.provisional);
}

/// Why not, and for how long.
template <class Body = Empty>
void expect_held_back(Caller& player, const ClientMessage& message, const std::string& room,
                      milliseconds wait) {
    const auto answer = player.try_request<Body>(message, room);
    ASSERT_FALSE(answer);
    EXPECT_EQ(name(answer.error().code), "aborted_too_often");
    ASSERT_TRUE(std::holds_alternative<RetryAfter>(answer.error().detail));
    EXPECT_EQ(std::get<RetryAfter>(answer.error().detail).after, wait);
}

QueueJoin wish() {
    QueueJoin join;
    join.game = "pile";
    return join;
}

struct HeldBack : testing::Test {
    HeldBack() { world.rooms.services.early_exits = EarlyExits(3); }

    GatewayWorld world;
    Caller ann = Caller::from(world, "192.0.2.1"), bob = Caller::from(world, "192.0.2.2");
};

TEST_F(HeldBack, IsAPlayerWithTooManyEarlyExitsForAnHour) {
    // Whichever way: nothing of it is free.
    Game game = start(ann, bob);
    ann.request(MatchAbort{}, "", game.match);
    world.rooms.pass(10min);
    game = start(ann, bob);
    ann.request(MatchResign{}, "", game.match);
    const std::string waiting = bob.request<RoomEntered>(new_room(true)).room;
    RoomCreate fast = new_room(true);
    fast.tc = {TimeControlKind::fischer, 5min, 5s, {}};
    fast.first_seat = FirstSeat::chair0;
    game = start(ann, bob, fast);
    EXPECT_EQ(game.first, &ann);
    world.rooms.pass(30s);
    EXPECT_EQ(ann.heard<MatchEnded>().back().result.reason, "aborted") << "the first move did not come";

    const milliseconds wait = 60min - 10min - 30s;
    expect_held_back<RoomEntered>(ann, new_room(true), "", wait);
    expect_held_back<RoomEntered>(ann, RoomJoin{waiting, "", "", JoinSeat::any, ""}, "", wait);
    expect_held_back(ann, wish(), "", wait);
    // A room that becomes rated later, and a rematch, begin nothing either.
    const RoomEntered casual = ann.request<RoomEntered>(new_room(false));
    RoomUpdate becomes;
    becomes.rated = true;
    ann.request(becomes, casual.room);
    expect_held_back(ann, RoomReady{true}, casual.room, wait);
    EXPECT_EQ(ann.refusal<OfferPlaced>(OfferMake{OfferKind::rematch, {}, {}}, "", game.match),
              "aborted_too_often");
    const auto rematch = bob.request<OfferPlaced>(OfferMake{OfferKind::rematch, {}, {}}, "", game.match);
    EXPECT_EQ(ann.refusal(OfferAnswer{rematch.offer, true}, "", game.match), "aborted_too_often");
    // Watching, casual games and bots are for everybody, and rated ones for who stayed.
    ann.request<RoomEntered>(RoomJoin{waiting, "", "", JoinSeat::watch, ""});
    EXPECT_FALSE(start(ann, bob, new_room(false)).start.rated);
    bob.request(RoomReady{true}, waiting);
    world.rooms.pass(wait - 1ms);
    EXPECT_EQ(ann.refusal(wish()), "aborted_too_often");
    world.rooms.pass(1ms);
    ann.request(wish());
}

TEST_F(HeldBack, IsNobodyForAgreedAbortsOrLongWaits) {
    for (int i = 0; i < 4; ++i) {
        Game game = start(ann, bob);
        const auto offer = ann.request<OfferPlaced>(OfferMake{OfferKind::abort, {}, {}}, "", game.match);
        bob.request(OfferAnswer{offer.offer, true}, "", game.match);
        leave(game);
        // The first move does not come.
        game = start(ann, bob);
        world.rooms.pass(30s);
        game.second->request(MatchAbort{}, "", game.match);
        leave(game);
        // Both have moved; it is lost, and counts as that.
        game = start(ann, bob);
        both_move(game);
        ann.request(MatchResign{}, "", game.match);
        leave(game);
        // Among friends.
        game = start(ann, bob, new_room(false));
        ann.request(MatchAbort{}, "", game.match);
        leave(game);
    }
    EXPECT_EQ(world.rooms.services.early_exits.players(), 0U);
}

TEST_F(HeldBack, IsAPlayerWhoLeavesMatchedGames) {
    for (int i = 0; i < 3; ++i) {
        bob.request(wish());
        ann.request(wish());
        const Game game = begun(ann.heard<RoomSnapshot>().back().summary.room, ann, bob);
        // To resign at once is no other thing.
        if (i == 1)
            ann.request(MatchResign{}, "", game.match);
        else
            ann.request(MatchAbort{}, "", game.match);
        leave(game);
    }
    expect_held_back(ann, wish(), "", 60min);
    bob.request(wish());
}

TEST(FirstSeatOfAPair, Alternates) {
    GatewayWorld world;
    Caller ann(world), bob(world), cid(world);
    const Caller* first = nullptr;
    for (int i = 0; i < 12; ++i) {
        // In rooms of the one or the other, and by the queue.
        Game game;
        if (i % 3 == 2) {
            bob.request(wish());
            ann.request(wish());
            game = begun(ann.heard<RoomSnapshot>().back().summary.room, ann, bob);
        } else {
            game = i % 3 == 0 ? start(ann, bob, new_room(false)) : start(bob, ann, new_room(false));
        }
        if (first != nullptr) {
            EXPECT_NE(game.first, first) << i;
        }
        first = game.first;
        both_move(game);
        game.second->request(MatchResign{}, "", game.match);
        leave(game);
    }
    // With others it is another matter.
    start(ann, cid, new_room(false));
    EXPECT_EQ(world.rooms.services.first_seats.pairs(), 2U);
}

TEST(FirstSeatOfAPair, DoesNotChangeAfterAnAbort) {
    GatewayWorld world;
    Caller ann(world), bob(world);
    const Caller* first = nullptr;
    for (int i = 0; i < 12; ++i) {
        const Game game = start(ann, bob, new_room(false));
        if (first != nullptr) {
            EXPECT_EQ(game.first, first) << i;
        }
        first = game.first;
        if (i % 2 == 0)
            game.second->request(MatchAbort{}, "", game.match);
        else
            game.first->request(MatchResign{}, "", game.match);
        leave(game);
    }
}

}  // namespace
}  // namespace pentad::server
