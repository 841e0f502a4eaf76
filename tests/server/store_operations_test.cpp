// What operators need of a store.

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "server/store/memory/memory_store.hpp"
#include "server/store/sqlite/database.hpp"
#include "server/store/sqlite/restore.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/server/support/as_root.hpp"
#include "tests/server/support/full_disk.hpp"
#include "tests/server/support/temporary_folder.hpp"

namespace pentad::server {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr ServerTime noon{1'760'000'000'000ms};

std::unique_ptr<Store> open(const std::filesystem::path& folder) {
    auto store = open_sqlite_store(folder, Durability::full);
    if (!store) throw std::runtime_error(store.error().text);
    return std::move(*store);
}

StoredPlayer player(const std::string& id, const std::string& name, ServerTime created = noon) {
    return {{id}, name, "guest", "hash of " + id, created};
}

MatchSetup setup(const std::string& id) {
    MatchSetup made;
    made.id = {id};
    made.room = {"r_" + id};
    made.game = "pile";
    made.seats = {MatchSeat{MatchSeat::Kind::human, {"p_1"}, "Ann", 0, 0},
                  MatchSeat{MatchSeat::Kind::human, {"p_2"}, "Bob", 0, 0}};
    made.rated = true;
    made.started = noon;
    return made;
}
Record ended(const std::string& match, ServerTime at) {
    return AppendedEvent{{match}, 0, Ended{{Side::first, "resign"}, at}};
}

class StoreForOperators : public testing::TestWithParam<const char*> {
  protected:
    TemporaryFolder folder_;
    std::unique_ptr<Store> store_ =
        std::string(GetParam()) == "memory" ? make_memory_store() : open(folder_.path());

