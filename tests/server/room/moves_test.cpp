#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/room_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using engine::Side;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

StoredRoom fischer() {
    StoredRoom plan = RoomWorld::plan();
    plan.tc.kind = TimeControlKind::fischer;
    plan.tc.initial = 60s;
    return plan;
}

MovePlay move(int turn, const std::string& text, const std::string& id) { return {turn, text, id, {}}; }

TEST(Moves, SentAgainAfterAReconnectApplyOnce) {
    RoomWorld world;
    auto [first, second] = world.two(fischer());
    first.play(0, "t1");
    second.play(1, "t1");
    world.now += 5s;
    first.send(move(2, "t2", "mine"));
    first.cut();  // before the answer could be read
    const auto clock = world.match().remaining();
    world.now += 3s;
    first.connect();
    const auto again = first.request<MoveAccepted>(move(2, "t2", "mine"));
    EXPECT_TRUE(again.duplicate);
    EXPECT_EQ(again.turn, 3);
    EXPECT_EQ(again.charged, 5s);
    EXPECT_EQ(world.match().ply(), 3);
    EXPECT_EQ(world.match().remaining(), clock);
    EXPECT_THAT(second.heard<MatchMoved>(), SizeIs(3));
    EXPECT_EQ(first.refusal<MoveAccepted>(move(2, "t1", "mine")), "conflict");
}

TEST(Moves, OfTwoForOneTurnOneIsStaleAndGetsASnapshot) {
    RoomWorld world;
    auto [first, second] = world.two(fischer());
    const auto one = first.send(move(0, "t1", "a"));
    const auto other = first.send(move(0, "t2", "b"));
    const auto third = first.send(move(0, "t2", "c"));
    world.settle();
    EXPECT_TRUE(first.was_accepted(one));
    EXPECT_TRUE(first.was_refused(other, "stale_turn"));
    EXPECT_TRUE(first.was_refused(third, "stale_turn"));
    EXPECT_EQ(world.match().ply(), 1);
    // At most one a second.
    const auto snapshots = first.heard<MatchSnapshot>();
    ASSERT_THAT(snapshots, SizeIs(1));
    EXPECT_EQ(snapshots[0].turn, 1);
    world.now += 1s;
    first.refusal<MoveAccepted>(move(0, "t2", "d"));
    EXPECT_THAT(first.heard<MatchSnapshot>(), SizeIs(2));
    EXPECT_THAT(second.heard<MatchSnapshot>(), IsEmpty());
}

TEST(Moves, ThatAreRefusedHaveATypedReasonAndChangeNothing) {
    RoomWorld world;
    StoredRoom plan = fischer();
    plan.options.size = "4";
    auto [first, second] = world.two(plan);
    Visitor& stranger = world.visitor();
    first.play(0, "t2");
    second.play(1, "t1");
    world.now += 2s;
    const std::int64_t seq = world.room->live_match()->stream().seq();
    const auto clock = world.view(first).clock;
    const auto illegal = first.try_request<MoveAccepted>(move(2, "t2", "x"));
    ASSERT_FALSE(illegal);
    EXPECT_EQ(name(illegal.error().code), "illegal_move");
    const auto& why = std::get<IllegalMove>(illegal.error().detail);
    EXPECT_EQ(why.rule, "3.1");
    EXPECT_THAT(why.squares, ElementsAre("a1"));
    EXPECT_EQ(first.refusal<MoveAccepted>(move(2, "castle", "x")), "bad_move_format");
    EXPECT_EQ(first.refusal<MoveAccepted>(move(1, "t1", "x")), "stale_turn");
    EXPECT_EQ(first.refusal<MoveAccepted>(move(3, "t1", "x")), "future_turn");
    EXPECT_EQ(second.refusal<MoveAccepted>(move(2, "t1", "x")), "not_your_turn");
    EXPECT_EQ(stranger.refusal<MoveAccepted>(move(2, "t1", "x")), "not_seated");
    EXPECT_EQ(world.room->live_match()->stream().seq(), seq);
    EXPECT_EQ(world.view(first).clock.remaining, clock.remaining);
    EXPECT_EQ(world.view(first).clock.running, clock.running);
    EXPECT_EQ(world.view(first).clock.at, clock.at);
    EXPECT_EQ(world.match().turn(), 2);
    EXPECT_EQ(first.play(2, "t1").charged, 2s);
}

TEST(Clocks, IgnoreFieldsThatAClientAdds) {
    RoomWorld world;
    auto [first, second] = world.two(fischer());
    first.play(0, "t1");
    second.play(1, "t1");
    world.now += 7s;
    auto request = decode_request(
        R"({"type":"move.play","id":"q","match":"m","ts":1,"lag":9000,"clock":{"remainingMs":[99999999,1]},)"
        R"("data":{"turn":2,"move":"t1","moveId":"z","lag":9000,"lagMs":9000,"chargedMs":0,"at":1,"rtt":500}})");
    ASSERT_TRUE(request);
    EXPECT_EQ(first.request<MoveAccepted>(request->message).charged, 7s);
    EXPECT_EQ((*world.match().remaining())[0], 53s);
}

