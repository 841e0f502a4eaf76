#pragma once

#include <sqlite3.h>

#include <array>
#include <bit>
#include <string_view>

#include "server/store/sqlite/database.hpp"
#include "server/store/sqlite/statements.hpp"
#include "server/store/store.hpp"

/// Rows of the database as records; private to the store. Reading throws SqliteFailure for an invalid value.
namespace pentad::server {

/// The names of an enumeration's values in the database, in the order of the values.
constexpr auto names(protocol::TimeControlKind) {
    return std::to_array<std::string_view>({"none", "fischer", "permove", "correspondence"});
}
constexpr auto names(protocol::Visibility) {
    return std::to_array<std::string_view>({"public", "unlisted", "private"});
}
constexpr auto names(protocol::ChairKind) {
    return std::to_array<std::string_view>({"human", "open", "bot", "closed"});
}
constexpr auto names(protocol::FirstSeat) {
    return std::to_array<std::string_view>({"random", "chair0", "chair1"});
}
constexpr auto names(protocol::OnAbsent) {
    return std::to_array<std::string_view>({"claim", "wait", "forfeit"});
}
constexpr auto names(protocol::Automatic) { return std::to_array<std::string_view>({"premove", "fallback"}); }
constexpr auto names(Sanction::Kind) {
    return std::to_array<std::string_view>({"ban_player", "ban_address", "mute"});
}
constexpr auto names(MatchSeat::Kind) { return std::to_array<std::string_view>({"human", "bot"}); }

template <class E>
std::string_view name_of(E value) {
    return names(value)[static_cast<std::size_t>(value)];
}

[[noreturn]] inline void damaged(const std::string& what) {
    throw SqliteFailure(SQLITE_CORRUPT, "the database holds " + what);
}

template <class E>
E value_of(const std::string& name) {
    constexpr auto known = names(E{});
    for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i] == name) return static_cast<E>(i);
    damaged("the unknown value \"" + name + "\"");
}

inline Side side_of(std::int64_t seat) {
    if (seat != 0 && seat != 1) damaged("the seat " + std::to_string(seat));
    return static_cast<Side>(seat);
}

// SQLite's integers are signed; a seed keeps its bits.
inline std::int64_t as_stored(std::uint64_t seed) { return std::bit_cast<std::int64_t>(seed); }
inline std::uint64_t seed_of(std::int64_t stored) { return std::bit_cast<std::uint64_t>(stored); }

using SqliteRow = SqliteStatement::Run;

StoredPlayer read_player(const SqliteRow& row);
StoredSession read_session(const SqliteRow& row);
Sanction read_sanction(const SqliteRow& row);
Block read_block(const SqliteRow& row);
AuditEntry read_audit_entry(const SqliteRow& row);
Report read_report(const SqliteRow& row);
GlickoRating read_rating(const SqliteRow& row);
/// Without its chairs.
StoredRoom read_room(const SqliteRow& row);
/// Without its seats.
MatchSetup read_setup(const SqliteRow& row);
Ended read_ended(const SqliteRow& row);
MatchEvent read_event(const SqliteRow& row);

void read_chairs(SqliteStatements& sql, StoredRoom& room);
void read_seats(SqliteStatements& sql, MatchSetup& setup);
std::vector<MatchEvent> read_events(SqliteStatements& sql, const MatchId& id);
std::map<std::string, GlickoRating> read_ratings(SqliteStatements& sql, const PlayerId& player);

}  // namespace pentad::server