    std::vector<std::string> sanctions() {
        std::vector<std::string> all;
        const auto found = store_->sanctions().value();
        for (const Sanction& s : found)
            all.push_back(s.target + " " + s.reason + (s.until ? " until" : " for ever"));
        return all;
    }
};
INSTANTIATE_TEST_SUITE_P(, StoreForOperators, testing::Values("memory", "sqlite"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_P(StoreForOperators, KeepsSanctionsUntilTheyAreLifted) {
    using Kind = Sanction::Kind;
    ASSERT_TRUE(store_->write({Sanction{Kind::ban_player, "p_1", noon, noon + 1h, "spam"},
                               Sanction{Kind::ban_address, "10.0.0.0/8", noon + 1s, {}, "flood"},
                               Sanction{Kind::mute, "p_1", noon + 2s, {}, "loud"}}));
    EXPECT_THAT(sanctions(), ElementsAre("p_1 spam until", "10.0.0.0/8 flood for ever", "p_1 loud for ever"));
    ASSERT_TRUE(store_->write({Sanction{Kind::ban_player, "p_1", noon, {}, "again"},
                               SanctionLifted{Kind::mute, "p_1"}, SanctionLifted{Kind::mute, "p_9"}}));
    EXPECT_THAT(sanctions(), ElementsAre("p_1 again for ever", "10.0.0.0/8 flood for ever"));
}

TEST_P(StoreForOperators, ListsTheAuditLogNewestFirst) {
    for (const char* what : {"one", "two", "three"})
        ASSERT_TRUE(store_->write({AuditEntry{noon, "uid 0", what, "done"}}));
    std::vector<std::string> told;
    const auto newest = store_->audit(2).value();
    for (const AuditEntry& entry : newest) told.push_back(entry.what + " " + entry.who);
    EXPECT_THAT(told, ElementsAre("three uid 0", "two uid 0"));
}

TEST_P(StoreForOperators, FindsPlayersByName) {
    ASSERT_TRUE(store_->write(
        {player("p_1", "Ann"), player("p_2", "Ann", noon + 1s), player("p_3", "ann", noon + 2s)}));
    const auto found = store_->players_named("Ann", 5).value();
    ASSERT_THAT(found, SizeIs(2));
    EXPECT_EQ(found[0].id.text, "p_2");
    EXPECT_THAT(store_->players_named("Ann", 1).value(), SizeIs(1));
    EXPECT_THAT(store_->players_named("Eve", 5).value(), IsEmpty());
}

Report report(const std::string& by, const std::string& about, ServerTime at = noon) {
    return {0, at, {by}, {about}, "Name of " + about, "r_1", "m_1", "chat", "loud"};
}

TEST_P(StoreForOperators, KeepsBlocksUntilTheyAreLifted) {
    const auto blocks = [&] {
        std::vector<std::string> all;
        const auto found = store_->blocks().value();
        for (const Block& one : found) all.push_back(one.by.text + " " + one.player.text);
        return all;
    };
    ASSERT_TRUE(store_->write({Block{{"p_1"}, {"p_2"}, noon}, Block{{"p_1"}, {"p_3"}, noon},
                               Block{{"p_2"}, {"p_1"}, noon}, Block{{"p_1"}, {"p_2"}, noon + 1s}}));
    EXPECT_THAT(blocks(), ElementsAre("p_1 p_2", "p_1 p_3", "p_2 p_1"));
    ASSERT_TRUE(store_->write({BlockLifted{{"p_1"}, {"p_2"}}, BlockLifted{{"p_9"}, {"p_2"}}}));
    EXPECT_THAT(blocks(), ElementsAre("p_1 p_3", "p_2 p_1"));
}

TEST_P(StoreForOperators, NumbersReportsAndKeepsThemUntilTheyAreClosed) {
    ASSERT_TRUE(store_->write({report("p_1", "p_2"), report("p_3", "p_2", noon + 1h)}));
    ASSERT_TRUE(store_->write({report("p_1", "p_4", noon + 2h)}));
    const auto numbers = [&](ServerTime since, int limit) {
        std::vector<std::int64_t> all;
        const auto found = store_->reports(since, limit).value();
        for (const Report& one : found) all.push_back(one.number);
        return all;
    };
    EXPECT_THAT(numbers({}, 9), ElementsAre(1, 2, 3));
    EXPECT_THAT(numbers({}, 2), ElementsAre(1, 2));
    EXPECT_THAT(numbers(noon + 1h, 9), ElementsAre(2, 3));
    const auto second = store_->report(2).value().value();
    EXPECT_EQ(second.by.text, "p_3");
    EXPECT_EQ(second.player.text, "p_2");
    EXPECT_EQ(second.name, "Name of p_2");
    EXPECT_EQ(second.room + second.match, "r_1m_1");
    EXPECT_EQ(second.reason + second.text, "chatloud");
    EXPECT_EQ(store_->open_reports().value(), 3);

    ASSERT_TRUE(store_->write({ReportClosed{3}, ReportClosed{99}}));
    EXPECT_FALSE(store_->report(3).value());
    EXPECT_EQ(store_->open_reports().value(), 2);
    // Numbers are never reused: the audit log refers to them.
    ASSERT_TRUE(store_->write({report("p_1", "p_4")}));
    EXPECT_THAT(numbers({}, 9), ElementsAre(1, 2, 4));
}

TEST_P(StoreForOperators, ErasesAPlayersBlocksAndReportsAndTheAuthorOfOtherReports) {
    ASSERT_TRUE(
        store_->write({player("p_1", "Ann"), Block{{"p_1"}, {"p_2"}, noon}, Block{{"p_3"}, {"p_1"}, noon},
                       Block{{"p_3"}, {"p_2"}, noon}, report("p_1", "p_2"), report("p_2", "p_1")}));
    ASSERT_TRUE(store_->write({PlayerForgotten{{"p_1"}}}));
    EXPECT_THAT(store_->blocks().value(), SizeIs(1));
    const auto left = store_->reports({}, 9).value();
    ASSERT_THAT(left, SizeIs(1));
    EXPECT_EQ(left[0].by.text, forgotten_id);
    EXPECT_EQ(left[0].player.text, "p_2");
}

TEST_P(StoreForOperators, ErasesAPlayerButNotTheOpponentsMatch) {
    ASSERT_TRUE(
        store_->write({player("p_1", "Ann"), player("p_2", "Bob"), setup("m_1"), ended("m_1", noon)}));
    ASSERT_TRUE(store_->write({PlayerForgotten{{"p_1"}}}));
    EXPECT_FALSE(store_->player({"p_1"}).value());
    EXPECT_FALSE(store_->player_by_token("hash of p_1").value());
    EXPECT_THAT(store_->ratings_of({"p_1"}).value(), IsEmpty());
    EXPECT_THAT(store_->matches_of({"p_1"}, std::nullopt, 5).value(), IsEmpty());
    const auto match = store_->match({"m_1"}).value().value();
    EXPECT_EQ(match.setup.seats[0].name, forgotten_name);
    EXPECT_EQ(match.setup.seats[1].name, "Bob");
    EXPECT_THAT(match.events, SizeIs(1));
    EXPECT_EQ(store_->ratings_of({"p_2"}).value().at("pile").games, 1);
}

TEST_P(StoreForOperators, DeletesTheOldestMatchesButNoneThatIsOpenShownOrReported) {
    StoredRoom room;
    room.id = {"r_1"};
    room.match = {"m_shown"};
    ASSERT_TRUE(store_->write({setup("m_open"), setup("m_shown"), ended("m_shown", noon), setup("m_1"),
                               ended("m_1", noon + 1s), setup("m_2"), ended("m_2", noon + 2s), setup("m_new"),
                               ended("m_new", noon + 1h), room}));
    Report about_it = report("p_1", "p_2");
    about_it.match = "m_reported";
    ASSERT_TRUE(store_->write({setup("m_reported"), ended("m_reported", noon), about_it}));
    const auto there = [&](const char* id) { return store_->match({id}).value().has_value(); };
    ASSERT_TRUE(store_->write({FinishedForgotten{noon + 1min, 1}}));
    EXPECT_FALSE(there("m_1"));
    EXPECT_TRUE(there("m_2"));
    ASSERT_TRUE(store_->write({FinishedForgotten{noon + 1min, 100}}));
    EXPECT_FALSE(there("m_2"));
    EXPECT_TRUE(there("m_open"));
    EXPECT_TRUE(there("m_shown"));
    EXPECT_TRUE(there("m_new"));
    EXPECT_TRUE(there("m_reported"));
    EXPECT_THAT(store_->matches_of({"p_1"}, std::nullopt, 9).value(), SizeIs(4));
    ASSERT_TRUE(store_->write({ReportClosed{store_->reports({}, 9).value().at(0).number}}));
    ASSERT_TRUE(store_->write({FinishedForgotten{noon + 1min, 100}}));
    EXPECT_FALSE(there("m_reported"));
}

TEST_P(StoreForOperators, DeletesTheGuestsAwayLongestButNoneThatIsNeeded) {
    const auto session = [](const std::string& id, const std::string& player, ServerTime at) {
        return StoredSession{{id}, {player}, "hash of " + id, "", at};
    };
    StoredRoom room;
    room.id = {"r_1"};
    room.host = {"p_host"};
    room.chairs[0].player = {"p_seated"};
    StoredPlayer bot = player("p_bot", "Bot");
    bot.kind = "bot";
    ASSERT_TRUE(store_->write({player("p_1", "Ann"), player("p_2", "Bob", noon + 1s), player("p_host", "Cid"),
                               player("p_seated", "Dan"), player("p_banned", "Eve"), player("p_here", "Fay"),
                               player("p_back", "Gil"), player("p_reported", "Hal"), bot, room}));
    ASSERT_TRUE(store_->write({setup("m_1"), ended("m_1", noon), session("s_1", "p_here", noon),
                               session("s_2", "p_back", noon + 2h), SessionEnded{{"s_2"}},
                               Sanction{Sanction::Kind::mute, "p_banned", noon, {}, ""},
                               Block{{"p_1"}, {"p_here"}, noon}, report("p_2", "p_reported")}));
    ASSERT_THAT(store_->ratings_of({"p_1"}).value(), SizeIs(1));
    const auto there = [&](const char* id) { return store_->player({id}).value().has_value(); };
    ASSERT_TRUE(store_->write({GuestsForgotten{noon + 1h, 1}}));
    EXPECT_FALSE(there("p_1"));
    EXPECT_TRUE(there("p_2"));
    EXPECT_THAT(store_->ratings_of({"p_1"}).value(), IsEmpty());
    EXPECT_THAT(store_->blocks().value(), IsEmpty());
    EXPECT_EQ(store_->match({"m_1"}).value()->setup.seats[0].name, "Ann");
    ASSERT_TRUE(store_->write({GuestsForgotten{noon + 1h, 100}}));
    EXPECT_FALSE(there("p_2"));
    for (const char* id : {"p_host", "p_seated", "p_banned", "p_here", "p_back", "p_reported", "p_bot"})
        EXPECT_TRUE(there(id)) << id;
    ASSERT_TRUE(store_->write({SessionEnded{{"s_1"}}, GuestsForgotten{noon + 1h, 100}}));
    EXPECT_FALSE(there("p_here"));
}

TEST(SqliteBackup, IncludesWhatIsWrittenMeanwhile) {
    TemporaryFolder folder;
    const auto file = folder.path() / "copy" / "pentad.db";
    std::filesystem::create_directory(folder.path() / "copy");
    auto store = open(folder.path());
    // More pages than one step copies.
    for (int i = 0; i < 40; ++i)
        ASSERT_TRUE(store->write({AuditEntry{noon, "uid 0", std::string(100'000, 'x'), "done"}}));
    int steps = 0;
    {
        auto backup = store->back_up(file).value();
        for (bool whole = false; !whole; ++steps) {
            ASSERT_TRUE(store->write({player("p_" + std::to_string(steps), "Ann")}));
            const auto step = backup->step();
            ASSERT_TRUE(step) << step.error().text;
            whole = *step;
        }
    }
    EXPECT_GT(steps, 2);
    EXPECT_EQ(std::filesystem::status(file).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const auto copy = open(file.parent_path());
    EXPECT_THAT(copy->players_named("Ann", 1000).value(), SizeIs(steps));
    EXPECT_THAT(store->back_up(file).error().text, HasSubstr("already exists"));
    EXPECT_THAT(store->back_up(folder.path() / "none" / "x").error().text, HasSubstr("cannot be written"));
}

TEST(SqliteBackup, DoesNotOverwriteAFileCreatedMeanwhile) {
    TemporaryFolder folder;
    const auto file = folder.path() / "copy.db";
    auto store = open(folder.path() / "data");
    {
        const auto backup = store->back_up(file).value();
        std::ofstream(file) << "dear";
        EXPECT_THAT(backup->step().error().text, HasSubstr("already exists"));
    }
    EXPECT_EQ(std::filesystem::file_size(file), 4U);
    EXPECT_FALSE(std::filesystem::exists(file.string() + ".part"));
}

/// A whole backup.
void copy_to(Store& store, const std::filesystem::path& file) {
    std::filesystem::create_directories(file.parent_path());
    const auto backup = store.back_up(file).value();
    while (!backup->step().value()) continue;
}

TEST(SqliteRestore, LocksServersOut) {
    TemporaryFolder folder;
    const auto data = folder.path() / "data", copy = folder.path() / "copies" / "copy.db";
    {
        const auto store = open(data);
        // Large, so that it takes a while.
        for (int i = 0; i < 400; ++i)
            ASSERT_TRUE(store->write({AuditEntry{noon, "uid 0", std::string(100'000, 'x'), "done"}}));
        copy_to(*store, copy);
        ASSERT_TRUE(store->write({player("p_1", "Ann")}));
        EXPECT_THAT(restore_backup(data, copy).error().text, HasSubstr("Stop the server"));
    }
    Store::Result<std::filesystem::path> restored;
    std::jthread operator_([&] { restored = restore_backup(data, copy); });
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (!std::filesystem::exists(data / "restore.part" / "pentad.db"))
        ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "the restore never begins";
    const auto server = open_sqlite_store(data, Durability::full);
    ASSERT_FALSE(server);
    EXPECT_THAT(server.error().text, testing::AnyOf(HasSubstr("Another process"), HasSubstr("just now")));
    operator_.join();
    ASSERT_TRUE(restored) << restored.error().text;
    EXPECT_FALSE(open(data)->player({"p_1"}).value());
    EXPECT_FALSE(std::filesystem::exists(data / "restore.part"));
    // The old database can be restored the same way.
    const auto before = folder.path() / "copies" / "before.db";
    std::filesystem::rename(data / "pentad.db.before-restore", before);
    ASSERT_TRUE(restore_backup(data, before));
    EXPECT_TRUE(open(data)->player({"p_1"}).value());
}

TEST(SqliteRestore, LeavesOneOfTheTwoDatabasesWhenKilled) {
    TemporaryFolder folder;
    const auto copy = folder.path() / "copies" / "copy.db";
    copy_to(*open(folder.path() / "other"), copy);
    int old_ones = 0, new_ones = 0;
    for (int round = 0; round < 40; ++round) {
        const auto data = folder.path() / std::to_string(round);
        ASSERT_TRUE(open(data)->write({player("p_1", "Ann")}));
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) ::_exit(restore_backup(data, copy) ? 0 : 1);
        ::usleep(static_cast<useconds_t>(round) * 500);
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        ASSERT_TRUE(std::filesystem::exists(data / "pentad.db")) << round;
        ++(open(data)->player({"p_1"}).value() ? old_ones : new_ones);
        ASSERT_TRUE(restore_backup(data, copy)) << "whatever was left half done";
        EXPECT_FALSE(open(data)->player({"p_1"}).value());
    }
    EXPECT_GT(old_ones, 0);
    RecordProperty("old", old_ones);
    RecordProperty("new", new_ones);
}

TEST(SqliteRestore, RestoresWithoutADatabaseAndLeavesNoneForABadBackup) {
    TemporaryFolder folder;
    const auto data = folder.path() / "data", copy = folder.path() / "copies" / "copy.db";
    {
        const auto store = open(folder.path() / "other");
        ASSERT_TRUE(store->write({player("p_1", "Ann")}));
        copy_to(*store, copy);
    }
    const auto nonsense = folder.path() / "nonsense";
    std::ofstream(nonsense) << std::string(9'000, 'x');
    EXPECT_THAT(restore_backup(data, nonsense).error().text, HasSubstr("was not restored"));
    EXPECT_FALSE(std::filesystem::exists(data / "pentad.db"));
    ASSERT_TRUE(restore_backup(data, copy));
    EXPECT_TRUE(open(data)->player({"p_1"}).value());
    EXPECT_FALSE(std::filesystem::exists(data / "pentad.db.before-restore"));
    // A damaged database is what a backup is for.
    std::ofstream(data / "pentad.db") << std::string(9'000, 'x');
    ASSERT_TRUE(restore_backup(data, copy));
    EXPECT_TRUE(open(data)->player({"p_1"}).value());
}

TEST(SqliteRestore, KeepsEachDatabaseThatItReplaces) {
    TemporaryFolder folder;
    const auto data = folder.path() / "data";
    const auto wrong = folder.path() / "copies" / "wrong.db", right = folder.path() / "copies" / "right.db";
    copy_to(*open(folder.path() / "empty"), wrong);
    {
        const auto store = open(data);
        ASSERT_TRUE(store->write({player("p_1", "Ann")}));
        copy_to(*store, right);
        ASSERT_TRUE(store->write({player("p_2", "Bob")}));
    }
    const auto first = restore_backup(data, wrong), second = restore_backup(data, right);
    EXPECT_EQ(first.value(), data / "pentad.db.before-restore");
    EXPECT_EQ(second.value(), data / "pentad.db.before-restore.2");
    EXPECT_FALSE(open(data)->player({"p_2"}).value());
    ASSERT_TRUE(restore_backup(data, *first));
    EXPECT_TRUE(open(data)->player({"p_2"}).value()) << "the wrong backup lost nothing";
}

TEST(SqliteRestore, IsNotHiddenByANewDatabaseWhenInterrupted) {
    TemporaryFolder folder;
    const auto data = folder.path() / "data", copy = folder.path() / "copies" / "copy.db";
    {
        const auto store = open(data);
        ASSERT_TRUE(store->write({player("p_1", "Ann")}));
        copy_to(*store, copy);
    }
    const auto file = data / "pentad.db", before = data / "pentad.db.before-restore";
    std::filesystem::rename(file, before);
    const auto refusal = [&] {
        const auto server = open_sqlite_store(data, Durability::full);
        return server ? "" : server.error().text;
    };
    EXPECT_THAT(refusal(), HasSubstr("There is no database"));
    EXPECT_FALSE(std::filesystem::exists(file));
    // What a killed restore leaves where there was no database.
    std::filesystem::create_directory(data / "restore.part");
    std::ofstream{file};
    EXPECT_THAT(refusal(), HasSubstr("restore.part"));
    EXPECT_EQ(restore_backup(data, copy).value(), "") << "there was nothing to replace";
    EXPECT_TRUE(open(data)->player({"p_1"}).value());
    std::filesystem::remove(file);
    std::filesystem::rename(before, file);
    EXPECT_TRUE(open(data)->player({"p_1"}).value());
}

TEST(SqliteRestore, RefusesAnEmptyFile) {
    TemporaryFolder folder;
    const auto data = folder.path() / "data", nothing = folder.path() / "nothing.db";
    ASSERT_TRUE(open(data)->write({player("p_1", "Ann")}));
    std::ofstream{nothing};
    EXPECT_THAT(restore_backup(data, nothing).error().text, HasSubstr("It is empty"));
    EXPECT_TRUE(open(data)->player({"p_1"}).value());
}

TEST(SqliteRestore, LeavesOneOfTheTwoDatabasesIntactOnAFullDisk) {
    std::ifstream in(std::filesystem::path(PENTAD_TESTS_DIR) / "golden" / "store" / "schema_1.sql");
    const std::string sql{std::istreambuf_iterator<char>(in), {}};
    TemporaryFolder folder;
    // An older version, so that the copy has to be upgraded first.
    SqliteDatabase(folder.path() / "older.db").run(sql.c_str());
    int refused = 0, restored = 0;
    for (std::uintmax_t room = 0; room < 300'000; room += 9'001) {
        SCOPED_TRACE(room);
        const auto data = folder.path() / std::to_string(room);
        ASSERT_TRUE(open(data)->write({player("p_ann", "Ann")}));
        bool done = false;
        {
            const FullDisk full(room);
            done = restore_backup(data, folder.path() / "older.db").has_value();
        }
        ++(done ? restored : refused);
        const auto store = open(data);
        EXPECT_EQ(store->player({"p_ann"}).value().has_value(), !done);
        EXPECT_EQ(store->match({"m_public"}).value().has_value(), done);
    }
    EXPECT_GT(refused, 1);
    EXPECT_GT(restored, 1);
}

TEST(SqliteRestore, GivesTheFileToTheOwnerOfTheFolder) {
    if (::geteuid() != 0) return run_as_root();
    TemporaryFolder folder;
    const auto data = folder.path() / "data", copies = folder.path() / "copies";
    copy_to(*open(data), copies / "copy.db");
    ASSERT_EQ(::chown(data.c_str(), 12'345, 12'346), 0);
    ASSERT_TRUE(restore_backup(data, copies / "copy.db"));
    struct stat file {};
    ASSERT_EQ(::stat((data / "pentad.db").c_str(), &file), 0);
    EXPECT_EQ(file.st_uid, 12'345U);
    EXPECT_EQ(file.st_gid, 12'346U);
}

}  // namespace
}  // namespace pentad::server
