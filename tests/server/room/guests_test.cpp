// Which guests are stored, and when.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "tests/server/support/failing_store.hpp"
#include "tests/server/support/gateway_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

RoomCreate new_room() {
    RoomCreate create;
    create.game = "pile";
    return create;
}

template <class Read>
auto in_store(GatewayWorld& world, const Read& read) {
    world.rooms.settle();
    std::promise<decltype(read(std::declval<Store&>()))> found;
    world.rooms.services.store.read([&](Store& store) { found.set_value(read(store)); });
    return found.get_future().get();
}

std::vector<std::string> stored_guests(GatewayWorld& world) {
    return in_store(world, [](Store& store) {
        std::vector<std::string> names;
        const std::vector<StoredPlayer> guests = store.players_of_kind("guest").value();
        for (const StoredPlayer& player : guests) names.push_back(player.name);
        return names;
    });
}

std::size_t stored_sessions(GatewayWorld& world) {
    return in_store(world, [](Store& store) { return store.sessions().value().size(); });
}

TEST(Guests, WithNothingToKeepAreNotStored) {
    GatewayWorld world;
    std::vector<Caller> guests;
    for (int i = 0; i < 50; ++i)
        guests.push_back(i % 2 == 0 ? Caller(world) : Caller::named(world, "Name " + std::to_string(i)));
    for (Caller& guest : guests) {
        guest.request<LobbySubscribed>(LobbySubscribe{});
        guest.request(ChatSend{ChatChannel::lobby, "Hello"});
    }
    EXPECT_THAT(stored_guests(world), IsEmpty());
    EXPECT_EQ(stored_sessions(world), 0U);
    for (Caller& guest : guests) guest.cut();
    EXPECT_THAT(stored_guests(world), IsEmpty());
}

TEST(Guests, AreStoredWithTheirSeatAndTheirSessions) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann"), bob = Caller::named(world, "Bob"),
           eve = Caller::named(world, "Eve");
    const RoomEntered room = ann.request<RoomEntered>(new_room());
    EXPECT_THAT(stored_guests(world), ElementsAre("Ann"));
    EXPECT_EQ(stored_sessions(world), 1U);
    RoomJoin join;
    join.code = room.code;
    bob.request<RoomEntered>(join);
    join.seat = JoinSeat::watch;
    eve.request<RoomEntered>(join);
    EXPECT_THAT(stored_guests(world), UnorderedElementsAre("Ann", "Bob"));
    EXPECT_EQ(stored_sessions(world), 2U);
    const auto found = in_store(world, [&](Store& store) {
        return store.player_by_token(token_hash(*ann.hello.player_token)).value();
    });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->id.text, ann.player());
}

TEST(Guests, AreStoredWithReportsAboutThem) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann"), bob = Caller::named(world, "Bob"),
           eve = Caller::named(world, "Eve"), dan = Caller::named(world, "Dan");
    PlayerReport report;
    report.player = bob.player();
    report.reason = ReportReason::other;
    ann.request(report);
    EXPECT_THAT(stored_guests(world), UnorderedElementsAre("Ann", "Bob"));
    PlayerBlock block;
    block.player = eve.player();
    dan.request(block);
    EXPECT_THAT(stored_guests(world), UnorderedElementsAre("Ann", "Bob", "Eve", "Dan"));
    EXPECT_THAT(dan.request<BlockedPlayers>(PlayerBlocks{}).players, SizeIs(1));
}

TEST(Guests, AreStoredWhenTheyComeBackWithAChosenName) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann"), nobody(world);
    Caller again(world, TokenAuth{*ann.hello.player_token});
    EXPECT_EQ(again.player(), ann.player());
    Caller still_nobody(world, TokenAuth{*nobody.hello.player_token});
    EXPECT_EQ(still_nobody.player(), nobody.player());
    EXPECT_THAT(stored_guests(world), ElementsAre("Ann"));
    EXPECT_EQ(stored_sessions(world), 2U);
}

TEST(Guests, WhoAreNotStoredAreKnownWhileTheirSessionLives) {
    Config config;
    config.session_kept_ms = 0;
    GatewayWorld world(config);
    Caller nobody(world);
    const std::string token = *nobody.hello.player_token;
    {
        Caller tab(world, TokenAuth{token});
        tab.cut();
        world.clients.sweep();
    }
    Caller again(world, TokenAuth{token});
    EXPECT_EQ(again.player(), nobody.player());
    again.cut();
    nobody.cut();
    const auto gone = [&] {
        world.clients.sweep();
        return world.clients.sessions.size() == 0;
    };
    while (!gone()) world.rooms.settle();
    Caller stranger(world, nullptr);
    EXPECT_EQ(stranger.refusal<HelloOk>(Caller::said_hello(TokenAuth{token})), "bad_credentials");
}

TEST(Guests, AreStoredOnceTheStoreWorksAgain) {
    const auto full = std::make_shared<std::atomic<bool>>(true);
    GatewayWorld world({}, std::make_unique<FailingStore>(full));
    Caller ann = Caller::named(world, "Ann");
    EXPECT_EQ(ann.refusal<RoomEntered>(new_room()), "storage");
    *full = false;
    EXPECT_THAT(stored_guests(world), IsEmpty());
    ann.request<RoomEntered>(new_room());
    EXPECT_THAT(stored_guests(world), ElementsAre("Ann"));
    EXPECT_EQ(stored_sessions(world), 1U);
}

TEST(Guests, LeaveNoStoredSessionBehind) {
    Config config;
    config.session_kept_ms = 0;
    GatewayWorld world(config);
    Caller ann = Caller::named(world, "Ann");
    const RoomEntered room = ann.request<RoomEntered>(new_room());
    ann.request(RoomLeave{}, room.room);
    ann.cut();
    while (world.clients.sessions.size() > 0) {
        world.clients.sweep();
        world.rooms.settle();
    }
    EXPECT_EQ(stored_sessions(world), 0U);
    EXPECT_THAT(stored_guests(world), ElementsAre("Ann"));
}

TEST(Invitations, AreSentOnlyToTheHost) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann"), bob = Caller::named(world, "Bob");
    RoomCreate create = new_room();
    create.visibility = Visibility::private_;
    const RoomEntered room = ann.request<RoomEntered>(create);
    ASSERT_FALSE(room.invite.empty());
    EXPECT_EQ(room.snapshot.invite, room.invite);
    RoomJoin join;
    join.invite = room.invite;
    const RoomEntered joined = bob.request<RoomEntered>(join);
    EXPECT_EQ(joined.invite, "");
    EXPECT_EQ(joined.snapshot.invite, "");
    ann.forget();
    bob.forget();
    bob.request(RoomReady{}, room.room);
    EXPECT_EQ(ann.heard<RoomChanged>().at(0).snapshot.invite, room.invite);
    EXPECT_EQ(bob.heard<RoomChanged>().at(0).snapshot.invite, "");
    bob.forget();
    ann.request(RoomHost{bob.player()}, room.room);
    EXPECT_EQ(bob.heard<RoomChanged>().at(0).snapshot.invite, room.invite);
    const auto rooms = in_store(world, [](Store& store) { return store.open_rooms().value(); });
    ASSERT_THAT(rooms, SizeIs(1));
    EXPECT_EQ(rooms[0].invite_hash, token_hash(room.invite));
}

}  // namespace
}  // namespace pentad::server
