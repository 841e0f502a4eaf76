#include "server/store/sqlite/rows.hpp"

namespace pentad::server {
namespace {

using engine::index;

TimeControl read_time_control(const SqliteRow& row) {
    TimeControl tc;
    tc.kind = value_of<protocol::TimeControlKind>(row.text("tc_kind"));
    tc.initial = row.duration("tc_initial");
    tc.increment = row.duration("tc_increment");
    tc.per_move = row.duration("tc_per_move");
    return tc;
}

int small_number(const SqliteRow& row, std::string_view column) {
    return static_cast<int>(row.number(column));
}

Moved read_moved(const SqliteRow& row) {
    Moved moved;
    moved.at = row.time("at");
    moved.turn = row.number("turn");
    moved.seat = side_of(row.number("seat"));
    moved.move = row.text("move");
    moved.move_id = row.text("move_id");
    moved.charged = row.duration("charged");
    moved.remaining = {row.duration("remaining_0"), row.duration("remaining_1")};
    if (const std::string automatic = row.text("automatic"); !automatic.empty())
        moved.automatic = value_of<protocol::Automatic>(automatic);
    moved.compensated = row.duration("compensated");
    return moved;
}

TakenBack read_taken_back(const SqliteRow& row) {
    TakenBack back;
    back.at = row.time("at");
    back.turn = row.number("turn");
    back.by = side_of(row.number("seat"));
    back.remaining = {row.duration("remaining_0"), row.duration("remaining_1")};
    back.plies = row.number("plies");
    return back;
}

}  // namespace

StoredPlayer read_player(const SqliteRow& row) {
    StoredPlayer player;
    player.id = {row.text("id")};
    player.name = row.text("name");
    player.kind = row.text("kind");
    player.token_hash = row.text("token_hash");
    player.created = row.time("created");
    return player;
}

StoredSession read_session(const SqliteRow& row) {
    StoredSession session;
    session.id = {row.text("id")};
    session.player = {row.text("player")};
    session.token_hash = row.text("token_hash");
    session.previous_token_hash = row.text("previous_token_hash");
    session.created = row.time("created");
    return session;
}

Sanction read_sanction(const SqliteRow& row) {
    Sanction sanction;
    sanction.kind = value_of<Sanction::Kind>(row.text("kind"));
    sanction.target = row.text("target");
    sanction.at = row.time("at");
    if (const auto until = row.maybe_number("until")) sanction.until = from_wire(*until);
    sanction.reason = row.text("reason");
    return sanction;
}

Block read_block(const SqliteRow& row) {
    return {.by = {row.text("blocker")}, .player = {row.text("player")}, .at = row.time("at")};
}

AuditEntry read_audit_entry(const SqliteRow& row) {
    return {.at = row.time("at"),
            .who = row.text("who"),
            .what = row.text("what"),
            .outcome = row.text("outcome")};
}

Report read_report(const SqliteRow& row) {
    Report report;
    report.number = row.number("number");
    report.at = row.time("at");
    report.by = {row.text("reporter")};
    report.player = {row.text("player")};
    report.name = row.text("name");
    report.room = row.text("room");
    report.match = row.text("match");
    report.reason = row.text("reason");
    report.text = row.text("text");
    return report;
}

GlickoRating read_rating(const SqliteRow& row) {
    GlickoRating rating;
    rating.rating = row.real("rating");
    rating.deviation = row.real("deviation");
    rating.volatility = row.real("volatility");
    rating.games = small_number(row, "games");
    rating.at = row.time("at");
    return rating;
}

StoredRoom read_room(const SqliteRow& row) {
    StoredRoom room;
    room.id = {row.text("id")};
    room.code = row.text("code");
    room.invite_hash = row.text("invite_hash");
    room.password_hash = row.text("password_hash");
    room.host = {row.text("host")};
    room.game = row.text("game");
    room.options = {row.text("size"), row.text("variant")};
    room.tc = read_time_control(row);
    room.visibility = value_of<protocol::Visibility>(row.text("visibility"));
    room.hotseat = row.flag("hotseat");
    room.spectators = row.flag("spectators");
    room.takeback = row.flag("takeback");
    room.rated = row.flag("rated");
    room.first_seat = value_of<protocol::FirstSeat>(row.text("first_seat"));
    room.on_absent = value_of<protocol::OnAbsent>(row.text("on_absent"));
    room.spectators_chat = row.flag("spectators_chat");
    room.spectators_delay = row.duration("spectators_delay");
    room.match = {row.text("match")};
    room.created = row.time("created");
    return room;
}

MatchSetup read_setup(const SqliteRow& row) {
    MatchSetup setup;
    setup.id = {row.text("id")};
    setup.room = {row.text("room")};
    setup.game = row.text("game");
    setup.options = {row.text("size"), row.text("variant")};
    setup.rules_version = small_number(row, "rules_version");
    setup.tc = read_time_control(row);
    setup.hotseat = row.flag("hotseat");
    setup.started = row.time("started");
    setup.rated = row.flag("rated");
    setup.hidden = row.flag("hidden");
    return setup;
}

Ended read_ended(const SqliteRow& row) {
    Ended ended;
    ended.at = row.time("at");
    if (const auto winner = row.maybe_number("winner")) ended.result.winner = side_of(*winner);
    ended.result.reason = row.text("reason");
    return ended;
}

MatchEvent read_event(const SqliteRow& row) {
    const std::string kind = row.text("kind");
    if (kind == "moved") return read_moved(row);
    if (kind == "taken_back") return read_taken_back(row);
    if (kind == "paused") return Paused{row.time("at")};
    if (kind == "continued") return Continued{row.time("at")};
    if (kind == "ended") return read_ended(row);
    return Resumed{row.time("at"), row.time("last_alive")};
}

void read_chairs(SqliteStatements& sql, StoredRoom& room) {
    for (auto row = sql.chairs.with(room.id); row.next();) {
        StoredChair& chair = room.chairs[index(side_of(row.number("chair")))];
        chair.kind = value_of<protocol::ChairKind>(row.text("kind"));
        chair.player = {row.text("player")};
        chair.name = row.text("name");
        chair.level = small_number(row, "level");
        chair.seed = seed_of(row.number("seed"));
    }
}

void read_seats(SqliteStatements& sql, MatchSetup& setup) {
    for (auto row = sql.seats.with(setup.id); row.next();) {
        MatchSeat& seat = setup.seats[index(side_of(row.number("seat")))];
        seat.kind = value_of<MatchSeat::Kind>(row.text("kind"));
        seat.player = {row.text("player")};
        seat.name = row.text("name");
        seat.level = small_number(row, "level");
        seat.seed = seed_of(row.number("seed"));
    }
}

std::vector<MatchEvent> read_events(SqliteStatements& sql, const MatchId& id) {
    std::vector<MatchEvent> events;
    for (auto row = sql.events.with(id); row.next();) {
        if (row.number("number") != static_cast<std::int64_t>(events.size()))
            damaged("a gap in the events of match " + id.text);
        events.push_back(read_event(row));
    }
    return events;
}

std::map<std::string, GlickoRating> read_ratings(SqliteStatements& sql, const PlayerId& player) {
    std::map<std::string, GlickoRating> ratings;
    for (auto row = sql.ratings.with(player); row.next();) ratings[row.text("game")] = read_rating(row);
    return ratings;
}

}  // namespace pentad::server
