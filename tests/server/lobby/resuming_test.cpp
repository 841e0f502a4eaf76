// What a session that comes back is told of the streams that it follows.

#include <gtest/gtest.h>

#include "tests/server/support/router_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;

TEST(Resuming, SendsNothingMoreOfAStreamThatItCallsGone) {
    Config config;
    config.max_rooms = config.max_rooms_per_player = config.max_rooms_per_address = 10'000;
    RouterWorld world(config);
    Caller host(world);
    RoomCreate create;
    create.game = host.hello.games.front().game;
    for (int i = 0; i < 2500; ++i) host.request<RoomEntered>(create);
    Caller watcher(world);
    watcher.request<LobbySubscribed>(LobbySubscribe{});
    LobbySubscribe one_game;
    one_game.game = create.game;
    watcher.request<LobbySubscribed>(one_game);
    watcher.cut();

    // Two lists of so many rooms are more than a link may have waiting: the first comes whole.
    Caller back(world, ResumeAuth{watcher.hello.session, watcher.hello.resume_token, {}});
    EXPECT_EQ(back.hello.resumed.at("lobby"), protocol::Resumed::snapshot);
    EXPECT_EQ(back.hello.resumed.at("lobby:" + create.game), protocol::Resumed::gone);
    const auto lists = back.heard<LobbySnapshot>();
    ASSERT_EQ(lists.size(), 1U);
    EXPECT_EQ(lists.front().rooms.size(), 2500U);

    host.request<RoomEntered>(create);
    world.rooms.services.lobby.flush();
    EXPECT_EQ(back.heard<LobbyDelta>().size(), 1U) << "of the whole lobby alone";
    back.request<LobbySubscribed>(one_game);
}

}  // namespace
}  // namespace pentad::server
