// What an operator's request does while others are under way.

#include "server/admin/admin_desk.hpp"

#include <gmock/gmock.h>

#include "server/store/sqlite_store.hpp"
#include "tests/server/support/router_world.hpp"
#include "tests/server/support/temporary_folder.hpp"

namespace pentad::server {
namespace {

using ::testing::HasSubstr;

TEST(AdminDesk, MakesOneBackupAtATime) {
    TemporaryFolder folder;
    RouterWorld world({}, open_sqlite_store(folder.path(), Durability::full).value());
    AdminDesk desk(world.rooms.services, world.router, [] {});
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

}  // namespace
}  // namespace pentad::server
