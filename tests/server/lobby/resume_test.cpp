// What a resumed session gets of the streams that it follows.

#include <gtest/gtest.h>

#include "tests/server/support/gateway_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;

TEST(Resuming, SendsNothingOfAStreamThatIsGone) {
    Config config;
    config.max_rooms = config.max_rooms_per_player = config.max_rooms_per_address = 10'000;
    GatewayWorld world(config);
    Caller host(world);
    RoomCreate create;
    Caller watcher(world);
    const LobbySubscribe all{std::nullopt, 500};
    watcher.request<LobbySubscribed>(all);
    std::vector<LobbySubscribe> lists;
    for (const GameCard& card : host.hello.games) {
        create.game = card.game;
        for (int i = 0; i < 500; ++i) host.request<RoomEntered>(create);
        lists.push_back({card.game, 500});
        watcher.request<LobbySubscribed>(lists.back());
    }
    watcher.cut();

    // Lists of that many rooms are more than a connection may have waiting: those that fit come complete.
    Caller back(world, ResumeAuth{watcher.hello.session, watcher.hello.resume_token, {}});
    std::set<std::string> gone;
    for (const auto& [stream, how] : back.hello.resumed)
        if (how == protocol::Resumed::gone) gone.insert(stream);
    EXPECT_EQ(back.hello.resumed.at("lobby"), protocol::Resumed::snapshot);
    EXPECT_FALSE(gone.empty());
    const auto shown = back.heard<LobbySnapshot>();
    ASSERT_EQ(shown.size(), 1 + lists.size() - gone.size());
    for (const LobbySnapshot& lobby : shown) EXPECT_EQ(lobby.rooms.size(), 500U);

    for (const LobbySubscribe& list : lists) {
        create.game = *list.game;
        host.request<RoomEntered>(create);
    }
    world.rooms.services.lobby.flush();
    EXPECT_EQ(back.heard<LobbyDelta>().size(), shown.size()) << "nothing of the others";
    back.request<LobbySubscribed>(lists.back());
}

TEST(Resuming, KeepsTheWindowThatTheSessionAskedForLast) {
    GatewayWorld world;
    Caller host(world), watcher(world);
    RoomCreate create;
    create.game = host.hello.games.front().game;
    for (int i = 0; i < 15; ++i) host.request<RoomEntered>(create);
    const auto first = watcher.request<LobbySubscribed>(LobbySubscribe{std::nullopt, 10});
    EXPECT_EQ(first.snapshot.rooms.size(), 10U);
    // The answer to this is lost with the connection.
    watcher.request<LobbySubscribed>(LobbySubscribe{std::nullopt, 20});
    watcher.cut();
    Caller back(world, ResumeAuth{watcher.hello.session, watcher.hello.resume_token, {{"lobby", first.seq}}});
    EXPECT_EQ(back.hello.resumed.at("lobby"), protocol::Resumed::snapshot) << "a replay would not do";
    const auto shown = back.heard<LobbySnapshot>();
    ASSERT_EQ(shown.size(), 1U);
    EXPECT_EQ(shown.front().rooms.size(), 15U);
    EXPECT_EQ(shown.front().limit, 20);
    host.request<RoomEntered>(create);
    world.rooms.services.lobby.flush();
    back.cut();
    Caller again(world, ResumeAuth{back.hello.session, back.hello.resume_token, {{"lobby", first.seq + 1}}});
    EXPECT_EQ(again.hello.resumed.at("lobby"), protocol::Resumed::replay);
}

}  // namespace
}  // namespace pentad::server
