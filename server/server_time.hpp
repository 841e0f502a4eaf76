#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace pentad::server {

using std::chrono::milliseconds;

/// The server's own time: milliseconds since 1970 as the wall clock said when the process started, then
/// carried on by the steady clock, so that a change of the wall clock moves no deadline.
struct ServerClock {
    using duration = milliseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<ServerClock>;
    static constexpr bool is_steady = true;

    static time_point now();
};
using ServerTime = ServerClock::time_point;

inline std::int64_t to_wire(ServerTime time) { return time.time_since_epoch().count(); }
inline ServerTime from_wire(std::int64_t ms) { return ServerTime(milliseconds(ms)); }

/// For people, in UTC: `2026-01-31 23:59:59Z`.
std::string shown_time(ServerTime time);

}  // namespace pentad::server
