#pragma once

#include <string>

#include "server/store/sqlite/database.hpp"

namespace pentad::server {

// The columns that rows.hpp reads.
inline const std::string player_columns = "id, name, kind, coalesce(token_hash, '') AS token_hash, created";
inline const std::string match_columns =
    "id, room, game, size, variant, rules_version, tc_kind, tc_initial, tc_increment, tc_per_move, hotseat,"
    " started, rated, hidden";
inline const std::string report_columns = "number, at, reporter, player, name, room, match, reason, text";
inline const std::string rating_columns = "rating, deviation, volatility, games, at";

/// Every statement of the store, prepared once on the tables of schema.cpp.
struct SqliteStatements {
    explicit SqliteStatements(const SqliteDatabase& database) : db(database) {}

    const SqliteDatabase& db;
    SqliteStatement begin{db, "BEGIN IMMEDIATE"};
    SqliteStatement commit{db, "COMMIT"};
    SqliteStatement rollback{db, "ROLLBACK"};

    SqliteStatement put_player{
        db,
        "INSERT INTO players (id, name, kind, token_hash, created, seen)"
        " VALUES (?1, ?2, ?3, nullif(?4, ''), ?5, ?5)"
        " ON CONFLICT (id) DO UPDATE SET name = ?2, kind = ?3, token_hash = nullif(?4, ''), created = ?5"};
    SqliteStatement see_player{db, "UPDATE players SET seen = max(seen, ?2) WHERE id = ?1"};
    SqliteStatement keep_name{
        db,
        "INSERT INTO kept_names (player, looks, looks_folded)"
        " SELECT id, looks(name), looks_folded(name) FROM players WHERE id = ?1"
        " ON CONFLICT (player) DO UPDATE SET looks = excluded.looks, looks_folded = excluded.looks_folded"};
    SqliteStatement rename_kept{
        db,
        "UPDATE kept_names SET (looks, looks_folded) ="
        " (SELECT looks(name), looks_folded(name) FROM players WHERE id = ?1) WHERE player = ?1"};
    SqliteStatement kept_name{
        db, "SELECT 1 FROM kept_names WHERE (looks = ?1 OR looks_folded = ?2) AND player <> ?3 LIMIT 1"};
    SqliteStatement put_session{db,
                                "INSERT INTO sessions (id, player, token_hash, previous_token_hash, created)"
                                " VALUES (?1, ?2, ?3, ?4, ?5)"
                                " ON CONFLICT (id) DO UPDATE SET player = ?2, token_hash = ?3, "
                                "previous_token_hash = ?4, created = ?5"};
    SqliteStatement remove_session{db, "DELETE FROM sessions WHERE id = ?1"};
    SqliteStatement remove_room{db, "DELETE FROM rooms WHERE id = ?1"};
    SqliteStatement put_room{
        db,
        "INSERT INTO rooms (id, code, invite_hash, password_hash, host, game, size, variant, tc_kind, "
        "tc_initial,"
        " tc_increment, tc_per_move, visibility, hotseat, spectators, takeback, rated, first_seat,"
        " on_absent, spectators_chat, spectators_delay, match, created)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,"
        " ?19, ?20, ?21, ?22, ?23)"};
    SqliteStatement put_chair{db,
                              "INSERT INTO chairs (room, chair, kind, player, name, level, seed)"
                              " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"};
    SqliteStatement put_match{
        db,
        "INSERT INTO matches (id, room, game, size, variant, rules_version, tc_kind, tc_initial,"
        " tc_increment, tc_per_move, hotseat, started, rated, hidden)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"
        " ON CONFLICT (id) DO UPDATE SET room = ?2, game = ?3, size = ?4, variant = ?5, rules_version = ?6,"
        " tc_kind = ?7, tc_initial = ?8, tc_increment = ?9, tc_per_move = ?10, hotseat = ?11, started = ?12,"
        " rated = ?13, hidden = ?14"};
    SqliteStatement put_seat{db,
                             "INSERT INTO match_seats (match, seat, kind, player, name, level, seed)"
                             " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (match, seat)"
                             " DO UPDATE SET kind = ?3, player = ?4, name = ?5, level = ?6, seed = ?7"};
    SqliteStatement next_event{db, "SELECT coalesce(max(number) + 1, 0) FROM match_events WHERE match = ?1"};
    SqliteStatement put_moved{
        db,
        "INSERT INTO match_events (match, number, kind, at, turn, seat, move, move_id, charged, remaining_0,"
        " remaining_1, automatic, compensated)"
        " VALUES (?1, ?2, 'moved', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"};
    SqliteStatement put_taken_back{
        db,
        "INSERT INTO match_events (match, number, kind, at, turn, seat, remaining_0, remaining_1, plies)"
        " VALUES (?1, ?2, 'taken_back', ?3, ?4, ?5, ?6, ?7, ?8)"};
    SqliteStatement put_paused{
        db, "INSERT INTO match_events (match, number, kind, at) VALUES (?1, ?2, 'paused', ?3)"};
    SqliteStatement put_continued{
        db, "INSERT INTO match_events (match, number, kind, at) VALUES (?1, ?2, 'continued', ?3)"};
    SqliteStatement put_ended{db,
                              "INSERT INTO match_events (match, number, kind, at, winner, reason, seat)"
                              " VALUES (?1, ?2, 'ended', ?3, ?4, ?5, ?6)"};
    SqliteStatement put_resumed{db,
                                "INSERT INTO match_events (match, number, kind, at, last_alive)"
                                " VALUES (?1, ?2, 'resumed', ?3, ?4)"};
    SqliteStatement put_rating{
        db,
        "INSERT INTO ratings (game, player, rating, deviation, volatility, games, at, provisional)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (player, game) DO UPDATE SET"
        " rating = ?3, deviation = ?4, volatility = ?5, games = ?6, at = ?7, provisional = ?8"};
    SqliteStatement put_alive{
        db, "INSERT INTO alive (one, at) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET at = ?1"};

