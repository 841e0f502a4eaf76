#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/room_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using engine::Side;
using ::testing::IsEmpty;
using ::testing::SizeIs;

StoredRoom with_clock(TimeControlKind kind, milliseconds time) {
    StoredRoom plan = RoomWorld::plan();
    plan.tc.kind = kind;
    if (kind == TimeControlKind::fischer) plan.tc.initial = time;
    if (kind == TimeControlKind::permove || kind == TimeControlKind::correspondence) plan.tc.per_move = time;
    return plan;
}

StoredRoom fischer(milliseconds time) { return with_clock(TimeControlKind::fischer, time); }

TEST(Claim, IsAllowedAfterTheGraceThatSnapshotsName) {
    RoomWorld world;
    auto [first, second] = world.two(fischer(200s));
    first.play(0, "t1");
    second.play(1, "t1");
    EXPECT_EQ(second.refusal(ClaimWin{}), "claim_not_allowed");
    const ServerTime left = world.now;
    first.cut();
    // A quarter of the 200 s that are left.
    const auto away = second.heard<SeatPresence>().back();
    EXPECT_EQ(away.seat, Side::first);
    EXPECT_EQ(away.state, Presence::away);
    EXPECT_EQ(away.claimable_at, to_wire(left + 50s));
    EXPECT_EQ(world.view(second).seats[0].presence, Presence::away);
    EXPECT_EQ(world.view(second).seats[0].claimable_at, to_wire(left + 50s));
    world.pass(49'999ms);
    const auto early = second.try_request<Empty>(ClaimWin{});
    ASSERT_FALSE(early);
    EXPECT_EQ(name(early.error().code), "claim_too_early");
    EXPECT_EQ(std::get<ClaimableAt>(early.error().detail).claimable_at, to_wire(left + 50s));
    world.pass(1ms);
    EXPECT_EQ(second.heard<SeatPresence>().back().state, Presence::gone);
    EXPECT_EQ(world.view(second).seats[0].presence, Presence::gone);
    second.request(ClaimWin{});
    EXPECT_EQ(world.match().result(), (MatchResult{Side::second, "claim"}));
    EXPECT_THAT(second.heard<MatchEnded>(), SizeIs(1));
}

TEST(Claim, IsCancelledByTheReturnOfTheOpponent) {
    RoomWorld world;
    auto [first, second] = world.two(fischer(600s));
    first.play(0, "t1");
    second.play(1, "t1");
    first.cut();
    world.pass(120s);
    EXPECT_EQ(second.heard<SeatPresence>().back().state, Presence::gone);
    first.connect();
    EXPECT_EQ(second.heard<SeatPresence>().back().state, Presence::online);
    EXPECT_FALSE(second.heard<SeatPresence>().back().claimable_at);
    EXPECT_FALSE(world.view(second).seats[0].claimable_at);
    EXPECT_EQ(second.refusal(ClaimWin{}), "claim_not_allowed");
    // The next absence starts anew.
    first.cut();
    EXPECT_EQ(second.refusal(ClaimWin{}), "claim_too_early");
}

TEST(Claim, IsRefusedOnOnesOwnTurn) {
    RoomWorld world;
    auto [first, second] = world.two(fischer(600s));
    first.play(0, "t1");
    second.play(1, "t1");
    second.cut();
    world.pass(200s);
    EXPECT_EQ(first.refusal(ClaimWin{}), "claim_not_allowed");
    first.play(2, "t1");
    first.request(ClaimWin{});
    EXPECT_EQ(world.match().result(), (MatchResult{Side::first, "claim"}));
}

TEST(Claim, IsRefusedInCorrespondenceGames) {
    RoomWorld world;
    auto [first, second] = world.two(with_clock(TimeControlKind::correspondence, 24h));
    first.play(0, "t1");
    second.play(1, "t1");
    first.cut();
    world.pass(1h);
    EXPECT_EQ(second.heard<SeatPresence>().back().state, Presence::gone);
    EXPECT_FALSE(second.heard<SeatPresence>().back().claimable_at);
    EXPECT_EQ(second.refusal(ClaimWin{}), "claim_not_allowed");
}

TEST(Claim, IsRefusedUntilBothHaveMovedAndToSpectators) {
    RoomWorld world;
    auto [first, second] = world.two();
    Visitor& watcher = world.visitor();
    watcher.request<MatchWatched>(MatchWatch{});
    first.play(0, "t1");
    second.cut();
    world.pass(200s);
    EXPECT_EQ(first.refusal(ClaimWin{}), "claim_not_allowed");
    EXPECT_EQ(watcher.refusal(ClaimWin{}), "not_seated");
}

TEST(Claim, IsPossibleWithoutAClock) {
    RoomWorld world;
    auto [first, second] = world.two();
    first.play(0, "t1");
    second.play(1, "t1");
    first.cut();
    world.pass(119s);
    EXPECT_EQ(second.refusal(ClaimWin{}), "claim_too_early");
    world.pass(1s);
    second.request(ClaimWin{});
    EXPECT_EQ(world.match().result(), (MatchResult{Side::second, "claim"}));
}

StoredRoom on_absent(OnAbsent what, StoredRoom plan = RoomWorld::plan()) {
    plan.on_absent = what;
    return plan;
}

TEST(OnAbsent, WaitLetsNobodyClaim) {
    RoomWorld world;
    auto [first, second] = world.two(on_absent(OnAbsent::wait));
    first.play(0, "t1");
    second.play(1, "t1");
    first.cut();
    EXPECT_FALSE(second.heard<SeatPresence>().back().claimable_at);
    world.pass(1h);
    EXPECT_EQ(second.heard<SeatPresence>().back().state, Presence::gone);
    EXPECT_EQ(second.refusal(ClaimWin{}), "claim_not_allowed");
    EXPECT_FALSE(world.match().result());
}

TEST(OnAbsent, ForfeitEndsTheMatchWhenTheGraceIsOver) {
    RoomWorld world;
    auto [first, second] = world.two(on_absent(OnAbsent::forfeit));
    first.play(0, "t1");
    second.cut();
    world.pass(1h);
    EXPECT_FALSE(world.match().result()) << "not before both have moved";
    second.connect();
    second.play(1, "t1");
    second.cut();
    world.pass(1h);
    EXPECT_FALSE(world.match().result()) << "not while he is not to move";
    first.play(2, "t1");
    world.pass(0ms);
    EXPECT_EQ(world.match().result(), (MatchResult{Side::first, "abandoned"}));
    EXPECT_THAT(first.heard<MatchEnded>(), SizeIs(1));
}

TEST(OnAbsent, ForfeitIgnoresShortAbsencesAndBothAway) {
    RoomWorld world;
    auto [first, second] = world.two(on_absent(OnAbsent::forfeit));
    first.play(0, "t1");
    second.play(1, "t1");
    first.cut();
    world.pass(119s);
    first.connect();
    world.pass(10s);
    EXPECT_FALSE(world.match().result());
    first.cut();
    second.cut();
    world.pass(1h);
    EXPECT_FALSE(world.match().result());
    second.connect();
    world.pass(0ms);
    EXPECT_EQ(world.match().result(), (MatchResult{Side::second, "abandoned"}));
}

TEST(OnAbsent, ForfeitAppliesAgainstBots) {
    RoomWorld world;
    StoredRoom plan = on_absent(OnAbsent::forfeit);
    Visitor& person = world.visitor();
    RoomWorld::sit(plan, 0, person);
    RoomWorld::sit_bot(plan, 1);
    world.open(std::move(plan), {&person});
    person.play(0, "t1");
    ASSERT_EQ(world.match().turn(), 2);
    person.cut();
    world.pass(2min);
    EXPECT_EQ(world.match().result(), (MatchResult{Side::second, "abandoned"}));
}

TEST(Presence, WaitsWithinBoundsAndShortlyAfterBye) {
    struct Case {
        milliseconds time;
        milliseconds grace;
    };
    for (const Case& one : {Case{40s, 20s}, Case{240s, 60s}, Case{1h, 120s}}) {
        RoomWorld world;
        auto [first, second] = world.two(fischer(one.time));
        second.cut();
        EXPECT_EQ(first.heard<SeatPresence>().back().claimable_at, to_wire(world.now + one.grace));
    }
    RoomWorld world;
    auto [first, second] = world.two(fischer(1h));
    second.session()->say_bye();
    second.cut();
    EXPECT_EQ(first.heard<SeatPresence>().back().claimable_at, to_wire(world.now + 10s));
}

TEST(Presence, IsThatOfThePlayersTabsInTheRoom) {
    RoomWorld world;
    auto [first, second] = world.two();
    Visitor& tab = world.tab_of(first);
    tab.request<MatchWatched>(MatchWatch{});
    world.tab_of(first);  // never came to the room
    first.cut();
    EXPECT_THAT(second.heard<SeatPresence>(), IsEmpty());
    tab.cut();
    ASSERT_THAT(second.heard<SeatPresence>(), SizeIs(1));
    EXPECT_EQ(second.heard<SeatPresence>()[0].state, Presence::away);
    tab.connect();
    EXPECT_EQ(second.heard<SeatPresence>().back().state, Presence::online);
}

TEST(Presence, OfAPlayerWhoThinksLongIsOnline) {
    RoomWorld world;
    auto [first, second] = world.two();
    first.play(0, "t1");
    second.play(1, "t1");
    world.pass(2h);
    EXPECT_THAT(second.heard<SeatPresence>(), IsEmpty());
    EXPECT_EQ(second.refusal(ClaimWin{}), "claim_not_allowed");
}

TEST(Abandonment, EndsAMatchWithoutAClock) {
    RoomWorld world;
    auto [first, second] = world.two();
    Visitor& watcher = world.visitor();
    watcher.request<MatchWatched>(MatchWatch{});
    first.cut();
    world.pass(1h);
    second.cut();
    // Who only watches keeps nothing going.
    world.pass(24h - 1ms);
    EXPECT_FALSE(world.match().result());
    world.pass(1ms);
    EXPECT_EQ(world.match().result(), (MatchResult{std::nullopt, "abandoned"}));
    EXPECT_THAT(watcher.heard<MatchEnded>(), SizeIs(1));
}

TEST(Abandonment, IsCancelledByAReturn) {
    RoomWorld world;
    world.services.disconnect_policy.abandoned = 60s;
    auto [first, second] = world.two();
    first.cut();
    second.cut();
    world.pass(59s);
    first.connect();
    world.pass(600s);
    EXPECT_FALSE(world.match().result());
    first.cut();
    world.pass(60s);
    EXPECT_TRUE(world.match().result());
}

TEST(Abandonment, DoesNotStopAClock) {
    RoomWorld world;
    world.services.disconnect_policy.abandoned = 1s;
    auto [first, second] = world.two(fischer(300s));
    first.play(0, "t1");
    second.play(1, "t1");
    first.cut();
    second.cut();
    world.pass(299'999ms);
    EXPECT_FALSE(world.match().result());
    world.pass(1ms);
    EXPECT_EQ(world.match().result(), (MatchResult{Side::second, "timeout"}));
}

}  // namespace
}  // namespace pentad::server
