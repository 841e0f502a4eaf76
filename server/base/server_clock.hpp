#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace pentad::server {

using std::chrono::milliseconds;

/// The server's own time: milliseconds since 1970 as the wall clock said when the process started, then
/// carried on by the steady clock, so that a change of the wall clock moves no deadline. While it is told
/// that the process is alive, it goes on for no longer than `stands_after` without being told: a process that
/// stood still (SIGSTOP, a frozen container or machine) charges nobody for that. Thread-safe.
struct ServerClock {
    using duration = milliseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<ServerClock>;
    static constexpr bool is_steady = true;

    static constexpr milliseconds stands_after = std::chrono::seconds(3);

    static time_point now();
    /// The process is alive. Say so every second, or not at all.
    static void beat();
    /// Nobody says so any more.
    static void end_of_beats();
};
using ServerTime = ServerClock::time_point;

inline std::int64_t to_wire(ServerTime time) { return time.time_since_epoch().count(); }
inline ServerTime from_wire(std::int64_t ms) { return ServerTime(milliseconds(ms)); }

/// For people, in UTC: `2026-01-31 23:59:59Z`.
std::string shown_time(ServerTime time);

}  // namespace pentad::server