    SqliteStatement put_sanction{
        db,
        "INSERT INTO sanctions (kind, target, at, until, reason) VALUES (?1, ?2, ?3, ?4, ?5)"
        " ON CONFLICT (kind, target) DO UPDATE SET at = ?3, until = ?4, reason = ?5"};
    SqliteStatement remove_sanction{db, "DELETE FROM sanctions WHERE kind = ?1 AND target = ?2"};
    SqliteStatement put_audit{db, "INSERT INTO audit (at, who, what, outcome) VALUES (?1, ?2, ?3, ?4)"};
    SqliteStatement put_block{db,
                              "INSERT INTO blocks (blocker, player, at) VALUES (?1, ?2, ?3)"
                              " ON CONFLICT (blocker, player) DO UPDATE SET at = ?3"};
    SqliteStatement remove_block{db, "DELETE FROM blocks WHERE blocker = ?1 AND player = ?2"};
    SqliteStatement put_report{db,
                               "INSERT INTO reports (at, reporter, player, name, room, match, reason, text)"
                               " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"};
    SqliteStatement remove_report{db, "DELETE FROM reports WHERE number = ?1"};
    SqliteStatement forget_blocks{db, "DELETE FROM blocks WHERE blocker = ?1 OR player = ?1"};
    SqliteStatement forget_reports{db, "DELETE FROM reports WHERE player = ?1"};
    SqliteStatement forget_reporter{db, "UPDATE reports SET reporter = ?2 WHERE reporter = ?1"};
    SqliteStatement forget_player{db, "DELETE FROM players WHERE id = ?1"};
    SqliteStatement forget_ratings{db, "DELETE FROM ratings WHERE player = ?1"};
    SqliteStatement forget_sessions{db, "DELETE FROM sessions WHERE player = ?1"};
    SqliteStatement forget_seats{db, "UPDATE match_seats SET player = ?2, name = ?3 WHERE player = ?1"};
    SqliteStatement forget_chairs{db, "UPDATE chairs SET player = ?2, name = ?3 WHERE player = ?1"};
    SqliteStatement guests_unseen{db,
                                  "SELECT id FROM players WHERE kind = 'guest' AND seen < ?1"
                                  " AND id NOT IN (SELECT player FROM sessions)"
                                  " AND id NOT IN (SELECT player FROM chairs)"
                                  " AND id NOT IN (SELECT host FROM rooms)"
                                  " AND id NOT IN (SELECT target FROM sanctions)"
                                  " AND id NOT IN (SELECT player FROM reports) ORDER BY seen LIMIT ?2"};
    SqliteStatement finished_before{db,
                                    "SELECT match FROM match_events WHERE kind = 'ended' AND at < ?1"
                                    " AND match NOT IN (SELECT match FROM rooms)"
                                    " AND match NOT IN (SELECT match FROM reports) ORDER BY at LIMIT ?2"};
    SqliteStatement forget_events{db, "DELETE FROM match_events WHERE match = ?1"};
    SqliteStatement forget_match_seats{db, "DELETE FROM match_seats WHERE match = ?1"};
    SqliteStatement forget_match{db, "DELETE FROM matches WHERE id = ?1"};

