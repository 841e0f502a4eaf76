// A store on a disk that fails at any moment.

#include <gmock/gmock.h>

#include <fstream>

#include "server/store/sqlite_database.hpp"
#include "server/store/sqlite_store.hpp"
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
TEST(StoreOnAFailingDisk, FullAtAnyMomentRefusesClearlyAndKeepsExactlyWhatItAcknowledged) {
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

TEST(StoreOnAFailingDisk, FullAtTheEndOfARatedMatchKeepsBothTheEndAndTheRatingsOrNeither) {
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

TEST(StoreOnAFailingDisk, FullWhileAnOlderFileIsBroughtUpToDateLeavesItAsItWasOrDone) {
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

}  // namespace
}  // namespace pentad::server