TEST(Clocks, CompensateTheMeasuredLagWithinBounds) {
    RoomWorld world;
    auto [first, second] = world.two(fischer());
    first.play(0, "t1");
    second.play(1, "t1");
    first.lag(300ms);
    second.lag(9s);
    world.now += 1s;
    EXPECT_EQ(first.play(2, "t1").charged, 700ms);
    world.now += 1s;
    EXPECT_EQ(second.play(3, "t1").charged, 500ms);
    world.now += 100ms;
    EXPECT_EQ(first.play(4, "t1").charged, 0ms);
    EXPECT_EQ((*world.match().remaining())[0], 60s - 700ms);
}

TEST(Clocks, GiveAPeerThatFakesLagNoMoreThanItsBudget) {
    StoredRoom plan = fischer();
    plan.options.size = "1000";
    RoomWorld world;
    auto [first, second] = world.two(plan);
    first.play(0, "t1");
    second.play(1, "t1");
    first.lag(500ms);
    milliseconds gained{};
    constexpr int moves = 30;
    for (int i = 0; i < moves; ++i) {
        world.now += 480ms;
        gained += 480ms - first.play(2 + 2 * i, "t1").charged;
        second.play(3 + 2 * i, "t1");
    }
    const milliseconds gain = LagBudget(plan.tc).gain();
    EXPECT_LE(gained, (LagBudget::gains_at_start + moves) * gain);
    EXPECT_GT(gained, 0ms);
    milliseconds said{};
    for (const Moved& move : world.match().line()) said += move.compensated;
    EXPECT_EQ(said, gained);
    // What is stored is what was decided: nothing is measured anew when the server comes back.
    const StoredMatch stored = world.stored_match();
    Match again(stored.setup);
    for (const MatchEvent& event : stored.events) EXPECT_TRUE(again.apply(event));
    EXPECT_EQ(again.lag_given(500ms), world.match().lag_given(500ms));
}

TEST(Clocks, WaitForAMoveThatIsOnItsWay) {
    for (const milliseconds late : {299ms, 300ms}) {
        RoomWorld world;
        auto [first, second] = world.two(fischer());
        first.play(0, "t1");
        second.play(1, "t1");
        first.lag(300ms);
        second.lag(9s);
        world.pass(*world.match().deadline() - world.now + late);
        EXPECT_EQ(second.refusal(MatchAbort{}), late == 299ms ? "cannot_abort" : "match_over");
        EXPECT_EQ(first.refusal<MoveAccepted>(move(2, "t1", "late")),
                  late == 299ms ? "accepted" : "match_over");
        EXPECT_EQ(world.match().result().has_value(), late != 299ms);
    }
}

TEST(Clocks, CountTheTimeWhenAFrameWasRead) {
    RoomWorld world;
    auto [first, second] = world.two(fischer());
    first.play(0, "t1");
    second.play(1, "t1");
    const ServerTime deadline = *world.match().deadline();
    world.now = deadline - 1ms;
    const auto in_time = first.send(move(2, "t1", "a"));
    world.now = deadline + 5s;
    world.settle();
    EXPECT_TRUE(first.was_accepted(in_time));
    EXPECT_EQ((*world.match().remaining())[0], 1ms);
    EXPECT_FALSE(world.match().result());
}

TEST(Clocks, AbortAMatchWhoseFirstMovesDoNotCome) {
    for (const bool first_moves : {false, true}) {
        RoomWorld world;
        auto [first, second] = world.two(fischer());
        if (first_moves) {
            world.pass(20s);
            first.play(0, "t1");
        }
        world.pass(first_move_due - 1ms);
        EXPECT_FALSE(world.match().result());
        world.pass(1ms);
        EXPECT_EQ(world.match().result(), (MatchResult{std::nullopt, "aborted"}));
    }
    RoomWorld world;
    auto [first, second] = world.two();
    world.pass(1h);
    EXPECT_FALSE(world.match().result());
}

TEST(Clocks, FlagOnTheMillisecondWithNobodyConnected) {
    for (const TimeControlKind kind :
         {TimeControlKind::fischer, TimeControlKind::permove, TimeControlKind::correspondence}) {
        RoomWorld world;
        StoredRoom plan = RoomWorld::plan();
        plan.tc.kind = kind;
        plan.tc.initial = kind == TimeControlKind::fischer ? 60s : 0s;
        plan.tc.per_move = kind == TimeControlKind::fischer ? 0s : 60s;
        auto [first, second] = world.two(plan);
        first.play(0, "t1");
        second.play(1, "t1");
        const ServerTime deadline = *world.match().deadline();
        EXPECT_EQ(deadline, world.now + 60s);
        first.cut();
        second.cut();
        world.pass(deadline - world.now - 1ms);
        EXPECT_FALSE(world.match().result());
        world.pass(1ms);
        EXPECT_EQ(world.match().result(), (MatchResult{Side::second, "timeout"}));
        second.connect();
        EXPECT_EQ(second.refusal<MoveAccepted>(move(2, "t1", "late")), "match_over");
    }
}

