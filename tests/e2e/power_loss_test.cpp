// The power goes while the server writes: what it wrote and synced is looked at step by step.

#include <gmock/gmock.h>

#include <fstream>
#include <random>
#include <set>
#include <thread>

#include "server/store/sqlite/database.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/support/crash_images.hpp"
#include "tests/support/long_run.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/shell_command.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;

/// Match -> the moves that were announced, in order.
using Announced = std::map<std::string, std::vector<std::string>>;

/// The payloads of the frames that were sent together.
std::vector<std::string> payloads(const std::string& sent) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at + 2 <= sent.size();) {
        const auto byte = [&](std::size_t i) {
            return static_cast<unsigned char>(i < sent.size() ? sent[i] : 0);
        };
        std::size_t head = 2, size = byte(at + 1) & 0x7f;
        const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
        if (more > 0) size = 0;
        for (; head < 2 + more; ++head) size = size << 8 | byte(at + head);
        if (size > sent.size() - at) break;
        all.push_back(sent.substr(at + head, size));
        at += head + size;
    }
    return all;
}

/// What was sent may tell of moves.
void hear(Announced& announced, const std::string& sent) {
    for (const std::string& payload : payloads(sent)) {
        const auto message = decode_server_message(payload);
        if (!message) continue;
        const auto* event = std::get_if<Event>(&*message);
        if (event == nullptr) continue;
        if (const auto* moved = std::get_if<MatchMoved>(&event->body)) {
            auto& moves = announced[event->match];
            if (moves.size() < static_cast<std::size_t>(moved->ply)) moves.push_back(moved->move);
        }
    }
}

/// Has everything been synced that was written?
bool all_synced(const std::vector<DiskStep>& steps) {
    std::set<std::uint32_t> unsynced;
    for (const DiskStep& step : steps) {
        if (step.kind == DiskStep::Kind::write) unsynced.insert(step.file);
        if (step.kind == DiskStep::Kind::sync || step.kind == DiskStep::Kind::remove)
            unsynced.erase(step.file);
    }
    return unsynced.empty();
}

/// The disk is not to be waited for where nothing is to be proved of it.
std::filesystem::path in_memory() {
    const std::filesystem::path shared = "/dev/shm";
    return std::filesystem::is_directory(shared) ? shared : std::filesystem::temp_directory_path();
}

struct Recording {
    CrashImages images;
    std::size_t stopped = 0;  ///< step at which the server is told to stop
};

/// Plays on a server whose writes are written down, until it is stopped; in the midst a backup is made.
Recording recorded(std::vector<std::string> settings, const std::filesystem::path& log) {
    // Nobody here is told that it ends.
    settings.insert(settings.end(), {"--stop-timeout-ms", "100"});
    ServerProcess server(settings, {{"LD_PRELOAD", PENTAD_PRELOAD_DISK},
                                    {"PENTAD_DISK_FOLDER", "{folder}/data"},
                                    {"PENTAD_DISK_LOG", log.string()}});
    TestClient person = TestClient::guest(server.port());
    std::uint64_t dice = 5;
    struct Table {
        GameCard card;
        std::string room, match;
    };
    const auto begin = [&](const GameCard& card) {
        RoomCreate create;
        create.game = card.game;
        create.hotseat = true;
        const std::string room = person.create(create).room;
        person.request<Empty>(RoomReady{true}, "", room);
        const auto is_start = [&](const Event& it) {
            return std::holds_alternative<MatchStarted>(it.body) && it.room == room;
        };
        return Table{card, room, person.wait_event(is_start, TestClient::patience, "the start").match};
    };
    std::vector<Table> tables;
    for (const GameCard& card : std::vector<GameCard>(person.session().games)) tables.push_back(begin(card));
    const int moves = repeats(150, 1000);
    for (int i = 0; i < moves; ++i) {
        Table& table = tables[pick_index(dice, tables.size())];
        const auto& now = person.match(table.match).now;
        if (now.result) {
            person.request<Empty>(RoomLeave{}, "", table.room);
            table = begin(table.card);
        } else {
            person.play(table.match, (*now.legal)[pick_index(dice, now.legal->size())]);
        }
        if (i == moves / 2) {
            const std::string data = (server.folder() / "data").string();
            const Ran backup =
                run(ServerProcess::program() + " admin --data " + data + " backup " + data + "/backup.db");
            EXPECT_EQ(backup.status, 0) << backup.text;
        }
    }
    const auto patience = std::chrono::steady_clock::now() + TestClient::patience;
    while (!all_synced(read_disk_log(log)) && std::chrono::steady_clock::now() < patience)
        std::this_thread::yield();
    const std::size_t stopped = read_disk_log(log).size();
    EXPECT_EQ(server.terminate(), 0);
    return {CrashImages(read_disk_log(log)), stopped};
}

/// Does a command whose writes are written down.
CrashImages recorded_command(const std::string& words, const std::filesystem::path& data,
                             const std::filesystem::path& log) {
    const Ran ran = run("LD_PRELOAD=" PENTAD_PRELOAD_DISK " PENTAD_DISK_FOLDER=" + data.string() +
                        " PENTAD_DISK_LOG=" + log.string() + " " + ServerProcess::program() + " " + words);
    EXPECT_EQ(ran.status, 0) << ran.text;
    return CrashImages(read_disk_log(log));
}

