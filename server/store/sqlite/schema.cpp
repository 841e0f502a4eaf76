#include "server/store/sqlite/schema.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "server/base/ids.hpp"
#include "server/base/text/confusables.hpp"
#include "server/store/durable_file.hpp"
#include "server/store/file_owner.hpp"

namespace pentad::server {
namespace {

/// Marks the file as Pentad's (`PNTD`).
constexpr std::int64_t application_id = 0x504e5444;

constexpr const char* schema_1 = R"(
CREATE TABLE players (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, token_hash TEXT UNIQUE, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rooms (
    id TEXT PRIMARY KEY, code TEXT NOT NULL, invite TEXT NOT NULL, password_hash TEXT NOT NULL, host TEXT NOT NULL,
    game TEXT NOT NULL, size TEXT NOT NULL, variant TEXT NOT NULL,
    tc_kind TEXT NOT NULL, tc_initial INTEGER NOT NULL, tc_increment INTEGER NOT NULL, tc_per_move INTEGER NOT NULL,
    visibility TEXT NOT NULL, hotseat INTEGER NOT NULL, spectators INTEGER NOT NULL, takeback INTEGER NOT NULL,
    rated INTEGER NOT NULL, first_seat TEXT NOT NULL, match TEXT NOT NULL, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE chairs (
    room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, chair INTEGER NOT NULL CHECK (chair IN (0, 1)),
    kind TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, level INTEGER NOT NULL, seed INTEGER NOT NULL,
    PRIMARY KEY (room, chair)
) STRICT, WITHOUT ROWID;

CREATE TABLE matches (
    id TEXT PRIMARY KEY, room TEXT NOT NULL, game TEXT NOT NULL, size TEXT NOT NULL, variant TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    tc_kind TEXT NOT NULL, tc_initial INTEGER NOT NULL, tc_increment INTEGER NOT NULL, tc_per_move INTEGER NOT NULL,
    hotseat INTEGER NOT NULL, started INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE match_seats (
    match TEXT NOT NULL REFERENCES matches, seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    kind TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, level INTEGER NOT NULL, seed INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX match_seats_by_player ON match_seats (player, match);

-- One row an event, so that their order needs no other table; what a kind does not have is NULL.
CREATE TABLE match_events (
    match TEXT NOT NULL REFERENCES matches, number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('moved', 'ended', 'resumed')), at INTEGER NOT NULL,
    turn INTEGER, seat INTEGER, move TEXT, move_id TEXT, charged INTEGER, remaining_0 INTEGER, remaining_1 INTEGER,
    winner INTEGER, reason TEXT,
    last_alive INTEGER,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX match_ends ON match_events (match) WHERE kind = 'ended';

CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
)";

constexpr const char* schema_2 = R"(
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
-- Version 1 did not say who may see a match; a room that is gone may have been private.
UPDATE matches SET hidden = 1 WHERE room NOT IN
    (SELECT id FROM rooms WHERE visibility <> 'private' AND spectators AND password_hash = '');

CREATE TABLE ratings (
    game TEXT NOT NULL, player TEXT NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL, volatility REAL NOT NULL,
    games INTEGER NOT NULL, at INTEGER NOT NULL, provisional INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX ranking ON ratings (game, provisional, rating DESC);
)";

/// Moves can be taken back, matches paused. A CHECK can only be changed by copying its table.
constexpr const char* schema_3 = R"(
DROP INDEX match_ends;
ALTER TABLE match_events RENAME TO match_events_2;
CREATE TABLE match_events (
    match TEXT NOT NULL REFERENCES matches, number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('moved', 'taken_back', 'paused', 'continued', 'ended', 'resumed')),
    at INTEGER NOT NULL,
    turn INTEGER, seat INTEGER, move TEXT, move_id TEXT, charged INTEGER, remaining_0 INTEGER, remaining_1 INTEGER,
    winner INTEGER, reason TEXT,
    last_alive INTEGER,
    plies INTEGER,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
INSERT INTO match_events SELECT *, NULL FROM match_events_2;
DROP TABLE match_events_2;
CREATE UNIQUE INDEX match_ends ON match_events (match) WHERE kind = 'ended';
)";

/// Stored sessions, automatic moves, settings for spectators.
constexpr const char* schema_4 = R"(
CREATE TABLE sessions (
    id TEXT PRIMARY KEY, player TEXT NOT NULL, token_hash TEXT NOT NULL, previous_token_hash TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
ALTER TABLE match_events ADD COLUMN automatic TEXT;
ALTER TABLE rooms ADD COLUMN on_absent TEXT NOT NULL DEFAULT 'claim';
ALTER TABLE rooms ADD COLUMN spectators_chat INTEGER NOT NULL DEFAULT 1;
ALTER TABLE rooms ADD COLUMN spectators_delay INTEGER NOT NULL DEFAULT 0;
)";

/// Sanctions and the audit log; finished matches by time.
constexpr const char* schema_5 = R"(
CREATE TABLE sanctions (
    kind TEXT NOT NULL CHECK (kind IN ('ban_player', 'ban_address', 'mute')), target TEXT NOT NULL,
    at INTEGER NOT NULL, until INTEGER, reason TEXT NOT NULL,
    PRIMARY KEY (kind, target)
) STRICT, WITHOUT ROWID;
CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL, outcome TEXT NOT NULL
) STRICT;
CREATE INDEX players_by_name ON players (name);
CREATE INDEX match_end_times ON match_events (at) WHERE kind = 'ended';
CREATE INDEX chairs_by_player ON chairs (player);
)";

/// Blocks and reports.
constexpr const char* schema_6 = R"(
CREATE TABLE blocks (
    blocker TEXT NOT NULL, player TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (blocker, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_by_player ON blocks (player);
CREATE TABLE reports (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL, reporter TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL,
    room TEXT NOT NULL, match TEXT NOT NULL, reason TEXT NOT NULL, text TEXT NOT NULL
) STRICT;
)";

/// For an IN list of more than two values SQLite builds a table for each row written: a third of the cost of
/// storing a move.
constexpr const char* schema_7 = R"(
DROP INDEX match_ends;
DROP INDEX match_end_times;
ALTER TABLE match_events RENAME TO match_events_6;
CREATE TABLE match_events (
    match TEXT NOT NULL REFERENCES matches, number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind = 'moved' OR kind = 'taken_back' OR kind = 'paused' OR kind = 'continued'
                              OR kind = 'ended' OR kind = 'resumed'),
    at INTEGER NOT NULL,
    turn INTEGER, seat INTEGER, move TEXT, move_id TEXT, charged INTEGER, remaining_0 INTEGER, remaining_1 INTEGER,
    winner INTEGER, reason TEXT,
    last_alive INTEGER,
    plies INTEGER,
    automatic TEXT,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
INSERT INTO match_events SELECT * FROM match_events_6;
DROP TABLE match_events_6;
CREATE UNIQUE INDEX match_ends ON match_events (match) WHERE kind = 'ended';
CREATE INDEX match_end_times ON match_events (at) WHERE kind = 'ended';
)";

/// When a player was last seen. Unknown for existing players, who start now.
constexpr const char* schema_8 = R"(
ALTER TABLE players ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
UPDATE players SET seen = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
CREATE INDEX guests_by_seen ON players (seen) WHERE kind = 'guest';
)";

/// Only hashes of invitations are stored.
constexpr const char* schema_9 = R"(
ALTER TABLE rooms RENAME COLUMN invite TO invite_hash;
UPDATE rooms SET invite_hash = token_hash(invite_hash);
)";

