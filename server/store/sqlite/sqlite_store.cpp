#include "server/store/sqlite/sqlite_store.hpp"

#include <sqlite3.h>

#include <array>
#include <system_error>

#include "server/base/text/confusables.hpp"
#include "server/store/file_in_place.hpp"
#include "server/store/sqlite/backup.hpp"
#include "server/store/sqlite/database.hpp"
#include "server/store/sqlite/rows.hpp"
#include "server/store/sqlite/schema.hpp"
#include "server/store/sqlite/statements.hpp"
#include "server/store/sqlite/wal_flusher.hpp"

namespace pentad::server {
namespace {

using engine::index;

using Row = SqliteStatement::Run;

class SqliteStore final : public Store {
  public:
    /// REQUIRES: a database that take_database took, of this file.
    SqliteStore(const std::filesystem::path& file, std::unique_ptr<SqliteDatabase> database,
                std::unique_ptr<WalFlusher> flusher)
        : database_(std::move(database)), sql_(*database_), flusher_(std::move(flusher)) {
        // The log is there as soon as something was read.
        for (const char* name : {"", "-wal"}) files_.emplace_back(file.string() + name);
    }

    Result<void> check_files() override {
        for (const FileInPlace& file : files_)
            if (!file.holds())
                return tl::unexpected(StoreError{
                    file.path().string() +
                    " was removed or replaced while it is open. What was stored can still be copied by "
                    "`pentad-server admin backup FILE`; then stop the server and restore that copy"});
        return {};
    }

    Result<void> write(const std::vector<Record>& records) override {
        // SQLite would write on into a file that nobody will find again.
        if (auto in_place = check_files(); !in_place) return in_place;
        return guarded([&] {
            sql_.begin.run();
            for (const Record& record : records) std::visit([this](const auto& what) { put(what); }, record);
            sql_.commit.run();
            if (flusher_) flusher_->written();
        });
    }

    Result<std::vector<StoredRoom>> open_rooms() override {
        return guarded([&] {
            std::vector<StoredRoom> rooms;
            for (auto row = sql_.rooms.with(); row.next();) rooms.push_back(read_room(row));
            for (StoredRoom& room : rooms) read_chairs(room);
            return rooms;
        });
    }

    Result<std::optional<StoredPlayer>> player(const PlayerId& id) override {
        return guarded([&] { return one_player(sql_.player_by_id.with(id)); });
    }
    Result<std::optional<StoredPlayer>> player_by_token(const std::string& token_hash) override {
        return guarded([&] { return one_player(sql_.player_by_token.with(token_hash)); });
    }

    Result<std::vector<StoredPlayer>> players_of_kind(const std::string& kind) override {
        return guarded([&] {
            std::vector<StoredPlayer> players;
            for (auto row = sql_.players_by_kind.with(kind); row.next();) players.push_back(read_player(row));
            return players;
        });
    }

    Result<std::vector<StoredSession>> sessions() override {
        return guarded([&] {
            std::vector<StoredSession> sessions;
            for (auto row = sql_.sessions.with(); row.next();) sessions.push_back(read_session(row));
            return sessions;
        });
    }

    Result<std::optional<StoredMatch>> match(const MatchId& id) override {
        return guarded([&]() -> std::optional<StoredMatch> {
            StoredMatch match;
            {
                auto row = sql_.match.with(id);
                if (!row.next()) return std::nullopt;
                match.setup = read_setup(row);
            }
            read_seats(match.setup);
            match.events = read_events(id);
            return match;
        });
    }

    Result<std::vector<StoredMatchSummary>> matches_of(const PlayerId& player,
                                                       const std::optional<MatchId>& before,
                                                       int limit) override {
        return guarded([&] {
            std::vector<StoredMatchSummary> matches;
            for (auto row = sql_.matches_of.with(player, before, limit); row.next();)
                matches.push_back({read_setup(row), 0, std::nullopt});
            for (StoredMatchSummary& match : matches) {
                const MatchId& id = match.setup.id;
                read_seats(match.setup);
                auto count = sql_.plies.with(id);
                if (count.next()) match.ply = count.number();
                auto end = sql_.end.with(id);
                if (end.next()) {
                    const ServerTime at = end.time();
                    match.ended = read_ended(end, at);
                }
            }
            return matches;
        });
    }