/// The steps that write into this file, or only those at one place of it.
std::vector<std::size_t> writes_to(const std::string& file, const std::vector<DiskStep>& steps,
                                   std::optional<std::uint64_t> at = {}) {
    std::map<std::uint32_t, std::string> names;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].kind == DiskStep::Kind::name) names[steps[i].file] = steps[i].bytes;
        if (steps[i].kind == DiskStep::Kind::write && names[steps[i].file] == file &&
            (!at || *at == steps[i].at))
            found.push_back(i);
    }
    return found;
}

struct Losses {
    int images = 0;
    int refused = 0;  ///< to be opened
    int lost = 0;     ///< an announced move
    int backups = 0;
    int bad_backups = 0;  ///< or there was none though it was announced
    std::size_t moves = 0;
};

std::set<std::size_t> random_points(const CrashImages& images, int times) {
    std::mt19937_64 random(62);
    std::set<std::size_t> points;
    for (int i = 0; i < times; ++i) points.insert(random() % images.steps().size());
    return points;
}

/// Are the announced moves there?
bool has_all(server::Store& store, const Announced& announced) {
    for (const auto& [id, moves] : announced) {
        const auto match = store.match({id}).value();
        std::vector<std::string> stored;
        if (match)
            for (const server::MatchEvent& event : match->events)
                if (const auto* moved = std::get_if<server::Moved>(&event)) stored.push_back(moved->move);
        if (stored.size() < moves.size() || !std::equal(moves.begin(), moves.end(), stored.begin()))
            return false;
    }
    return true;
}

Losses lose_power(const CrashImages& images, const std::set<std::size_t>& points) {
    std::mt19937_64 random(63);
    Losses losses;
    Announced announced, in_backup;
    bool is_copied = false;
    std::size_t heard = 0;
    for (const std::size_t point : points) {
        for (; heard < point; ++heard) {
            const DiskStep& step = images.steps()[heard];
            if (step.kind == DiskStep::Kind::sent) {
                hear(announced, step.bytes);
                is_copied = is_copied || step.bytes.find("is copied") != std::string::npos;
            }
            if (step.kind == DiskStep::Kind::name && step.bytes == "/backup.db.part") in_backup = announced;
        }
        const TemporaryFolder folder(in_memory());
        images.make(point, random(), folder.path());
        ++losses.images;
        const auto store = server::open_sqlite_store(folder.path(), server::Durability::full);
        losses.refused += store ? 0 : 1;
        losses.lost += store && !has_all(**store, announced) ? 1 : 0;
        const auto backup = folder.path() / "backup.db";
        if (!std::filesystem::exists(backup)) {
            losses.bad_backups += is_copied ? 1 : 0;
            continue;
        }
        ++losses.backups;
        const auto elsewhere = folder.path() / "restored";
        std::filesystem::create_directory(elsewhere);
        std::filesystem::rename(backup, elsewhere / "pentad.db");
        const auto restored = server::open_sqlite_store(elsewhere, server::Durability::full);
        losses.bad_backups += !restored || !has_all(**restored, in_backup) ? 1 : 0;
    }
    for (const auto& [id, moves] : announced) losses.moves += moves.size();
    return losses;
}

// S62
TEST(PowerLoss, AtAnyMomentLosesNoMoveThatWasAnnounced) {
    const TemporaryFolder folder;
    // The log is worked into the file, and begun again, many times.
    const auto [images, stopped] =
        recorded({"--durability", "full", "--checkpoint-pages", "10"}, folder.path() / "log");
    const auto into_file = writes_to("/pentad.db", images.steps());
    const auto in_the_midst =
        std::lower_bound(into_file.begin(), into_file.end(), stopped) - into_file.begin();
    const std::size_t begun = writes_to("/pentad.db-wal", images.steps(), 0).size();
    std::set<std::size_t> points = random_points(images, repeats(150, 1500));
    points.insert(into_file.begin(), into_file.end());
    points.insert(images.steps().size());
    const Losses losses = lose_power(images, points);
    std::printf(
        "%zu steps, %td writes into the file while it ran and %td at the end, %zu times a log was begun; %d "
        "images, %zu moves announced: %d lost one, %d could not be opened; %d had a backup, %d a bad one\n",
        images.steps().size(), in_the_midst, std::ssize(into_file) - in_the_midst, begun, losses.images,
        losses.moves, losses.lost, losses.refused, losses.backups, losses.bad_backups);
    EXPECT_GT(in_the_midst, 50);
    EXPECT_GT(std::ssize(into_file), in_the_midst);
    EXPECT_GT(begun, 5U);
    EXPECT_GT(losses.moves, 50U);
    EXPECT_GT(losses.backups, 50);
    EXPECT_EQ(losses.lost, 0);
    EXPECT_EQ(losses.refused, 0);
    EXPECT_EQ(losses.bad_backups, 0);
}

