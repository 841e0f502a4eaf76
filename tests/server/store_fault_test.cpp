// A store on a disk that fails at any moment.

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "server/session/bot_keys.hpp"
#include "server/store/sqlite/database.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/server/support/faulty_disk.hpp"
#include "tests/server/support/full_disk.hpp"
#include "tests/server/support/temporary_folder.hpp"

namespace pentad::server {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::SizeIs;

constexpr ServerTime noon{1'760'000'000'000ms};

tl::expected<std::unique_ptr<Store>, StoreError> open(const std::filesystem::path& folder) {
    return open_sqlite_store(folder, Durability::full);
}

Record move(std::int64_t number) {
    Moved made;
    made.turn = number + 1;
    made.seat = number % 2 == 0 ? Side::first : Side::second;
    made.move = "t1";
    made.move_id = "id" + std::to_string(number);
    made.at = noon;
    return AppendedEvent{{"m_1"}, number, made};
}

MatchSetup setup(bool rated) {
    MatchSetup made;
    made.id = {"m_1"};
    made.room = {"r_1"};
    made.game = "pile";
    made.options = {"20", "plain"};
    made.seats[0].player = {"p_1"};
    made.seats[1].player = {"p_2"};
    made.rated = rated;
    made.started = noon;
    return made;
}

// S63
TEST(StoreOnAFailingDisk, KeepsExactlyWhatItAcknowledgedWhenFullAtAnyMoment) {
    int refused_to_open = 0;
    int refused_to_write = 0;
    for (std::uintmax_t room = 0; room < 260'000; room += 5'003) {
        SCOPED_TRACE(room);
        TemporaryFolder folder;
        bool known = false;
        std::int64_t acknowledged = 0;
        {
            const FullDisk full(room);
            auto store = open(folder.path());
            if (!store) {
                EXPECT_THAT(store.error().text, HasSubstr("cannot be used"));
                ++refused_to_open;
            } else {
                known = (*store)->write({setup(false)}).has_value();
                while (known && acknowledged < 30 && (*store)->write({move(acknowledged)})) ++acknowledged;
                if (acknowledged < 30) ++refused_to_write;
            }
        }
        auto store = open(folder.path());
        ASSERT_TRUE(store) << store.error().text;
        const auto match = (*store)->match({"m_1"}).value();
        EXPECT_EQ(match.has_value(), known);
        if (known) {
            EXPECT_THAT(match->events, SizeIs(acknowledged));
        }
    }
    EXPECT_GT(refused_to_open, 1);
    EXPECT_GT(refused_to_write, 1);
}

TEST(StoreOnAFailingDisk, KeepsTheEndOfARatedMatchAndTheRatingsOrNeitherWhenFull) {
    for (std::uintmax_t more = 0; more < 60'000; more += 1'999) {
        SCOPED_TRACE(more);
        TemporaryFolder folder;
        auto store = open(folder.path()).value();
        ASSERT_TRUE(store->write({setup(true), move(0)}));
        const Record end = AppendedEvent{{"m_1"}, 1, Ended{{Side::first, "resign"}, noon}};
        bool ended = false;
        {
            const FullDisk full(std::filesystem::file_size(folder.path() / "pentad.db-wal") + more);
            ended = store->write({end}).has_value();
        }
        store.reset();
        store = open(folder.path()).value();
        EXPECT_THAT(store->match({"m_1"}).value()->events, SizeIs(ended ? 2 : 1));
        EXPECT_THAT(store->ratings_of({"p_1"}).value(), SizeIs(ended ? 1 : 0));
        if (!ended) {
            EXPECT_TRUE(store->write({end}));
        }
        EXPECT_EQ(store->ratings_of({"p_2"}).value().at("pile").games, 1);
    }
}

TEST(StoreOnAFailingDisk, UpgradesAnOlderFileWhollyOrNotAtAllWhenFull) {
    std::ifstream in(std::filesystem::path(PENTAD_TESTS_DIR) / "golden" / "store" / "schema_1.sql");
    const std::string sql{std::istreambuf_iterator<char>(in), {}};
    int refused = 0;
    for (std::uintmax_t room = 0; room < 200'000; room += 9'001) {
        SCOPED_TRACE(room);
        TemporaryFolder folder;
        SqliteDatabase(folder.path() / "pentad.db").run(sql.c_str());
        {
            const FullDisk full(room);
            if (!open(folder.path())) ++refused;
        }
        auto store = open(folder.path());
        ASSERT_TRUE(store) << store.error().text;
        EXPECT_THAT((*store)->match({"m_public"}).value()->events, SizeIs(3));
        EXPECT_TRUE(std::filesystem::exists(folder.path() / "pentad.db.schema-1"));
    }
    EXPECT_GT(refused, 1);
}

/// A server's writes, one after another; each that fails is retried once.
struct Story {
    std::vector<bool> done;  ///< for each write, whether it was acknowledged in the end
    bool opened = false;
    bool refused = false;  ///< anything at all