    Result<std::map<std::string, Rating>> ratings_of(const PlayerId& player) override {
        return guarded([&] { return read_ratings(player); });
    }

    Result<std::vector<RankedPlayer>> ranking(const std::string& game, ServerTime now, int skip,
                                              int limit) override {
        return guarded([&] {
            std::vector<RankedPlayer> players;
            for (auto row = sql_.ranking.with(game, now - listed_for);
                 std::ssize(players) < limit && row.next();) {
                RankedPlayer one{{row.text()}, row.text(), read_rating(row)};
                if (is_listed(one.rating, now) && --skip < 0) players.push_back(std::move(one));
            }
            return players;
        });
    }

    Result<std::vector<StoredEarlyExit>> early_exits(ServerTime since) override {
        return guarded([&] {
            std::vector<StoredEarlyExit> all;
            for (auto row = sql_.early_exits.with(since); row.next();)
                all.push_back({{row.text()}, row.time()});
            return all;
        });
    }

    Result<std::vector<Sanction>> sanctions() override {
        return guarded([&] {
            std::vector<Sanction> all;
            for (auto row = sql_.sanctions.with(); row.next();) all.push_back(read_sanction(row));
            return all;
        });
    }

    Result<std::vector<AuditEntry>> audit(int limit) override {
        return guarded([&] {
            std::vector<AuditEntry> entries;
            for (auto row = sql_.audit.with(limit); row.next();)
                entries.push_back({row.time(), row.text(), row.text(), row.text()});
            return entries;
        });
    }

    Result<std::vector<Block>> blocks() override {
        return guarded([&] {
            std::vector<Block> all;
            for (auto row = sql_.blocks.with(); row.next();) all.push_back(read_block(row));
            return all;
        });
    }

    Result<std::vector<Report>> reports(ServerTime since, int limit) override {
        return guarded([&] {
            std::vector<Report> all;
            for (auto row = sql_.reports.with(since, limit); row.next();) all.push_back(read_report(row));
            return all;
        });
    }

    Result<std::optional<Report>> report(std::int64_t number) override {
        return guarded([&]() -> std::optional<Report> {
            auto row = sql_.report.with(number);
            if (!row.next()) return std::nullopt;
            return read_report(row);
        });
    }

    Result<std::int64_t> open_reports() override {
        return guarded([&] {
            auto row = sql_.open_reports.with();
            return row.next() ? row.number() : 0;
        });
    }

    Result<std::vector<StoredPlayer>> players_named(const std::string& name, int limit) override {
        return guarded([&] {
            std::vector<StoredPlayer> players;
            for (auto row = sql_.players_by_name.with(name, limit); row.next();)
                players.push_back(read_player(row));
            return players;
        });
    }

    Result<bool> name_is_kept(const std::string& name, const PlayerId& from) override {
        return guarded([&] {
            const Skeleton looks = looks_of(name);
            return sql_.kept_name.with(looks.written, looks.folded, from).next();
        });
    }

    Result<std::unique_ptr<Backup>> back_up(const std::filesystem::path& file) override {
        return begin_sqlite_backup(*database_, file);
    }

    Result<std::optional<ServerTime>> last_alive() override {
        return guarded([&]() -> std::optional<ServerTime> {
            auto row = sql_.alive.with();
            if (!row.next()) return std::nullopt;
            return row.time();
        });
    }

  private:
    /// Runs what may throw SqliteFailure and leaves no transaction open.
    template <class Work>
    auto guarded(Work work) -> Result<decltype(work())> {
        try {
            if constexpr (std::is_void_v<decltype(work())>) {
                work();
                return {};
            } else {
                return work();
            }
        } catch (const SqliteFailure& failure) {
            std::string text = std::string("SQLite: ") + failure.what();
            try {
                // Some failures, such as a full disk, have already rolled back.
                if (database_->in_transaction()) sql_.rollback.run();
            } catch (const SqliteFailure& worse) {
                text += std::string("; and then: ") + worse.what();
            }
            return tl::unexpected(StoreError{text});
        }
    }

