#pragma once

#include <cstddef>
#include <cstdint>

/// Maximum sizes on the wire, enforced by the codec. Texts are counted in code points. What a name or a chat
/// line may contain is decided by the server.
namespace pentad::protocol::limits {

constexpr std::size_t frame_bytes = 16 * 1024;
constexpr int depth = 16;

/// The largest integer that every JSON reader keeps exact; the limit in both directions.
constexpr std::int64_t integer = (std::int64_t{1} << 53) - 1;

constexpr std::int64_t id = 64;  ///< ids of requests, moves, rooms, matches, players, offers, games, options
constexpr std::int64_t name = 32;
constexpr std::int64_t password = 64;
constexpr std::int64_t chat = 500;
constexpr std::int64_t report = 500;
/// Names, chat lines and reports before the server normalises them. It measures them afterwards, and its
/// error says what is wrong.
constexpr std::int64_t written = frame_bytes;
constexpr std::int64_t token = 256;  ///< tokens, keys, invites and hand-over codes
constexpr std::int64_t move = 64;
constexpr std::int64_t position = 1024;
constexpr std::int64_t moves = 1000;    ///< of engine.apply
constexpr std::int64_t streams = 256;   ///< of a resume
constexpr std::int64_t versions = 16;   ///< of hello's `protocol`
constexpr std::int64_t bot_games = 64;  ///< of bot.register
constexpr std::int64_t bot_slots = 1000;
constexpr std::int64_t level = 100;
constexpr std::int64_t lobby_rooms = 500;  ///< of each state, of lobby.subscribe
constexpr std::int64_t spectators_delay_ms = 60 * 60 * 1000;
/// Each value of a time control: one year. With any number of increments, clocks stay below
/// `integer`.
constexpr std::int64_t time_control_ms = std::int64_t{366} * 24 * 60 * 60 * 1000;
/// The minimum time for a correspondence move. The operator sets the minimum for the other clocks.
constexpr std::int64_t least_correspondence_ms = 60 * 60 * 1000;

}  // namespace pentad::protocol::limits