    void tell(const std::filesystem::path& folder, bool try_again) {
        auto store = open(folder);
        if (!store) {
            EXPECT_THAT(store.error().text, HasSubstr("cannot be used"));
            refused = true;
            if (try_again) store = open(folder);
            if (!store) return;
        }
        opened = true;
        for (const Record& record : writes()) {
            bool kept = (*store)->write({record}).has_value();
            refused = refused || !kept;
            if (!kept && try_again) kept = (*store)->write({record}).has_value();
            done.push_back(kept);
            // The next write depends on it.
            if (!kept) break;
        }
    }
    static std::vector<Record> writes() {
        std::vector<Record> all{StoredPlayer{{"p_1"}, "Ann", "guest", "hash", noon}, setup(true)};
        for (int i = 0; i < 5; ++i) all.push_back(move(i));
        all.push_back(AppendedEvent{{"m_1"}, 5, Ended{{Side::first, "resign"}, noon}});
        return all;
    }
    /// Acknowledged writes are there once. The first that failed may be too: it was on its way.
    void check(const std::filesystem::path& folder) const {
        auto store = open(folder);
        ASSERT_TRUE(store) << store.error().text;
        std::size_t found = (*store)->player({"p_1"}).value() ? 1 : 0;
        if (const auto match = (*store)->match({"m_1"}).value()) found += 1 + match->events.size();
        const auto acknowledged = static_cast<std::size_t>(std::count(done.begin(), done.end(), true));
        EXPECT_GE(found, acknowledged);
        EXPECT_LE(found, std::max(acknowledged, done.size()));
        EXPECT_EQ((*store)->ratings_of({"p_1"}).value().size(), found == writes().size() ? 1U : 0U);
    }
};

TEST(StoreOnAFailingDisk, LosesNothingThatIsRetriedAfterAnySingleFailure) {
    int healthy = 0;
    for (int call = 1; healthy == 0; ++call) {
        SCOPED_TRACE(call);
        TemporaryFolder folder;
        Story story;
        {
            const FaultyDisk disk(call, FaultyDisk::Lasts::once);
            story.tell(folder.path(), true);
            if (disk.calls() < call) healthy = call;
        }
        EXPECT_TRUE(story.opened);
        EXPECT_THAT(story.done, testing::AllOf(SizeIs(Story::writes().size()), testing::Each(true)));
        story.check(folder.path());
    }
    RecordProperty("points", healthy - 1);
    EXPECT_GT(healthy, 50);
}

TEST(StoreOnAFailingDisk, KeepsWhatItAcknowledgedWhenEveryCallFailsFromSomePoint) {
    int refused_to_open = 0;
    int refused_to_write = 0;
    bool healthy = false;
    for (int call = 1; !healthy; ++call) {
        SCOPED_TRACE(call);
        TemporaryFolder folder;
        Story story;
        {
            const FaultyDisk disk(call, FaultyDisk::Lasts::for_good);
            story.tell(folder.path(), false);
            healthy = disk.calls() < call;
        }
        if (!story.opened) ++refused_to_open;
        if (story.opened && story.refused) ++refused_to_write;
        story.check(folder.path());
    }
    RecordProperty("points", refused_to_open + refused_to_write);
    EXPECT_GT(refused_to_open, 10);
    EXPECT_GT(refused_to_write, 10);
}

TEST(StoreOnAFailingDisk, UpgradesAnOlderFileWhollyOrNotAtAll) {
    std::ifstream in(std::filesystem::path(PENTAD_TESTS_DIR) / "golden" / "store" / "schema_1.sql");
    const std::string sql{std::istreambuf_iterator<char>(in), {}};
    int refused = 0;
    bool healthy = false;
    for (int call = 1; !healthy; ++call) {
        SCOPED_TRACE(call);
        TemporaryFolder folder;
        SqliteDatabase(folder.path() / "pentad.db").run(sql.c_str());
        {
            const FaultyDisk disk(call, FaultyDisk::Lasts::for_good);
            if (!open(folder.path())) ++refused;
            healthy = disk.calls() < call;
        }
        auto store = open(folder.path());
        ASSERT_TRUE(store) << store.error().text;
        EXPECT_THAT((*store)->match({"m_public"}).value()->events, SizeIs(3));
        EXPECT_TRUE(std::filesystem::exists(folder.path() / "pentad.db.schema-1"));
    }
    RecordProperty("points", refused);
    EXPECT_GT(refused, 50);
}

TEST(StoreOnAFailingDisk, LeavesTheDatabaseAndNoPartialBackup) {
    int refused = 0;
    bool healthy = false;
    for (int call = 1; !healthy; ++call) {
        SCOPED_TRACE(call);
        TemporaryFolder folder;
        const auto copy = folder.path() / "copy";
        std::filesystem::create_directory(copy);
        FaultyDisk disk(0, FaultyDisk::Lasts::once);
        auto store = open(folder.path()).value();
        ASSERT_TRUE(store->write({setup(false), move(0)}));
        disk.fail_at(call, FaultyDisk::Lasts::for_good);
        bool whole = false;
        if (auto backup = store->back_up(copy / "pentad.db"); backup) {
            tl::expected<bool, StoreError> step = false;
            while (step && !*step) step = (*backup)->step();
            whole = step.value_or(false);
        }
        healthy = disk.calls() < call;
        disk.heal();
        EXPECT_EQ(std::filesystem::exists(copy / "pentad.db"), whole);
        EXPECT_EQ(std::distance(std::filesystem::directory_iterator(copy), {}), whole ? 1 : 0);
        if (whole) {
            EXPECT_THAT(open(copy).value()->match({"m_1"}).value()->events, SizeIs(1));
        } else {
            ++refused;
        }
        EXPECT_TRUE(store->write({move(1)}));
    }
    RecordProperty("points", refused);
    EXPECT_GT(refused, 5);
}

TEST(StoreOnAFailingDisk, KeepsABotsKeyAndItsAuditEntryOrNeither) {
    const AuditEntry entry{noon, "uid 0", "bot-key", "done"};
    int refused = 0;
    bool healthy = false;
    for (int call = 1; !healthy; ++call) {
        SCOPED_TRACE(call);
        TemporaryFolder folder;
        bool added = false, revoked = false;
        {
            FaultyDisk disk(0, FaultyDisk::Lasts::once);
            auto store = open(folder.path()).value();
            disk.fail_at(call, FaultyDisk::Lasts::for_good);
            added = make_bot_key(*store, "Marvin", entry).has_value();
            revoked = added && revoke_bot_key(*store, "Marvin", entry).has_value();
            healthy = disk.calls() < call;
            disk.heal();
        }
        if (!added || !revoked) ++refused;
        const auto store = open(folder.path()).value();
        const auto bots = store->players_of_kind(std::string(bot_kind)).value();
        // A failed write may be there, but then as a whole.
        const std::size_t done = bots.empty() ? 0 : bots[0].token_hash.empty() ? 2 : 1;
        EXPECT_GE(done, (added ? 1U : 0U) + (revoked ? 1U : 0U));
        EXPECT_THAT(store->audit(9).value(), SizeIs(done));
    }
    RecordProperty("points", refused);
    EXPECT_GT(refused, 2);
}

}  // namespace
}  // namespace pentad::server