/// The lag compensation of a move.
constexpr const char* schema_10 = "ALTER TABLE match_events ADD COLUMN compensated INTEGER;";

/// Reserved names: of bots, and of people who came back or have a rating. The program computes the skeletons
/// of names; looks_made is the version of its Unicode tables.
constexpr const char* schema_11 = R"(
CREATE TABLE kept_names (
    player TEXT PRIMARY KEY REFERENCES players ON DELETE CASCADE, looks TEXT NOT NULL, looks_folded TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_names_by_looks ON kept_names (looks);
CREATE INDEX kept_names_by_looks_folded ON kept_names (looks_folded);
CREATE TABLE looks_made (one INTEGER PRIMARY KEY CHECK (one = 1), version TEXT NOT NULL) STRICT;
INSERT INTO kept_names SELECT id, '', '' FROM players
    WHERE kind = 'bot' OR id IN (SELECT player FROM ratings);
)";

/// Step i upgrades version i to i + 1; version 0 is an empty file. Released steps never change: a change of
/// the tables is a new step at the end.
constexpr std::array steps{schema_1, schema_2, schema_3, schema_4,  schema_5, schema_6,
                           schema_7, schema_8, schema_9, schema_10, schema_11};
constexpr std::int64_t schema_version = steps.size();

std::int64_t number(const SqliteDatabase& database, const char* sql) {
    SqliteStatement statement(database, sql);
    auto run = statement.with();
    return run.next() ? run.number() : 0;
}

