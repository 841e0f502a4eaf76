#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/failing_store.hpp"
#include "tests/server/support/room_world.hpp"

namespace pentad::server {
namespace {

using namespace std::chrono_literals;
using ::testing::SizeIs;

TEST(LiveMatch, FlagsOnTimeWithNobodyConnected) {
    RoomWorld world;
    Visitor& first = world.visitor();
    Visitor& second = world.visitor();
    StoredRoom plan = RoomWorld::plan();
    plan.tc.kind = protocol::TimeControlKind::fischer;
    plan.tc.initial = 60s;
    RoomWorld::sit(plan, 0, first);
    RoomWorld::sit(plan, 1, second);
    world.open(plan, {&first, &second});
    first.play(0, "t1");
    second.play(1, "t1");
    world.pass(59'999ms);
    EXPECT_FALSE(world.match().result());
    world.pass(1ms);
    EXPECT_EQ(world.match().result(), (MatchResult{Side::second, "timeout"}));
    EXPECT_THAT(first.heard<protocol::MatchEnded>(), SizeIs(1));
    EXPECT_THAT(second.heard<protocol::MatchEnded>(), SizeIs(1));
}

/// Two people with ten seconds a move, after the first move of each, and a disk that can be full.
struct Timed {
    std::shared_ptr<std::atomic<bool>> full = std::make_shared<std::atomic<bool>>(false);
    RoomWorld world{{}, std::make_unique<FailingStore>(full)};
    Visitor& first = world.visitor();
    Visitor& second = world.visitor();

    Timed() {
        StoredRoom plan = RoomWorld::plan();
        plan.tc.kind = protocol::TimeControlKind::permove;
        plan.tc.per_move = 10s;
        RoomWorld::sit(plan, 0, first);
        RoomWorld::sit(plan, 1, second);
        world.open(plan, {&first, &second});
        first.play(0, "t1");
        second.play(1, "t1");
    }
};

TEST(LiveMatch, DoesNotFlagAMoveThatCannotBeStored) {
    Timed game;
    const protocol::MovePlay move{2, "t1", "the-move", {}};
    game.world.pass(9s);
    *game.full = true;
    EXPECT_EQ(game.first.refusal<protocol::MoveAccepted>(move), "storage");
    game.world.pass(9s);
    EXPECT_EQ(game.first.refusal<protocol::MoveAccepted>(move), "storage");
    *game.full = false;
    game.world.pass(9s);
    EXPECT_FALSE(game.world.match().result());
    EXPECT_EQ(game.first.request<protocol::MoveAccepted>(move).turn, 3);
    // Whose turn it is now has no more time than ever.
    game.world.pass(10s);
    EXPECT_EQ(game.world.match().result(), (MatchResult{Side::first, "timeout"}));
}

TEST(LiveMatch, FlagsWhenAMoveThatWasNotStoredIsNotSentAgain) {
    Timed game;
    *game.full = true;
    game.world.pass(9s);
    EXPECT_EQ(game.first.refusal<protocol::MoveAccepted>(protocol::MovePlay{2, "t1", "the-move", {}}),
              "storage");
    *game.full = false;
    game.world.pass(resume_grace - 1ms);
    EXPECT_FALSE(game.world.match().result());
    game.world.pass(1ms);
    EXPECT_EQ(game.world.match().result(), (MatchResult{Side::second, "timeout"}));
}

TEST(LiveMatch, RunsAClockThatIsLongerThanTheTimerCanCount) {
    RoomWorld world;
    Visitor& first = world.visitor();
    StoredRoom plan = RoomWorld::plan();
    plan.hotseat = true;
    plan.tc.kind = protocol::TimeControlKind::correspondence;
    plan.tc.per_move = std::chrono::milliseconds(10'000'000'000'000);
    RoomWorld::sit(plan, 0, first);
    RoomWorld::sit(plan, 1, first);
    world.open(plan, {&first});
    EXPECT_TRUE(world.match().deadline());
    world.settle();
    EXPECT_FALSE(world.match().result());
}

TEST(LiveMatch, PlaysAWholeGameAgainstABotThatTheTestMoves) {
    RoomWorld world;
    Visitor& person = world.visitor();
    StoredRoom plan = RoomWorld::plan();
    RoomWorld::sit(plan, 0, person);
    RoomWorld::sit_bot(plan, 1);
    world.open(plan, {&person});
    // The bot always takes one: three a round, and the person makes the last move of twenty.
    for (int turn = 0; turn < 12; turn += 2) person.play(turn, "t2");
    person.play(12, "t2");
    EXPECT_EQ(world.match().result(), (MatchResult{Side::first, "last_taken"}));
    EXPECT_THAT(person.heard<protocol::MatchMoved>(), SizeIs(13));
    EXPECT_EQ(person.order().back(), "ok");
}

}  // namespace
}  // namespace pentad::server
