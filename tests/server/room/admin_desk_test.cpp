// What an operator's request does while others are under way.

#include "server/admin/admin_desk.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <future>

#include "server/store/sqlite_store.hpp"
#include "tests/server/support/router_world.hpp"
#include "tests/server/support/temporary_folder.hpp"

namespace pentad::server {
namespace {

using ::testing::HasSubstr;

TEST(AdminDesk, MakesOneBackupAtATime) {
    TemporaryFolder folder;
    RouterWorld world({}, open_sqlite_store(folder.path(), Durability::full).value());
    AdminDesk desk(world.rooms.services, world.router, folder.path(), [] {});
    const std::string file = (folder.path() / "copy.db").string();
    std::string first, second, third;
    const auto into = [](std::string& text) {
        return [&](const AdminAnswer& answer) { text = answer.text; };
    };
    desk.handle({{"backup", file}, "uid 0"}, into(first));
    desk.handle({{"backup", file}, "uid 1"}, into(second));
    EXPECT_THAT(second, HasSubstr("a backup is being made"));
    world.rooms.settle();
    EXPECT_THAT(first, HasSubstr("is copied to " + file));
    desk.handle({{"backup", file}, "uid 0"}, into(third));
    world.rooms.settle();
    EXPECT_THAT(third, HasSubstr("is there already"));
}

TEST(AdminDesk, GoesOnWithABackupOnceTheStoreHasRoomForItsNextStep) {
    TemporaryFolder folder;
    RouterWorld world({}, open_sqlite_store(folder.path(), Durability::full).value());
    AdminDesk desk(world.rooms.services, world.router, folder.path(), [] {});
    StoreThread& store = world.rooms.services.store;
    // More than one step's worth of pages.
    store.write(batch(AuditEntry{{}, "uid 0", std::string(4'000'000, 'x'), "done"}), [](const auto&) {});
    world.rooms.settle();
    std::string answer;
    desk.handle({{"backup", (folder.path() / "copy.db").string()}, "uid 0"},
                [&](const AdminAnswer& given) { answer = given.text; });
    std::promise<void> started, go_on;
    ASSERT_TRUE(store.read([&](Store&) {
        started.set_value();
        go_on.get_future().wait();
    }));
    started.get_future().wait();
    while (store.read([](Store&) {})) continue;
    // It has begun, and its first step finds the queue full.
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

}  // namespace
}  // namespace pentad::server