std::string file_name(const SqliteDatabase& database) {
    SqliteStatement statement(database, "SELECT file FROM pragma_database_list WHERE name = 'main'");
    auto run = statement.with();
    return run.next() ? run.text() : "";
}

void refuse(const std::string& sentence) { throw SqliteFailure(SQLITE_ERROR, sentence); }

/// A process that has the file open holds this lock until it exits.
void lock(SqliteDatabase& database) {
    try {
        database.run("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;");
    } catch (const SqliteFailure& failure) {
        if (failure.code() != SQLITE_BUSY && failure.code() != SQLITE_LOCKED) throw;
        refuse("Another process has it open. Stop the other server or choose another folder.");
    }
    int moved = 0;
    sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (moved != 0) refuse("It was just replaced by a backup. Start again.");
}

void check(SqliteDatabase& database, const std::string& pragma) {
    SqliteStatement statement(database, pragma);
    auto run = statement.with();
    if (run.next())
        if (const std::string found = run.text(); found != "ok") throw SqliteFailure(SQLITE_CORRUPT, found);
}

/// Checks all of a small file; of a large one, which would take minutes, what a start needs.
void check_for_start(SqliteDatabase& database) {
    constexpr std::int64_t small = 32 << 20;
    if (number(database, "PRAGMA page_count") * number(database, "PRAGMA page_size") <= small)
        return check_sound(database);
    SqliteStatement tables(database,
                           "SELECT name FROM sqlite_schema WHERE name IN ('rooms', 'chairs', 'alive')");
    std::vector<std::string> names;
    for (auto row = tables.with(); row.next();) names.push_back(row.text());
    for (const std::string& name : names) check(database, "PRAGMA quick_check(" + name + ")");
}

/// Equal except for the header, where each copy increments a counter.
bool same_content(const std::filesystem::path& one, const std::filesystem::path& other) {
    if (std::filesystem::file_size(one) != std::filesystem::file_size(other)) return false;
    std::ifstream left(one, std::ios::binary), right(other, std::ios::binary);
    constexpr std::streamoff header = 100;
    left.seekg(header);
    right.seekg(header);
    std::vector<char> mine(1 << 16), theirs(mine.size());
    while (left && right) {
        left.read(mine.data(), std::ssize(mine));
        right.read(theirs.data(), std::ssize(theirs));
        if (left.gcount() != right.gcount() ||
            !std::equal(mine.begin(), mine.begin() + left.gcount(), theirs.begin()))
            return false;
    }
    return left.eof() && right.eof();
}