    void put(const StoredPlayer& player) {
        sql_.put_player.run(player.id, player.name, player.kind, player.token_hash, player.created);
        sql_.rename_kept.run(player.id);
    }
    void put(const NameKept& kept) { sql_.keep_name.run(kept.player); }
    void put(const StoredSession& session) {
        sql_.put_session.run(session.id, session.player, session.token_hash, session.previous_token_hash,
                             session.created);
        sql_.see_player.run(session.player, session.created);
    }
    void put(const SessionEnded& ended) { sql_.remove_session.run(ended.id); }
    void put(const StoredRoom& room) {
        sql_.remove_room.run(room.id);
        const TimeControl& tc = room.tc;
        sql_.put_room.run(room.id, room.code, room.invite_hash, room.password_hash, room.host, room.game,
                          room.options.size, room.options.variant, name_of(tc.kind), tc.initial, tc.increment,
                          tc.per_move, name_of(room.visibility), room.hotseat, room.spectators, room.takeback,
                          room.rated, name_of(room.first_seat), name_of(room.on_absent), room.spectators_chat,
                          room.spectators_delay, room.match, room.created);
        for (int i = 0; i < 2; ++i) {
            const StoredChair& chair = room.chairs[i];
            sql_.put_chair.run(room.id, i, name_of(chair.kind), chair.player, chair.name, chair.level,
                               as_stored(chair.seed));
        }
    }
    void put(const RoomClosed& closed) { sql_.remove_room.run(closed.id); }
    void put(const MatchSetup& setup) {
        const TimeControl& tc = setup.tc;
        sql_.put_match.run(setup.id, setup.room, setup.game, setup.options.size, setup.options.variant,
                           setup.rules_version, name_of(tc.kind), tc.initial, tc.increment, tc.per_move,
                           setup.hotseat, setup.started, setup.rated, setup.hidden);
        for (int i = 0; i < 2; ++i) {
            const MatchSeat& seat = setup.seats[i];
            sql_.put_seat.run(setup.id, i, name_of(seat.kind), seat.player, seat.name, seat.level,
                              as_stored(seat.seed));
        }
    }
    void put(const AppendedEvent& appended) {
        {
            auto next = sql_.next_event.with(appended.match);
            if (next.next() && next.number() != appended.number)
                throw SqliteFailure(SQLITE_CONSTRAINT, "event " + std::to_string(appended.number) +
                                                           " of match " + appended.match.text +
                                                           " is not the next one");
        }
        std::visit([&](const auto& event) { put_event(appended.match, appended.number, event); },
                   appended.event);
        if (const auto* ended = std::get_if<Ended>(&appended.event)) rate(appended.match, *ended);
    }
    void rate(const MatchId& match, const Ended& ended) {
        const auto score = score_of_first(ended.result);
        if (!score) return;
        MatchSetup setup;
        {
            auto row = sql_.match.with(match);
            if (!row.next()) return;
            setup = read_setup(row);
        }
        if (!setup.rated) return;
        read_seats(setup);
        std::array<Rating, 2> ratings;
        for (std::size_t i = 0; i < 2; ++i)
            if (const auto known = read_ratings(setup.seats[i].player); known.contains(setup.game))
                ratings[i] = known.at(setup.game);
        ratings = after_match(ratings, *score, ended.at);
        for (std::size_t i = 0; i < 2; ++i)
            sql_.put_rating.run(setup.game, setup.seats[i].player, ratings[i].rating, ratings[i].deviation,
                                ratings[i].volatility, ratings[i].games, ratings[i].at,
                                ratings[i].provisional());
        for (const MatchSeat& seat : setup.seats) put(NameKept{seat.player});
    }
    std::map<std::string, Rating> read_ratings(const PlayerId& player) {
        std::map<std::string, Rating> ratings;
        for (auto row = sql_.ratings.with(player); row.next();) {
            const std::string game = row.text();
            ratings[game] = read_rating(row);
        }
        return ratings;
    }
    void put_event(const MatchId& match, std::int64_t number, const Moved& moved) {
        std::optional<std::string_view> automatic;
        if (moved.automatic) automatic = name_of(*moved.automatic);
        sql_.put_moved.run(match, number, moved.at, moved.turn, index(moved.seat), moved.move, moved.move_id,
                           moved.charged, moved.remaining[0], moved.remaining[1], automatic,
                           moved.compensated);
    }
    void put_event(const MatchId& match, std::int64_t number, const TakenBack& back) {
        sql_.put_taken_back.run(match, number, back.at, back.turn, index(back.by), back.remaining[0],
                                back.remaining[1], back.plies);
    }
    void put_event(const MatchId& match, std::int64_t number, const Paused& paused) {
        sql_.put_paused.run(match, number, paused.at);
    }
    void put_event(const MatchId& match, std::int64_t number, const Continued& continued) {
        sql_.put_continued.run(match, number, continued.at);
    }
    void put_event(const MatchId& match, std::int64_t number, const Ended& ended) {
        std::optional<int> winner, left_early;
        if (ended.result.winner) winner = index(*ended.result.winner);
        if (ended.left_early) left_early = index(*ended.left_early);
        sql_.put_ended.run(match, number, ended.at, winner, ended.result.reason, left_early);
    }
    void put_event(const MatchId& match, std::int64_t number, const Resumed& resumed) {
        sql_.put_resumed.run(match, number, resumed.at, resumed.last_alive);
    }
    void put(const Alive& alive) { sql_.put_alive.run(alive.at); }
    void put(const Sanction& sanction) {
        sql_.put_sanction.run(name_of(sanction.kind), sanction.target, sanction.at, sanction.until,
                              sanction.reason);
    }
    void put(const SanctionLifted& lifted) { sql_.remove_sanction.run(name_of(lifted.kind), lifted.target); }
    void put(const AuditEntry& entry) { sql_.put_audit.run(entry.at, entry.who, entry.what, entry.outcome); }
    void put(const Block& block) { sql_.put_block.run(block.by, block.player, block.at); }
    void put(const BlockLifted& lifted) { sql_.remove_block.run(lifted.by, lifted.player); }
    void put(const Report& report) {
        sql_.put_report.run(report.at, report.by, report.player, report.name, report.room, report.match,
                            report.reason, report.text);
    }
    void put(const ReportClosed& closed) { sql_.remove_report.run(closed.number); }
    void put(const PlayerForgotten& forgotten) {
        sql_.forget_player.run(forgotten.id);
        sql_.forget_ratings.run(forgotten.id);
        sql_.forget_sessions.run(forgotten.id);
        sql_.forget_blocks.run(forgotten.id);
        sql_.forget_reports.run(forgotten.id);
        sql_.forget_reporter.run(forgotten.id, forgotten_id);
        sql_.forget_seats.run(forgotten.id, forgotten_id, forgotten_name);
        sql_.forget_chairs.run(forgotten.id, forgotten_id, forgotten_name);
    }
    void put(const FinishedForgotten& forgotten) {
        std::vector<std::string> matches;
        for (auto row = sql_.finished_before.with(forgotten.ended_before, forgotten.at_most); row.next();)
            matches.push_back(row.text());
        for (const std::string& match : matches) {
            sql_.forget_events.run(match);
            sql_.forget_match_seats.run(match);
            sql_.forget_match.run(match);
        }
    }

