#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace pentad::server {

using std::chrono::milliseconds;

/// The server's time: the wall clock at start in milliseconds since 1970, advanced by the steady clock, so
/// that a wall clock change moves no deadline. Once beat() has been called, time stops `stands_after` after
/// the last beat: nobody is charged for a process that was suspended (SIGSTOP, a frozen container).
/// Thread-safe.
struct ServerClock {
    using duration = milliseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<ServerClock>;
    static constexpr bool is_steady = true;

    static constexpr milliseconds stands_after = std::chrono::seconds(3);

    static time_point now();
    /// Says that the process is alive. Call it every second, or never.
    static void beat();
    /// No beats follow: time no longer waits for them.
    static void end_of_beats();
};
using ServerTime = ServerClock::time_point;

inline std::int64_t to_wire(ServerTime time) { return time.time_since_epoch().count(); }
inline ServerTime from_wire(std::int64_t ms) { return ServerTime(milliseconds(ms)); }

/// UTC, for people: `2026-01-31 23:59:59Z`.
std::string shown_time(ServerTime time);

}  // namespace pentad::server
