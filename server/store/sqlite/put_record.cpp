#include "server/store/sqlite/put_record.hpp"

#include <sqlite3.h>

#include <array>
#include <variant>

#include "server/store/sqlite/rows.hpp"

namespace pentad::server {
namespace {

using engine::index;

void put_one(SqliteStatements& sql, const StoredPlayer& player) {
    sql.put_player.run(player.id, player.name, player.kind, player.token_hash, player.created);
    sql.rename_kept.run(player.id);
}

void put_one(SqliteStatements& sql, const NameKept& kept) { sql.keep_name.run(kept.player); }
void put_one(SqliteStatements& sql, const StoredSession& session) {
    sql.put_session.run(session.id, session.player, session.token_hash, session.previous_token_hash,
                        session.created);
    sql.see_player.run(session.player, session.created);
}

void put_one(SqliteStatements& sql, const SessionEnded& ended) { sql.remove_session.run(ended.id); }
void put_one(SqliteStatements& sql, const StoredRoom& room) {
    sql.remove_room.run(room.id);
    const TimeControl& tc = room.tc;
    sql.put_room.run(room.id, room.code, room.invite_hash, room.password_hash, room.host, room.game,
                     room.options.size, room.options.variant, name_of(tc.kind), tc.initial, tc.increment,
                     tc.per_move, name_of(room.visibility), room.hotseat, room.spectators, room.takeback,
                     room.rated, name_of(room.first_seat), name_of(room.on_absent), room.spectators_chat,
                     room.spectators_delay, room.match, room.created);
    for (int i = 0; i < 2; ++i) {
        const StoredChair& chair = room.chairs[i];
        sql.put_chair.run(room.id, i, name_of(chair.kind), chair.player, chair.name, chair.level,
                          as_stored(chair.seed));
    }
}

void put_one(SqliteStatements& sql, const RoomRemoved& closed) { sql.remove_room.run(closed.id); }
void put_one(SqliteStatements& sql, const MatchSetup& setup) {
    const TimeControl& tc = setup.tc;
    sql.put_match.run(setup.id, setup.room, setup.game, setup.options.size, setup.options.variant,
                      setup.rules_version, name_of(tc.kind), tc.initial, tc.increment, tc.per_move,
                      setup.hotseat, setup.started, setup.rated, setup.hidden);
    for (int i = 0; i < 2; ++i) {
        const MatchSeat& seat = setup.seats[i];
        sql.put_seat.run(setup.id, i, name_of(seat.kind), seat.player, seat.name, seat.level,
                         as_stored(seat.seed));
    }
}

/// Rates an ended match.
void rate(SqliteStatements& sql, const MatchId& match, const Ended& ended) {
    const auto score = score_of_first(ended.result);
    if (!score) return;
    MatchSetup setup;
    {
        auto row = sql.match.with(match);
        if (!row.next()) return;
        setup = read_setup(row);
    }
    if (!setup.rated) return;
    read_seats(sql, setup);
    std::array<GlickoRating, 2> ratings;
    for (std::size_t i = 0; i < 2; ++i)
        if (const auto known = read_ratings(sql, setup.seats[i].player); known.contains(setup.game))
            ratings[i] = known.at(setup.game);
    ratings = after_match(ratings, *score, ended.at);
    for (std::size_t i = 0; i < 2; ++i)
        sql.put_rating.run(setup.game, setup.seats[i].player, ratings[i].rating, ratings[i].deviation,
                           ratings[i].volatility, ratings[i].games, ratings[i].at, ratings[i].provisional());
    for (const MatchSeat& seat : setup.seats) put_one(sql, NameKept{seat.player});
}

void put_event(SqliteStatements& sql, const MatchId& match, std::int64_t number, const Moved& moved) {
    std::optional<std::string_view> automatic;
    if (moved.automatic) automatic = name_of(*moved.automatic);
    sql.put_moved.run(match, number, moved.at, moved.turn, index(moved.seat), moved.move, moved.move_id,
                      moved.charged, moved.remaining[0], moved.remaining[1], automatic, moved.compensated);
}

void put_event(SqliteStatements& sql, const MatchId& match, std::int64_t number, const TakenBack& back) {
    sql.put_taken_back.run(match, number, back.at, back.turn, index(back.by), back.remaining[0],
                           back.remaining[1], back.plies);
}

void put_event(SqliteStatements& sql, const MatchId& match, std::int64_t number, const Paused& paused) {
    sql.put_paused.run(match, number, paused.at);
}

void put_event(SqliteStatements& sql, const MatchId& match, std::int64_t number, const Continued& continued) {
    sql.put_continued.run(match, number, continued.at);
}

void put_event(SqliteStatements& sql, const MatchId& match, std::int64_t number, const Ended& ended) {
    std::optional<int> winner, left_early;
    if (ended.result.winner) winner = index(*ended.result.winner);
    if (ended.left_early) left_early = index(*ended.left_early);
    sql.put_ended.run(match, number, ended.at, winner, ended.result.reason, left_early);
}

void put_event(SqliteStatements& sql, const MatchId& match, std::int64_t number, const Resumed& resumed) {
    sql.put_resumed.run(match, number, resumed.at, resumed.last_alive);
}

void put_one(SqliteStatements& sql, const AppendedEvent& appended) {
    {
        auto next = sql.next_event.with(appended.match);
        if (next.next() && next.number() != appended.number)
            throw SqliteFailure(SQLITE_CONSTRAINT, "event " + std::to_string(appended.number) + " of match " +
                                                       appended.match.text + " is not the next one");
    }
    std::visit([&](const auto& event) { put_event(sql, appended.match, appended.number, event); },
               appended.event);
    if (const auto* ended = std::get_if<Ended>(&appended.event)) rate(sql, appended.match, *ended);
}

void put_one(SqliteStatements& sql, const Alive& alive) { sql.put_alive.run(alive.at); }
void put_one(SqliteStatements& sql, const Sanction& sanction) {
    sql.put_sanction.run(name_of(sanction.kind), sanction.target, sanction.at, sanction.until,
                         sanction.reason);
}

void put_one(SqliteStatements& sql, const SanctionLifted& lifted) {
    sql.remove_sanction.run(name_of(lifted.kind), lifted.target);
}
void put_one(SqliteStatements& sql, const AuditEntry& entry) {
    sql.put_audit.run(entry.at, entry.who, entry.what, entry.outcome);
}
void put_one(SqliteStatements& sql, const Block& block) {
    sql.put_block.run(block.by, block.player, block.at);
}
void put_one(SqliteStatements& sql, const BlockLifted& lifted) {
    sql.remove_block.run(lifted.by, lifted.player);
}
void put_one(SqliteStatements& sql, const Report& report) {
    sql.put_report.run(report.at, report.by, report.player, report.name, report.room, report.match,
                       report.reason, report.text);
}

void put_one(SqliteStatements& sql, const ReportClosed& closed) { sql.remove_report.run(closed.number); }
void put_one(SqliteStatements& sql, const PlayerForgotten& forgotten) {
    sql.forget_player.run(forgotten.id);
    sql.forget_ratings.run(forgotten.id);
    sql.forget_sessions.run(forgotten.id);
    sql.forget_blocks.run(forgotten.id);
    sql.forget_reports.run(forgotten.id);
    sql.forget_reporter.run(forgotten.id, forgotten_id);
    sql.forget_seats.run(forgotten.id, forgotten_id, forgotten_name);
    sql.forget_chairs.run(forgotten.id, forgotten_id, forgotten_name);
}

void put_one(SqliteStatements& sql, const FinishedForgotten& forgotten) {
    std::vector<std::string> matches;
    for (auto row = sql.finished_before.with(forgotten.ended_before, forgotten.at_most); row.next();)
        matches.push_back(row.text());
    for (const std::string& match : matches) {
        sql.forget_events.run(match);
        sql.forget_match_seats.run(match);
        sql.forget_match.run(match);
    }
}

void put_one(SqliteStatements& sql, const GuestsForgotten& forgotten) {
    std::vector<std::string> guests;
    for (auto row = sql.guests_unseen.with(forgotten.unseen_since, forgotten.at_most); row.next();)
        guests.push_back(row.text());
    for (const std::string& guest : guests) {
        sql.forget_player.run(guest);
        sql.forget_ratings.run(guest);
        sql.forget_blocks.run(guest);
    }
}

}  // namespace

void put(SqliteStatements& sql, const Record& record) {
    std::visit([&sql](const auto& what) { put_one(sql, what); }, record);
}

}  // namespace pentad::server