    void put(const GuestsForgotten& forgotten) {
        std::vector<std::string> guests;
        for (auto row = sql_.guests_unseen.with(forgotten.unseen_since, forgotten.at_most); row.next();)
            guests.push_back(row.text());
        for (const std::string& guest : guests) {
            sql_.forget_player.run(guest);
            sql_.forget_ratings.run(guest);
            sql_.forget_blocks.run(guest);
        }
    }

    static std::optional<StoredPlayer> one_player(Row row) {
        if (!row.next()) return std::nullopt;
        return read_player(row);
    }
    void read_chairs(StoredRoom& room) {
        for (auto row = sql_.chairs.with(room.id); row.next();) {
            StoredChair& chair = room.chairs[index(side_of(row.number()))];
            chair = {value_of<protocol::ChairKind>(row.text()),
                     {row.text()},
                     row.text(),
                     static_cast<int>(row.number()),
                     seed_of(row.number())};
        }
    }
    void read_seats(MatchSetup& setup) {
        for (auto row = sql_.seats.with(setup.id); row.next();) {
            MatchSeat& seat = setup.seats[index(side_of(row.number()))];
            seat = {value_of<MatchSeat::Kind>(row.text()),
                    {row.text()},
                    row.text(),
                    static_cast<int>(row.number()),
                    seed_of(row.number())};
        }
    }
    std::vector<MatchEvent> read_events(const MatchId& id) {
        std::vector<MatchEvent> events;
        for (auto row = sql_.events.with(id); row.next();) {
            if (row.number() != static_cast<std::int64_t>(events.size()))
                damaged("a gap in the events of match " + id.text);
            const std::string kind = row.text();
            const ServerTime at = row.time();
            if (kind == "moved") {
                events.push_back(read_moved(row, at));
            } else if (kind == "taken_back") {
                events.push_back(read_taken_back(row, at));
            } else if (kind == "paused") {
                events.push_back(Paused{at});
            } else if (kind == "continued") {
                events.push_back(Continued{at});
            } else if (kind == "ended") {
                row.skip(7);
                events.push_back(read_ended(row, at));
            } else {
                row.skip(9);
                events.push_back(Resumed{at, row.time()});
            }
        }
        return events;
    }

