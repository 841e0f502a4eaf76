// No clock is taken with which nobody can play, and nobody's flag falls while people sit down.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/app/recovery.hpp"
#include "tests/server/support/gateway_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;

TimeControl fischer(milliseconds initial, milliseconds increment) {
    return {TimeControlKind::fischer, initial, increment, 0ms};
}
TimeControl each(TimeControlKind kind, milliseconds move) { return {kind, 0ms, 0ms, move}; }

const std::vector<TimeControl> too_fast{fischer(0ms, 0ms),
                                        fischer(0ms, 1s),
                                        fischer(1ms, 0ms),
                                        fischer(14s, 0ms),
                                        fischer(2s, 1s),
                                        each(TimeControlKind::permove, 0ms),
                                        each(TimeControlKind::permove, 1ms),
                                        each(TimeControlKind::permove, 2'999ms),
                                        each(TimeControlKind::correspondence, 1ms)};
/// As fast as it goes.
const std::vector<TimeControl> fast{fischer(15s, 0ms), fischer(3s, 300ms), fischer(0ms, 3s),
                                    fischer(1ms, 60s), each(TimeControlKind::permove, 3s)};

RoomCreate table(const TimeControl& tc) {
    RoomCreate create;
    create.game = "pile";
    create.tc = tc;
    create.first_seat = FirstSeat::chair0;
    return create;
}

TEST(TimeLimits, AreInHello) {
    GatewayWorld world;
    EXPECT_EQ(Caller(world).hello.limits.time, (TimeLimits{3s, 15s, 1h}));
    const TimeLimits wanted{1s, 2s, 3h};
    const DrainState drain;
    const Welcome welcome(world.config, world.rooms.services.rooms, drain, wanted);
    EXPECT_EQ(welcome.for_session(Session({"s_1"}, {}), "").limits.time, wanted);
}

TEST(TimeLimits, ApplyToEveryWayToMakeARoom) {
    GatewayWorld world;
    for (const TimeControl& tc : too_fast)
        for (const bool rated : {false, true}) {
            Caller ann(world);
            RoomCreate create = table(tc);
            create.rated = rated;
            EXPECT_EQ(ann.refusal<RoomEntered>(create), "bad_options");
            EXPECT_EQ(ann.refusal(QueueJoin{"pile", tc, {}, {}}), "bad_options");
            create.tc = fischer(15s, 0ms);
            const auto room = ann.request<RoomEntered>(create);
            RoomUpdate update;
            update.tc = tc;
            EXPECT_EQ(ann.refusal(update, room.room), "bad_options");
        }
    const auto refused = Caller(world).try_request<RoomEntered>(table(each(TimeControlKind::permove, 1ms)));
    EXPECT_EQ(refused.error().message, "Each move needs at least 3 s.");
}

TEST(TimeLimits, LeaveTimeForTheFirstMove) {
    for (const TimeControl& tc : fast) {
        GatewayWorld world;
        Caller ann(world), bob(world);
        const auto room = ann.request<RoomEntered>(table(tc));
        RoomJoin join;
        join.room = room.room;
        bob.request<RoomEntered>(join);
        ann.request(RoomReady{true}, room.room);
        bob.request(RoomReady{true}, room.room);
        world.rooms.room = world.rooms.services.rooms.find({room.room});
        const Match& match = world.rooms.match();
        const std::string id = match.setup().id.text;
        const auto play = [&](Caller& who) {
            const MovePlay move{static_cast<int>(match.turn()), "t1", Visitor::move_id(), {}};
            who.request<MoveAccepted>(move, "", id);
        };
        // The first moves have half a minute; who does not make his loses nothing.
        for (Caller* who : {&ann, &bob}) {
            world.rooms.pass(first_move_due - 1ms);
            ASSERT_FALSE(match.result());
            play(*who);
        }
        // Then the clock runs, and there is time for a move on each turn.
        for (int turn = 0; turn < 6; ++turn) {
            ASSERT_TRUE(match.running());
            EXPECT_GE((*match.remaining())[engine::index(*match.running())], turn < 2 ? 3s : 1s);
            world.rooms.pass(300ms);
            ASSERT_FALSE(match.result());
            play(turn % 2 == 0 ? ann : bob);
        }
    }
}

TEST(TimeLimits, GiveTheFirstMoveTheIncrement) {
    GatewayWorld world;
    Caller ann(world);
    EXPECT_EQ(ann.request<RoomEntered>(table(fischer(0ms, 10s))).snapshot.summary.tc, fischer(10s, 10s));
    EXPECT_EQ(ann.request<RoomEntered>(table(fischer(1ms, 60s))).snapshot.summary.tc, fischer(60s, 60s));
    EXPECT_EQ(ann.request<RoomEntered>(table(fischer(3min, 2s))).snapshot.summary.tc, fischer(3min, 2s));
}

TEST(TimeLimits, ApplyToRecoveredRooms) {
    RoomWorld world;
    StoredRoom stored = RoomWorld::plan();
    stored.tc = each(TimeControlKind::permove, 1ms);
    Visitor& ann = world.visitor();
    RoomWorld::sit(stored, 0, ann);
    recover_rooms(world.services, {{stored, std::nullopt}}, world.now);
    EXPECT_EQ(world.services.rooms.find(stored.id)->settings().tc, each(TimeControlKind::permove, 3s));
}

}  // namespace
}  // namespace pentad::server