/// Before it the log says what the database was that was there.
std::size_t first_point(const CrashImages& images) {
    const auto& steps = images.steps();
    const auto is_sync = [](const DiskStep& step) { return step.kind == DiskStep::Kind::sync; };
    return static_cast<std::size_t>(std::find_if(steps.begin(), steps.end(), is_sync) - steps.begin()) + 1;
}

std::int64_t schema_of(const std::filesystem::path& file) {
    const server::SqliteDatabase database(file);
    server::SqliteStatement statement(database, "PRAGMA user_version");
    auto run = statement.with();
    return run.next() ? run.number() : 0;
}

void write_version_1(const std::filesystem::path& file) {
    std::ifstream in(std::filesystem::path(PENTAD_TESTS_DIR) / "golden" / "store" / "schema_1.sql");
    const std::string sql{std::istreambuf_iterator<char>(in), {}};
    server::SqliteDatabase(file).run(sql.c_str());
}

TEST(PowerLoss, WhileAnOlderFileIsBroughtUpToDateLeavesItAndItsCopy) {
    const TemporaryFolder folder;
    const auto data = folder.path() / "data";
    std::filesystem::create_directory(data);
    write_version_1(data / "pentad.db");
    const CrashImages images =
        recorded_command("bot-key list --data " + data.string(), data, folder.path() / "log");
    std::mt19937_64 random(64);
    int older = 0, newer = 0;
    for (int times = 0; times < repeats(2, 20); ++times)
        for (std::size_t point = first_point(images); point <= images.steps().size(); ++point) {
            SCOPED_TRACE(point);
            const TemporaryFolder image(in_memory());
            images.make(point, random(), image.path());
            const auto file = image.path() / "pentad.db", copy = image.path() / "pentad.db.schema-1";
            ++(schema_of(file) == 1 ? older : newer);
            const auto store = server::open_sqlite_store(image.path(), server::Durability::full);
            ASSERT_TRUE(store) << store.error().text;
            EXPECT_TRUE((*store)->match({"m_public"}).value());
            ASSERT_TRUE(std::filesystem::exists(copy));
            EXPECT_EQ(schema_of(copy), 1);
        }
    std::printf("%zu steps: %d images of the older version, %d of the newer\n", images.steps().size(), older,
                newer);
    EXPECT_GT(older, 20);
    EXPECT_GT(newer, 20);
}

void write_with(const std::filesystem::path& folder, const std::string& player) {
    const auto store = server::open_sqlite_store(folder, server::Durability::full).value();
    ASSERT_TRUE(store->write({server::StoredPlayer{{player}, player, "guest", "hash", {}}}));
}

TEST(PowerLoss, WhileABackupIsPutInPlaceLeavesTheOneDatabaseOrTheOther) {
    const TemporaryFolder folder;
    write_with(folder.path() / "copy", "p_1");
    write_version_1(folder.path() / "older.db");
    int before = 0, after = 0;
    // One is put in place as it is, the other is brought up to date first; both have this player.
    for (const std::string backup : {"copy/pentad.db", "older.db"}) {
        SCOPED_TRACE(backup);
        const auto data = folder.path() / ("data-" + backup.substr(0, 4));
        write_with(data, "p_new");
        const CrashImages images = recorded_command(
            "admin --data " + data.string() + " restore " + (folder.path() / backup).string(), data,
            folder.path() / ("log-" + backup.substr(0, 4)));
        std::mt19937_64 random(65);
        for (int times = 0; times < repeats(2, 20); ++times)
            for (std::size_t point = first_point(images); point <= images.steps().size(); ++point) {
                SCOPED_TRACE(point);
                const TemporaryFolder image(in_memory());
                images.make(point, random(), image.path());
                const auto store = server::open_sqlite_store(image.path(), server::Durability::full);
                ASSERT_TRUE(store) << store.error().text;
                const bool is_old = (*store)->player({"p_new"}).value().has_value();
                EXPECT_NE((*store)->player({"p_1"}).value().has_value(), is_old);
                EXPECT_FALSE(is_old && point == images.steps().size()) << "though it was said to be done";
                ++(is_old ? before : after);
            }
    }
    std::printf("%d images of the database before, %d of the backup\n", before, after);
    EXPECT_GT(before, 20);
    EXPECT_GT(after, 10);
}

TEST(PowerLoss, IsNoticedHereWhereItIsAllowedToLoseMoves) {
    const TemporaryFolder folder;
    const CrashImages images = recorded({"--durability", "normal"}, folder.path() / "log").images;
    const Losses losses = lose_power(images, random_points(images, 60));
    std::printf("%d images: %d lost a move, %d could not be opened\n", losses.images, losses.lost,
                losses.refused);
    EXPECT_GT(losses.lost, 5);
    EXPECT_EQ(losses.refused, 0) << "the file is still intact";

    const Losses a_moment_later = lose_power(images, {images.steps().size()});
    EXPECT_GT(a_moment_later.moves, 50U);
    EXPECT_EQ(a_moment_later.lost, 0) << "what was written a moment ago has reached the disk";
}

}  // namespace
}  // namespace pentad::testing