    std::unique_ptr<SqliteDatabase> database_;
    SqliteStatements sql_;
    std::vector<FileInPlace> files_;
    std::unique_ptr<WalFlusher> flusher_;  ///< none where each commit waits for the disk
};

/// What a restore that was broken off has left where there is no database; empty when nothing.
std::filesystem::path left_by_a_restore(const std::filesystem::path& folder) {
    std::error_code none;
    const auto size = std::filesystem::file_size(folder / "pentad.db", none);
    if (!none && size > 0) return {};
    for (const char* name : {"restore.part", "pentad.db.before-restore"})
        if (std::filesystem::exists(folder / name, none)) return folder / name;
    return {};
}

}  // namespace

tl::expected<std::unique_ptr<Store>, StoreError> open_sqlite_store(const std::filesystem::path& folder,
                                                                   Durability durability,
                                                                   int checkpoint_pages,
                                                                   const Upgraded& upgraded) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return tl::unexpected(StoreError{"The data folder " + folder.string() + " cannot be made: " +
                                         error.message() + ". Choose a folder that this user may write."});
    const auto file = folder / "pentad.db";
    if (const auto left = left_by_a_restore(folder); !left.empty())
        return tl::unexpected(
            StoreError{"There is no database " + file.string() + ", but " + left.string() +
                       ": a restore goes on, or was broken off. Restore the backup again, or move "
                       "pentad.db.before-restore to pentad.db. To start with a new one, move both away."});
    try {
        auto database = std::make_unique<SqliteDatabase>(file);
        const auto copy = take_database(*database, durability, checkpoint_pages);
        if (upgraded && !copy.empty()) upgraded(copy);
        auto flusher = durability == Durability::normal
                           ? std::make_unique<WalFlusher>(folder / "pentad.db-wal")
                           : nullptr;
        return std::make_unique<SqliteStore>(file, std::move(database), std::move(flusher));
    } catch (const std::filesystem::filesystem_error& failure) {
        return tl::unexpected(
            StoreError{"The database " + file.string() + " cannot be used: " + failure.what() + "."});
    } catch (const std::system_error& failure) {
        return tl::unexpected(StoreError{std::string("The log of the database cannot be opened: ") +
                                         failure.what() +
                                         ". Give this user the right to write the folder and its files."});
    } catch (const SqliteFailure& failure) {
        std::string text = "The database " + file.string() + " cannot be used. ";
        switch (failure.code()) {
            case SQLITE_NOTADB:
            case SQLITE_CORRUPT:
                text += std::string("It is damaged (") + failure.what() +
                        "). Put a backup in its place, or move it away to start with a new one.";
                break;
            case SQLITE_CANTOPEN:
            case SQLITE_READONLY:
            case SQLITE_PERM:
                text += std::string("It cannot be opened for writing (") + failure.what() +
                        "). Give this user the right to write the folder and its files.";
                break;
            case SQLITE_FULL:
                text += std::string("The disk is full (") + failure.what() + "). Make room and start again.";
                break;
            default:
                text += failure.what();
        }
        return tl::unexpected(StoreError{text});
    }
}

}  // namespace pentad::server
