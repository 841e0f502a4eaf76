#include "server/store/sqlite/make_store.hpp"

#include <utility>

#include "server/base/text/confusables.hpp"
#include "server/store/file_in_place.hpp"
#include "server/store/sqlite/backup.hpp"
#include "server/store/sqlite/put_record.hpp"
#include "server/store/sqlite/rows.hpp"

namespace pentad::server {
namespace {

class SqliteStore final : public Store {
  public:
    /// REQUIRES: take_database() was called on the database of this file.
    SqliteStore(const std::filesystem::path& file, std::unique_ptr<SqliteDatabase> database,
                std::unique_ptr<WalFlusher> flusher)
        : database_(std::move(database)), sql_(*database_), flusher_(std::move(flusher)) {
        // The log exists once something was read.
        for (const char* name : {"", "-wal"}) files_.emplace_back(file.string() + name);
    }

    Result<void> check_files() override {
        for (const FileInPlace& file : files_)
            if (!file.holds())
                return tl::unexpected(StoreError{
                    file.path().string() +
                    " was removed or replaced while open. The stored data can still be copied with "
                    "`pentad-server admin backup FILE`; then stop the server and restore that copy"});
        return {};
    }

    Result<void> write(const std::vector<Record>& records) override {
        // SQLite would keep writing into the removed file.
        if (auto in_place = check_files(); !in_place) return in_place;
        return guarded([&] {
            sql_.begin.run();
            for (const Record& record : records) put(sql_, record);
            sql_.commit.run();
            if (flusher_) flusher_->written();
        });
    }

    Result<std::vector<StoredRoom>> open_rooms() override {
        return guarded([&] {
            std::vector<StoredRoom> rooms;
            for (auto row = sql_.rooms.with(); row.next();) rooms.push_back(read_room(row));
            for (StoredRoom& room : rooms) read_chairs(sql_, room);
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
            read_seats(sql_, match.setup);
            match.events = read_events(sql_, id);
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
                read_seats(sql_, match.setup);
                auto count = sql_.plies.with(id);
                if (count.next()) match.ply = count.number();
                auto end = sql_.end.with(id);
                if (end.next()) match.ended = read_ended(end);
            }
            return matches;
        });
    }

    Result<std::map<std::string, GlickoRating>> ratings_of(const PlayerId& player) override {
        return guarded([&] { return read_ratings(sql_, player); });
    }

    Result<std::vector<StoredRank>> ranking(const std::string& game, ServerTime now, int skip,
                                            int limit) override {
        return guarded([&] {
            std::vector<StoredRank> players;
            for (auto row = sql_.ranking.with(game, now - listed_for);
                 std::ssize(players) < limit && row.next();) {
                StoredRank one{{row.text("player")}, row.text("name"), read_rating(row)};
                if (is_listed(one.rating, now) && --skip < 0) players.push_back(std::move(one));
            }
            return players;
        });
    }

    Result<std::vector<StoredEarlyExit>> early_exits(ServerTime since) override {
        return guarded([&] {
            std::vector<StoredEarlyExit> all;
            for (auto row = sql_.early_exits.with(since); row.next();)
                all.push_back({{row.text("player")}, row.time("at")});
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
            for (auto row = sql_.audit.with(limit); row.next();) entries.push_back(read_audit_entry(row));
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
            return row.time("at");
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
                // Some failures, such as a full disk, roll back by themselves.
                if (database_->in_transaction()) sql_.rollback.run();
            } catch (const SqliteFailure& worse) {
                text += std::string("; and then: ") + worse.what();
            }
            return tl::unexpected(StoreError{text});
        }
    }

    static std::optional<StoredPlayer> one_player(SqliteRow row) {
        if (!row.next()) return std::nullopt;
        return read_player(row);
    }

    std::unique_ptr<SqliteDatabase> database_;
    SqliteStatements sql_;
    std::vector<FileInPlace> files_;
    std::unique_ptr<WalFlusher> flusher_;  ///< null where each commit waits for the disk
};

}  // namespace

std::unique_ptr<Store> make_sqlite_store(const std::filesystem::path& file,
                                         std::unique_ptr<SqliteDatabase> database,
                                         std::unique_ptr<WalFlusher> flusher) {
    return std::make_unique<SqliteStore>(file, std::move(database), std::move(flusher));
}

}  // namespace pentad::server
