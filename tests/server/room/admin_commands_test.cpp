// What an operator's command does while others are running.

#include "server/admin/admin_commands.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <future>

#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/server/support/gateway_world.hpp"
#include "tests/server/support/temporary_folder.hpp"

namespace pentad::server {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

AdminCommands commands_of(GatewayWorld& world, const std::filesystem::path& data) {
    RoomServices& services = world.rooms.services;
    ClientSide& clients = world.clients;
    return AdminCommands(
        {services.io, services.store, clients.sessions, clients.gateway, clients.sanctions, services.rooms},
        {[&clients] { return clients.draining(); }, [&clients] { clients.drain(); },
         [&clients](const PlayerId& player) { clients.forget(player); }},
        data, services.now);
}

TEST(AdminCommands, MakesOneBackupAtATime) {
    TemporaryFolder folder;
    GatewayWorld world({}, open_sqlite_store(folder.path(), Durability::full).value());
    AdminCommands commands = commands_of(world, folder.path());
    const std::string file = (folder.path() / "copy.db").string();
    std::string first, second, third;
    const auto into = [](std::string& text) {
        return [&](const AdminAnswer& answer) { text = answer.text; };
    };
    commands.handle({{"backup", file}, "uid 0"}, into(first));
    commands.handle({{"backup", file}, "uid 1"}, into(second));
    EXPECT_THAT(second, HasSubstr("a backup is being made"));
    world.rooms.settle();
    EXPECT_THAT(first, HasSubstr("is copied to " + file));
    commands.handle({{"backup", file}, "uid 0"}, into(third));
    world.rooms.settle();
    EXPECT_THAT(third, HasSubstr("already exists"));
}

TEST(AdminCommands, ContinuesABackupOnceTheStoreHasRoom) {
    TemporaryFolder folder;
    GatewayWorld world({}, open_sqlite_store(folder.path(), Durability::full).value());
    AdminCommands commands = commands_of(world, folder.path());
    StoreThread& store = world.rooms.services.store;
    // More than one step's worth of pages.
    store.write(batch(AuditEntry{{}, "uid 0", std::string(4'000'000, 'x'), "done"}), [](const auto&) {});
    world.rooms.settle();
    std::string answer;
    commands.handle({{"backup", (folder.path() / "copy.db").string()}, "uid 0"},
                    [&](const AdminAnswer& given) { answer = given.text; });
    std::promise<void> started, go_on;
    ASSERT_TRUE(store.read([&](Store&) {
        started.set_value();
        go_on.get_future().wait();
    }));
    started.get_future().wait();
    while (store.read([](Store&) {})) continue;
    // The backup has begun, and its first step finds the queue full.
    world.rooms.services.io.restart();
    world.rooms.services.io.run_one();
    EXPECT_EQ(answer, "");
    go_on.set_value();
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (answer.empty() && std::chrono::steady_clock::now() < deadline) {
        world.rooms.services.io.restart();
        world.rooms.services.io.run_one_for(std::chrono::milliseconds(100));
    }
    EXPECT_THAT(answer, HasSubstr("is copied to"));
}

TEST(AdminCommands, ForgetsAPlayerInOtherPlayersRoomsToo) {
    using namespace protocol;
    GatewayWorld world;
    Caller gone = Caller::named(world, "Annabel"), bob = Caller::named(world, "Bob");
    RoomCreate create;
    create.game = "pile";
    create.seats[0].kind = create.seats[1].kind = ChairKind::human;
    const RoomEntered entered = bob.request<RoomEntered>(create);
    RoomJoin join;
    join.room = entered.room;
    gone.request<RoomEntered>(join);
    gone.request(RoomReady{true}, entered.room);
    bob.request(RoomReady{true}, entered.room);
    const std::string match = bob.heard<MatchStarted>().at(0).match;
    gone.request(MatchResign{}, "", match);
    gone.request(ChatSend{ChatChannel::lobby, "Here is Annabel."});
    gone.request(ChatSend{ChatChannel::room, "Here is Annabel."}, entered.room);
    gone.request(ChatSend{ChatChannel::match, "Here is Annabel."}, "", match);
    const auto shown = [&] {
        Caller stranger(world);
        const auto lobby = stranger.request<LobbySubscribed>(LobbySubscribe{});
        const auto watched = bob.request<MatchWatched>(MatchWatch{true}, "", match);
        const auto room = bob.request<RoomEntered>(join);
        const auto& open = *world.rooms.services.rooms.find({entered.room})->live_match();
        return encode(Ok{1, lobby}) + encode(Ok{1, watched}) + encode(Ok{1, room}) +
               encode(open.public_snapshot());
    };
    EXPECT_THAT(shown(), HasSubstr("Annabel"));
    AdminCommands commands = commands_of(world, ":memory:");
    std::string answer;
    commands.handle({{"forget", "Annabel"}, "uid 0"}, [&](const AdminAnswer& given) { answer = given.text; });
    world.rooms.settle();
    EXPECT_THAT(answer, HasSubstr("Forgot " + gone.player()));
    EXPECT_THAT(shown(), Not(HasSubstr("Annabel")));
    EXPECT_THAT(shown(), Not(HasSubstr(gone.player())));
    EXPECT_THAT(shown(), HasSubstr(std::string(forgotten_name)));
}

}  // namespace
}  // namespace pentad::server
