#include "server/session/bot_keys.hpp"

#include <gmock/gmock.h>

#include "server/store/memory/memory_store.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/server/support/temporary_folder.hpp"

namespace pentad::server {
namespace {

using namespace std::chrono_literals;
using testing::SizeIs;

constexpr ServerTime noon{1'760'000'000'000ms};

AuditEntry entry(ServerTime at) { return {at, "uid 0", "bot-key", "done"}; }

/// The same over both stores.
class BotKeys : public testing::TestWithParam<bool> {
  protected:
    BotKeys() {
        if (GetParam())
            store_ = std::move(open_sqlite_store(folder_.path(), Durability::normal).value());
        else
            store_ = make_memory_store();
    }
    std::optional<StoredPlayer> find(const std::string& name, const std::string& key) {
        return find_bot(*store_, name, key).value();
    }

    TemporaryFolder folder_;
    std::unique_ptr<Store> store_;
};

TEST_P(BotKeys, OpenForTheirBotAloneAndAreNotStored) {
    const std::string key = make_bot_key(*store_, "Marvin", entry(noon)).value();
    const auto bot = find("Marvin", key);
    ASSERT_TRUE(bot);
    EXPECT_EQ(bot->name, "Marvin");
    EXPECT_EQ(bot->kind, bot_kind);
    EXPECT_EQ(bot->token_hash, token_hash(key));
    EXPECT_FALSE(find("Eddie", key));
    EXPECT_FALSE(find("Marvin", key + "x"));
    EXPECT_FALSE(find("Marvin", ""));
}

TEST_P(BotKeys, AreReplacedByNewOnesOfTheSameBot) {
    const std::string old_key = make_bot_key(*store_, "Marvin", entry(noon)).value();
    const auto before = find("Marvin", old_key);
    const std::string key = make_bot_key(*store_, "Marvin", entry(noon + 1s)).value();
    EXPECT_FALSE(find("Marvin", old_key));
    EXPECT_EQ(find("Marvin", key)->id, before->id);
    EXPECT_THAT(store_->players_of_kind("bot").value(), SizeIs(1));
}

TEST_P(BotKeys, OpenNothingOnceTheyAreRevoked) {
    const std::string key = make_bot_key(*store_, "Marvin", entry(noon)).value();
    make_bot_key(*store_, "Eddie", entry(noon + 1s)).value();
    const PlayerId marvin = find("Marvin", key)->id;
    EXPECT_EQ(revoke_bot_key(*store_, "Marvin", entry(noon)).value(), marvin);
    EXPECT_FALSE(revoke_bot_key(*store_, "Marvin", entry(noon)).value()) << "there is none any more";
    EXPECT_FALSE(revoke_bot_key(*store_, "Nobody", entry(noon)).value());
    EXPECT_FALSE(find("Marvin", key));
    EXPECT_FALSE(find("Marvin", ""));
    EXPECT_THAT(store_->audit(9).value(), SizeIs(3)) << "what was done, together with it";
    const auto bots = store_->players_of_kind("bot").value();
    ASSERT_THAT(bots, SizeIs(2));
    EXPECT_EQ(bots[0].name, "Marvin") << "oldest first";
}

TEST_P(BotKeys, AreNotThoseOfPeople) {
    StoredPlayer person{{"p_1"}, "Ann", "guest", token_hash("secret"), noon};
    ASSERT_TRUE(store_->write(batch(person)));
    EXPECT_FALSE(find("Ann", "secret"));
}

INSTANTIATE_TEST_SUITE_P(Stores, BotKeys, testing::Bool());

}  // namespace
}  // namespace pentad::server