    SqliteStatement sanctions{
        db, "SELECT kind, target, at, until, reason FROM sanctions ORDER BY at, kind, target"};
    SqliteStatement audit{db, "SELECT at, who, what, outcome FROM audit ORDER BY number DESC LIMIT ?1"};
    SqliteStatement blocks{db, "SELECT blocker, player, at FROM blocks ORDER BY blocker, player"};
    SqliteStatement reports{
        db, "SELECT " + report_columns + " FROM reports WHERE at >= ?1 ORDER BY number LIMIT ?2"};
    SqliteStatement report{db, "SELECT " + report_columns + " FROM reports WHERE number = ?1"};
    SqliteStatement open_reports{db, "SELECT count(*) FROM reports"};
    SqliteStatement players_by_name{
        db, "SELECT " + player_columns + " FROM players WHERE name = ?1 ORDER BY created DESC, id LIMIT ?2"};
    SqliteStatement rooms{
        db,
        "SELECT id, code, invite_hash, password_hash, host, game, size, variant, tc_kind, tc_initial,"
        " tc_increment, tc_per_move, visibility, hotseat, spectators, takeback, rated, first_seat,"
        " on_absent, spectators_chat, spectators_delay, match, created FROM rooms ORDER BY created, id"};
    SqliteStatement chairs{db, "SELECT chair, kind, player, name, level, seed FROM chairs WHERE room = ?1"};
    SqliteStatement player_by_id{db, "SELECT " + player_columns + " FROM players WHERE id = ?1"};
    SqliteStatement player_by_token{db, "SELECT " + player_columns + " FROM players WHERE token_hash = ?1"};
    SqliteStatement players_by_kind{
        db, "SELECT " + player_columns + " FROM players WHERE kind = ?1 ORDER BY created, id"};
    SqliteStatement sessions{
        db, "SELECT id, player, token_hash, previous_token_hash, created FROM sessions ORDER BY created, id"};
    SqliteStatement match{db, "SELECT " + match_columns + " FROM matches WHERE id = ?1"};
    SqliteStatement seats{db,
                          "SELECT seat, kind, player, name, level, seed FROM match_seats WHERE match = ?1"};
    SqliteStatement events{
        db,
        "SELECT number, kind, at, turn, seat, move, move_id, charged, remaining_0, remaining_1, winner,"
        " reason, last_alive, plies, coalesce(automatic, '') AS automatic,"
        " coalesce(compensated, 0) AS compensated"
        " FROM match_events WHERE match = ?1 ORDER BY number"};
    SqliteStatement matches_of{
        db, "SELECT " + match_columns +
                " FROM matches WHERE id IN (SELECT match FROM match_seats WHERE player = ?1)"
                " AND (?2 IS NULL OR (started, id) < (SELECT started, id FROM matches WHERE id = ?2))"
                " ORDER BY started DESC, id DESC LIMIT ?3"};
    SqliteStatement plies{db,
                          "SELECT count(*) FILTER (WHERE kind = 'moved') - ifnull(sum(plies), 0)"
                          " FROM match_events WHERE match = ?1"};
    SqliteStatement end{db,
                        "SELECT at, winner, reason FROM match_events WHERE match = ?1 AND kind = 'ended'"};
    SqliteStatement ratings{db, "SELECT game, " + rating_columns + " FROM ratings WHERE player = ?1"};
    SqliteStatement ranking{
        db,
        "SELECT player, coalesce((SELECT name FROM players WHERE id = player), '') AS name, " +
            rating_columns +
            " FROM ratings WHERE game = ?1 AND provisional = 0 AND at >= ?2 ORDER BY rating DESC, player"};
    SqliteStatement early_exits{db,
                                "SELECT player, at FROM match_events JOIN match_seats USING (match, seat)"
                                " WHERE match_events.kind = 'ended' AND at >= ?1 ORDER BY at"};
    SqliteStatement alive{db, "SELECT at FROM alive"};
};

}  // namespace pentad::server
