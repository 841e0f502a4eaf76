// Seats of people who are away from a room that waits for its match.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/failing_store.hpp"
#include "tests/server/support/listed.hpp"
#include "tests/server/support/room_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using ::testing::IsEmpty;
using ::testing::SizeIs;

RoomJoin join(JoinSeat seat) { return {"", "by code", "", seat, ""}; }

struct People {
    RoomWorld world;
    Visitor& host = world.visitor("Ann");
    Visitor& guest = world.visitor("Bob");

    explicit People(std::unique_ptr<Store> store = make_memory_store()) : world({}, std::move(store)) {}

    /// The host on the first seat, the second one free.
    void open(StoredRoom plan = RoomWorld::plan()) {
        RoomWorld::sit(plan, 0, host);
        world.room = std::make_shared<Room>(world.services, std::move(plan), std::nullopt, 0);
        world.services.rooms.add(world.room);
        host.request<RoomEntered>(RoomCreate{});
    }
    void play() {
        guest.request<RoomEntered>(join(JoinSeat::any));
        host.request(RoomReady{true});
        guest.request(RoomReady{true});
    }
    const StoredRoom& settings() const { return world.room->settings(); }
    std::string seats() const {
        std::string text;
        for (const StoredChair& one : settings().chairs)
            text += one.player.empty() ? "free " : one.name + ' ';
        return text;
    }
};

TEST(Seats, AreFreedAfterTheGraceBeforeTheFirstMatch) {
    People people;
    people.open();
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    people.guest.request(RoomReady{true});
    people.guest.cut();
    people.host.forget();
    // Without a clock, the longest.
    people.world.pass(120s - 1ms);
    EXPECT_EQ(people.seats(), "Ann Bob ");
    EXPECT_THAT(people.host.events(), IsEmpty());
    people.world.pass(1ms);
    EXPECT_EQ(people.seats(), "Ann free ");
    const auto changed = people.host.heard<RoomChanged>();
    ASSERT_THAT(changed, SizeIs(1));
    EXPECT_FALSE(changed[0].snapshot.summary.seats[1].player);
    EXPECT_FALSE(changed[0].snapshot.summary.seats[1].ready);
    EXPECT_FALSE(listed(people.world.services.lobby).front().seats[1].player);
    // Who comes back is in the room as before, and sits down again where that is free.
    people.guest.connect();
    people.host.request(ChatSend{ChatChannel::room, "There you are."});
    EXPECT_THAT(people.guest.heard<ChatLine>(), SizeIs(1));
    EXPECT_EQ(people.guest.request<RoomEntered>(join(JoinSeat::any)).seat, Side::second);
    people.guest.cut();
    people.world.pass(119s);
    people.guest.connect();
    people.world.pass(10min);
    EXPECT_EQ(people.seats(), "Ann Bob ") << "back in time";
}

TEST(Seats, AreKeptForAQuarterOfTheClockAndShortlyAfterBye) {
    struct Case {
        milliseconds initial;
        bool bye;
        milliseconds kept;
    };
    for (const Case& one :
         {Case{60s, false, 20s}, Case{240s, false, 60s}, Case{1h, false, 120s}, Case{1h, true, 10s}}) {
        People people;
        StoredRoom plan = RoomWorld::plan();
        plan.tc.kind = TimeControlKind::fischer;
        plan.tc.initial = one.initial;
        people.open(plan);
        people.guest.request<RoomEntered>(join(JoinSeat::any));
        if (one.bye) people.guest.session()->say_bye();
        people.guest.cut();
        people.world.pass(one.kept - 1ms);
        EXPECT_EQ(people.seats(), "Ann Bob ");
        people.world.pass(1ms);
        EXPECT_EQ(people.seats(), "Ann free ");
    }
}

TEST(Seats, OfAHostAreFreedOnceTheRoomHasAnotherHost) {
    People people;
    people.open();
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    people.host.cut();
    people.world.pass(120s - 1ms);
    EXPECT_EQ(people.settings().host, people.guest.id());
    EXPECT_EQ(people.seats(), "Ann Bob ");
    people.world.pass(1ms);
    EXPECT_EQ(people.seats(), "free Bob ");
}

TEST(Seats, LostInARoomWithoutSpectatorsRemoveThePlayer) {
    People people;
    StoredRoom plan = RoomWorld::plan();
    plan.spectators = false;
    people.open(plan);
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    people.guest.cut();
    people.host.forget();
    people.world.pass(120s);
    EXPECT_EQ(people.seats(), "Ann free ");
    EXPECT_THAT(people.host.heard<RoomChanged>(), SizeIs(1));
    EXPECT_THAT(people.guest.session()->rooms(), IsEmpty());
    people.guest.connect();
    EXPECT_EQ(people.guest.request<RoomEntered>(join(JoinSeat::any)).seat, Side::second);
}

TEST(Seats, AreKeptOnceTheMatchHasBegun) {
    People people;
    people.open();
    people.play();
    people.guest.cut();
    people.world.pass(30min);
    EXPECT_EQ(people.seats(), "Ann Bob ");
    people.host.request(MatchResign{});
    people.world.pass(5min);
    EXPECT_EQ(people.seats(), "Ann Bob ") << "a rematch may follow";
}

TEST(Seats, AreFreedLaterWhenTheStoreFails) {
    const auto full = std::make_shared<std::atomic<bool>>(false);
    People people(std::make_unique<FailingStore>(full));
    people.open();
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    people.guest.cut();
    *full = true;
    people.host.forget();
    people.world.pass(120s);
    EXPECT_EQ(people.seats(), "Ann Bob ");
    EXPECT_THAT(people.host.events(), IsEmpty());
    *full = false;
    people.world.pass(Room::tried_again_after);
    EXPECT_EQ(people.seats(), "Ann free ");
}

}  // namespace
}  // namespace pentad::server