/// Copies the file to `pentad.db.schema-N` before it changes, and returns the name. An existing copy is kept;
/// a different new one becomes `pentad.db.schema-N.2` and so on.
std::filesystem::path back_up(SqliteDatabase& database, std::int64_t version) {
    namespace fs = std::filesystem;
    const std::string first = file_name(database) + ".schema-" + std::to_string(version);
    // A temporary name until it is complete.
    const std::string partly = first + ".part";
    fs::remove(partly);
    try {
        SqliteStatement(database, "VACUUM INTO ?1").run(partly);
        give_to_owner_of_folder(partly);
        // A failed upgrade that is tried again has already made its copy.
        std::string name = first;
        for (int i = 2; fs::exists(name); ++i) {
            if (same_content(partly, name)) {
                fs::remove(partly);
                return name;
            }
            name = first + "." + std::to_string(i);
        }
        sync_to_disk(partly);
        fs::rename(partly, name);
        sync_to_disk(fs::absolute(name).parent_path());
        return name;
    } catch (const std::exception&) {
        // Do not fill a disk that is short of space.
        std::error_code ignored;
        fs::remove(partly, ignored);
        throw;
    }
}

/// Defines `token_hash(text)` for the steps.
void add_token_hash(SqliteDatabase& database) {
    const auto hash = [](sqlite3_context* context, int, sqlite3_value** values) {
        const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
        const std::string hashed = token_hash(text == nullptr ? "" : text);
        sqlite3_result_text(context, hashed.data(), static_cast<int>(hashed.size()), SQLITE_TRANSIENT);
    };
    sqlite3_create_function(database.handle(), "token_hash", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr,
                            hash, nullptr, nullptr);
}

/// Recomputes the skeletons of reserved names if the Unicode tables have changed.
void refresh_skeletons(SqliteDatabase& database) {
    {
        SqliteStatement made(database, "SELECT 1 FROM looks_made WHERE version = ?1");
        if (made.with(looks_version()).next()) return;
    }
    database.run("BEGIN IMMEDIATE;");
    database.run(
        "UPDATE kept_names SET (looks, looks_folded) ="
        " (SELECT looks(name), looks_folded(name) FROM players WHERE id = player);");
    SqliteStatement(database,
                    "INSERT INTO looks_made VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET version = ?1")
        .run(looks_version());
    database.run("COMMIT;");
}

/// All steps or none.
void upgrade(SqliteDatabase& database, std::int64_t version) {
    add_token_hash(database);
    // What a step replaces, such as a token by its hash, must not stay in free pages.
    database.run("PRAGMA secure_delete = ON; BEGIN EXCLUSIVE;");
    for (auto step = static_cast<std::size_t>(version); step < steps.size(); ++step)
        database.run(steps[step]);
    database.run(("PRAGMA application_id = " + std::to_string(application_id) + "; PRAGMA user_version = " +
                  std::to_string(schema_version) + "; COMMIT; PRAGMA secure_delete = OFF;")
                     .c_str());
}

}  // namespace

void check_sound(SqliteDatabase& database) { check(database, "PRAGMA quick_check(1)"); }

std::filesystem::path take_database(SqliteDatabase& database, Durability durability, int checkpoint_pages) {
    if (database.read_only()) refuse("It cannot be written. Give this user write permission.");
    lock(database);
    check_for_start(database);
    const bool empty = number(database, "SELECT count(*) FROM sqlite_schema") == 0;
    if (!empty && number(database, "PRAGMA application_id") != application_id)
        refuse("It is a database of another program. Choose another folder.");
    const auto version = number(database, "PRAGMA user_version");
    if (version > schema_version)
        refuse("It was written by a newer version (schema " + std::to_string(version) +
               ", this program knows " + std::to_string(schema_version) +
               "). Run that version, or choose another folder.");
    database.run("PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;");
    database.run(durability == Durability::full ? "PRAGMA synchronous = FULL;"
                                                : "PRAGMA synchronous = NORMAL;");
    // 8 MB of pages keep the last rows of 1,000 running matches in memory.
    database.run("PRAGMA cache_size = -8192;");
    database.run(("PRAGMA wal_autocheckpoint = " + std::to_string(checkpoint_pages)).c_str());
    std::filesystem::path copy;
    if (version < schema_version) {
        if (version > 0) copy = back_up(database, version);
        upgrade(database, version);
    }
    refresh_skeletons(database);
    return copy;
}

}  // namespace pentad::server
