#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/room_world.hpp"

namespace pentad::server {
namespace {

using namespace std::chrono_literals;
using ::testing::SizeIs;

TEST(Table, FlagsBySaidTimeWithoutAnybodyWaitingForIt) {
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

TEST(Table, PlaysAWholeGameAgainstABotThatTheTestMoves) {
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