TEST(Clocks, DoNotChargeABotForItsWaitForAWorker) {
    std::atomic<bool> go = false;
    RoomWorld world([&](const engine::Position& position, const engine::SearchLimits&, std::stop_token stop) {
        while (!go && !stop.stop_requested()) std::this_thread::yield();
        engine::Choice choice;
        choice.move = position.legal_moves().front();
        return choice;
    });
    Visitor& person = world.visitor();
    StoredRoom plan = fischer();
    RoomWorld::sit(plan, 0, person);
    RoomWorld::sit_bot(plan, 1);
    world.bots_think = true;
    world.open(plan, {&person});
    person.play(0, "t1");
    go = true;
    world.bots_think = false;
    world.settle();
    EXPECT_EQ(world.match().ply(), 2);
    EXPECT_EQ((*world.match().remaining())[1], 60s);
}

TEST(Premove, IsPlayedAtOnceAndCostsNoTime) {
    RoomWorld world;
    auto [first, second] = world.two(fischer());
    first.play(0, "t1");
    second.play(1, "t1");
    EXPECT_EQ(first.refusal(PremoveSet{2, "t1"}), "stale_turn");
    EXPECT_EQ(second.refusal(PremoveSet{2, "t1"}), "stale_turn");
    EXPECT_EQ(first.refusal(PremoveSet{3, "t1"}), "not_your_turn");
    EXPECT_EQ(second.refusal(PremoveSet{4, "t1"}), "future_turn");
    EXPECT_EQ(second.refusal(PremoveSet{3, "castle"}), "bad_move_format");
    second.request(PremoveSet{3, "t1"});
    second.request(PremoveSet{3, "t2"});
    EXPECT_THAT(*world.view(first).legal, SizeIs(2));
    EXPECT_FALSE(world.view(second).legal);
    world.now += 4s;
    first.play(2, "t1");
    const auto moved = first.heard<MatchMoved>();
    ASSERT_THAT(moved, SizeIs(4));
    EXPECT_FALSE(moved[2].automatic);
    EXPECT_EQ(moved[3].automatic, Automatic::premove);
    EXPECT_EQ(moved[3].move, "t2");
    EXPECT_EQ(moved[3].seat, Side::second);
    EXPECT_THAT(*world.match().remaining(), ElementsAre(56s, 60s));
    EXPECT_EQ(world.match().turn(), 4);
}

TEST(Premove, IsDroppedWithAReasonThatOnlyItsPlayerHears) {
    RoomWorld world;
    StoredRoom plan = RoomWorld::plan();
    plan.options.size = "4";
    auto [first, second] = world.two(plan);
    first.play(0, "t2");
    first.request(PremoveSet{2, "t2"});
    second.play(1, "t1");
    const auto dropped = first.heard<PremoveDropped>();
    ASSERT_THAT(dropped, SizeIs(1));
    EXPECT_EQ(dropped[0].turn, 2);
    EXPECT_EQ(dropped[0].reason, "illegal_move");
    EXPECT_THAT(second.heard<PremoveDropped>(), IsEmpty());
    EXPECT_EQ(world.match().turn(), 2);
    EXPECT_EQ(world.match().to_move(), Side::first);
}

TEST(Premove, IsDroppedWhenClearedOrTakenBack) {
    RoomWorld world;
    auto [first, second] = world.two();
    second.request(PremoveSet{1, "t1"});
    second.request(PremoveClear{});
    first.play(0, "t1");
    EXPECT_EQ(world.match().turn(), 1);
    second.play(1, "t1");
    second.request(PremoveSet{3, "t1"});
    const std::string wish = second.request<OfferPlaced>(OfferMake{OfferKind::takeback, {}, {}}).offer;
    first.request(OfferAnswer{wish, true});
    EXPECT_EQ(second.heard<PremoveDropped>().back().reason, "takeback");
    EXPECT_EQ(world.match().to_move(), Side::second);
    second.play(3, "t2");
    first.play(4, "t1");
    EXPECT_EQ(world.match().turn(), 5);
}

TEST(Premove, ThatWinsEndsTheMatchOnce) {
    RoomWorld world;
    StoredRoom plan = RoomWorld::plan();
    plan.options.size = "4";
    auto [first, second] = world.two(plan);
    second.request(PremoveSet{1, "t2"});
    first.play(0, "t2");
    EXPECT_EQ(world.match().result(), (MatchResult{Side::second, "last_taken"}));
    EXPECT_THAT(first.heard<MatchEnded>(), SizeIs(1));
    EXPECT_EQ(first.order().back(), "ok");
}

}  // namespace
}  // namespace pentad::server
