// What waits or is followed has a bound, and whoever comes to it is told.

#include <gtest/gtest.h>

#include "tests/server/support/router_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;

RoomCreate table() {
    RoomCreate create;
    create.game = "pile";
    return create;
}

RoomJoin watch(const std::string& room) { return {room, "", "", JoinSeat::watch, ""}; }

TEST(WrongCodes, AreCountedByTheNetworkThatTheyComeFrom) {
    RouterWorld world;
    Caller host(world);
    const RoomEntered room = host.request<RoomEntered>(table());
    const auto join = [](std::string code, std::string invite) {
        return RoomJoin{"", std::move(code), std::move(invite), JoinSeat::watch, ""};
    };
    Caller one = Caller::from(world, "2001:db8:1:2::1"), other = Caller::from(world, "2001:db8:1:2::2");
    for (int i = 0; i < RoomWorld::guesses_per_minute / 2; ++i) {
        EXPECT_EQ(one.refusal<RoomEntered>(join("ZZZZZZ", "")), "room_not_found");
        EXPECT_EQ(other.refusal<RoomEntered>(join("", "nonsense")), "invite_invalid");
    }
    for (Caller* guesser : {&one, &other}) {
        const auto refused = guesser->try_request<RoomEntered>(join(room.code, ""));
        ASSERT_FALSE(refused) << "it does not even learn that it was right";
        EXPECT_EQ(refused.error().code, ErrorCode::rate_limited);
        EXPECT_GT(std::get<RetryAfter>(refused.error().detail).after.count(), 0);
    }
    Caller elsewhere = Caller::from(world, "2001:db8:1:3::1");
    EXPECT_EQ(elsewhere.refusal<RoomEntered>(join(room.code, "")), "accepted");
    EXPECT_EQ(one.refusal<RoomEntered>(watch(room.room)), "accepted") << "what is no guess is not counted";
}

TEST(RoomsToWatch, AreSoManyAtATimeBesideOnesOwn) {
    Config config;
    config.max_rooms_per_player = static_cast<int>(Session::max_watched) + 2;
    RouterWorld world(config);
    Caller host(world), guest(world);
    std::vector<std::string> rooms;
    for (int i = 0; i < config.max_rooms_per_player; ++i)
        rooms.push_back(host.request<RoomEntered>(table()).room);
    const std::string last = rooms.back();
    rooms.pop_back();
    const std::string beyond = rooms.back();
    rooms.pop_back();
    for (const std::string& room : rooms) guest.request<RoomEntered>(watch(room));
    EXPECT_EQ(guest.refusal<RoomEntered>(watch(beyond)), "limit_reached");
    EXPECT_EQ(guest.refusal<RoomEntered>(watch(rooms.front())), "accepted") << "it is in that one";
    EXPECT_EQ(guest.refusal<RoomEntered>(table()), "accepted") << "of its own it has fewer";
    // A match is in a room, too; those who play it are not refused.
    Caller other(world);
    other.request<RoomEntered>(RoomJoin{last, "", "", JoinSeat::any, ""});
    other.request(RoomReady{true}, last);
    host.request(RoomReady{true}, last);
    const std::string match = other.heard<MatchStarted>().front().match;
    EXPECT_EQ(guest.refusal<MatchWatched>(MatchWatch{}, "", match), "limit_reached");
    EXPECT_EQ(other.refusal<MatchWatched>(MatchWatch{}, "", match), "accepted");
    guest.request(RoomLeave{}, rooms.front());
    guest.request(RoomLeave{}, rooms.back());
    EXPECT_EQ(guest.refusal<MatchWatched>(MatchWatch{}, "", match), "accepted");
    EXPECT_EQ(host.refusal<RoomEntered>(watch(beyond)), "accepted") << "a host is in more of them";
}

}  // namespace
}  // namespace pentad::server
