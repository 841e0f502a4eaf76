#pragma once

#include <sqlite3.h>

#include <array>
#include <bit>
#include <string_view>

#include "server/store/sqlite/database.hpp"
#include "server/store/store.hpp"

/// What stands in the columns of the database and what it means; private to the store. Reading throws
/// SqliteFailure where a value makes no sense.
namespace pentad::server {

/// The names of an enumeration's values in the file, in the order of the values.
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

// Braced lists are evaluated from left to right, so the columns of a row are read in order.
inline TimeControl read_time_control(SqliteStatement::Run& row) {
    return {value_of<protocol::TimeControlKind>(row.text()), row.duration(), row.duration(), row.duration()};
}
inline StoredPlayer read_player(SqliteStatement::Run& row) {
    return {{row.text()}, row.text(), row.text(), row.text(), row.time()};
}
inline StoredSession read_session(SqliteStatement::Run& row) {
    return {{row.text()}, {row.text()}, row.text(), row.text(), row.time()};
}
inline Sanction read_sanction(SqliteStatement::Run& row) {
    Sanction sanction{value_of<Sanction::Kind>(row.text()), row.text(), row.time(), {}, {}};
    if (const auto until = row.maybe_number()) sanction.until = from_wire(*until);
    sanction.reason = row.text();
    return sanction;
}
inline Block read_block(SqliteStatement::Run& row) { return {{row.text()}, {row.text()}, row.time()}; }
inline Report read_report(SqliteStatement::Run& row) {
    return {row.number(), row.time(), {row.text()}, {row.text()}, row.text(),
            row.text(),   row.text(), row.text(),   row.text()};
}
inline MatchSetup read_setup(SqliteStatement::Run& row) {
    return {{row.text()},
            {row.text()},
            row.text(),
            {row.text(), row.text()},
            static_cast<int>(row.number()),
            {},
            read_time_control(row),
            row.flag(),
            row.time(),
            row.flag(),
            row.flag()};
}
inline Rating read_rating(SqliteStatement::Run& row) {
    return {row.real(), row.real(), row.real(), static_cast<int>(row.number()), row.time()};
}
inline StoredRoom read_room(SqliteStatement::Run& row) {
    return {{row.text()},
            row.text(),
            row.text(),
            row.text(),
            {row.text()},
            row.text(),
            {row.text(), row.text()},
            {},
            read_time_control(row),
            value_of<protocol::Visibility>(row.text()),
            row.flag(),
            row.flag(),
            row.flag(),
            row.flag(),
            value_of<protocol::FirstSeat>(row.text()),
            value_of<protocol::OnAbsent>(row.text()),
            row.flag(),
            row.duration(),
            {row.text()},
            row.time()};
}
inline Moved read_moved(SqliteStatement::Run& row, ServerTime at) {
    Moved moved;
    moved.at = at;
    moved.turn = row.number();
    moved.seat = side_of(row.number());
    moved.move = row.text();
    moved.move_id = row.text();
    moved.charged = row.duration();
    moved.remaining = {row.duration(), row.duration()};
    row.skip(4);
    if (const std::string automatic = row.text(); !automatic.empty())
        moved.automatic = value_of<protocol::Automatic>(automatic);
    moved.compensated = row.duration();
    return moved;
}
inline TakenBack read_taken_back(SqliteStatement::Run& row, ServerTime at) {
    TakenBack back;
    back.at = at;
    back.turn = row.number();
    back.by = side_of(row.number());
    row.skip(3);
    back.remaining = {row.duration(), row.duration()};
    row.skip(3);
    back.plies = row.number();
    return back;
}
inline Ended read_ended(SqliteStatement::Run& row, ServerTime at) {
    Ended ended;
    ended.at = at;
    if (const auto winner = row.maybe_number()) ended.result.winner = side_of(*winner);
    ended.result.reason = row.text();
    return ended;
}

}  // namespace pentad::server
