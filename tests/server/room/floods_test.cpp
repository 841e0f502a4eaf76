// What one player or one address may make so many of, and what that costs the others: nothing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/gateway_world.hpp"
#include "tests/server/support/listed.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using ::testing::IsEmpty;

RoomCreate new_room() {
    RoomCreate create;
    create.game = "pile";
    return create;
}

QueueJoin wish(milliseconds initial = 3min) {
    QueueJoin wanted;
    wanted.game = "pile";
    wanted.tc = {TimeControlKind::fischer, initial, 2s, 0ms};
    return wanted;
}

TEST(LobbyChat, IsLimitedByAddress) {
    Config config;
    config.lines_per_minute = 12;
    GatewayWorld world(config);
    int said = 0, refused = 0;
    for (int i = 0; i < 4; ++i) {
        Caller guest = Caller::from(world, "198.51.100.7");
        for (int line = 0; line < 5; ++line) {
            const std::string outcome = guest.refusal(ChatSend{ChatChannel::lobby, "x"});
            said += outcome == "accepted";
            refused += outcome == "rate_limited";
        }
    }
    EXPECT_EQ(said, 12);
    EXPECT_EQ(refused, 8);
    Caller(world).request(ChatSend{ChatChannel::lobby, "Somewhere else."});
}

TEST(RoomFlood, EndsAtALimitAndLeavesNothing) {
    Config config;
    config.max_rooms_per_player = 5;
    config.max_rooms = 12;
    GatewayWorld world(config);
    std::vector<Caller> callers;
    for (int i = 0; i < 3; ++i) callers.emplace_back(world);
    int made = 0, refused = 0;
    for (int i = 0; i < 30; ++i) {
        const std::string outcome = callers[static_cast<std::size_t>(i % 3)].refusal<RoomEntered>(new_room());
        made += outcome == "accepted";
        refused += outcome == "limit_reached";
    }
    EXPECT_EQ(made, 12);
    EXPECT_EQ(refused, 18);
    EXPECT_EQ(callers[0].refusal(wish()), "limit_reached");
    for (Caller& caller : callers) caller.cut();
    const ServerTime until = world.rooms.now + Room::reaped_after;
    world.rooms.now = until;
    world.rooms.services.rooms.ring_due();
    world.rooms.settle();
    EXPECT_THAT(world.rooms.services.rooms.all(), IsEmpty());
    EXPECT_THAT(listed(world.rooms.services.lobby), IsEmpty());
    Caller next(world);
    EXPECT_EQ(next.refusal<RoomEntered>(new_room()), "accepted");
}

TEST(RoomFlood, IsLimitedByAddress) {
    Config config;
    config.max_rooms_per_address = 3;
    GatewayWorld world(config);
    std::vector<Caller> guests;
    for (int i = 0; i < 4; ++i) guests.push_back(Caller::from(world, "198.51.100.7"));
    std::vector<std::string> rooms;
    for (int i = 0; i < 3; ++i) {
        Caller& guest = guests[static_cast<std::size_t>(i)];
        rooms.push_back(guest.request<RoomEntered>(new_room()).room);
    }
    EXPECT_EQ(guests[3].refusal<RoomEntered>(new_room()), "limit_reached");
    EXPECT_EQ(guests[3].refusal(wish()), "limit_reached");
    EXPECT_EQ(Caller(world).refusal<RoomEntered>(new_room()), "accepted") << "another address";
    guests[0].request(RoomLeave{}, rooms[0]);
    EXPECT_EQ(guests[3].refusal<RoomEntered>(new_room()), "accepted");
}

TEST(SessionFlood, EndsTheSessionsThatWereLeftFirst) {
    Config config;
    config.max_sessions = 3;
    GatewayWorld world(config);
    Caller here(world), host(world);
    host.request<RoomEntered>(new_room());
    host.cut();
    for (int i = 0; i < 20; ++i) Caller(world).cut();
    EXPECT_LE(world.clients.sessions.size(), 3U);
    here.request<Pong>(Ping{});
    // Who sits somewhere goes last.
    Caller back(world, ResumeAuth{host.hello.session, host.hello.resume_token, {}});
    Caller third(world);
    EXPECT_EQ(Caller(world, nullptr).refusal<HelloOk>(Caller::said_hello(GuestAuth{})), "server_full");
    // Nobody is turned away who has a session already.
    third.cut();
    Caller(world, ResumeAuth{third.hello.session, third.hello.resume_token, {}}).cut();
    Caller next(world);
    EXPECT_EQ(world.clients.sessions.size(), 3U);
}

TEST(LobbySubscription, CostsMoreWithManyRooms) {
    Config config;
    config.max_rooms_per_player = 100;
    GatewayWorld world(config);
    Caller host(world), reader(world);
    for (int i = 0; i < 100; ++i) host.request<RoomEntered>(new_room());
    world.rooms.now = ServerClock::now();
    world.config.frames_per_second = 1;
    world.config.frame_burst = 12;
    int answered = 0;
    const LobbySubscribe all{std::nullopt, 100};
    while (answered < 12 && reader.refusal<LobbySubscribed>(all) == "accepted") ++answered;
    EXPECT_EQ(answered, 2) << "each is one and five for its hundred rooms";
}

}  // namespace
}  // namespace pentad::server
