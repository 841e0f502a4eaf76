#pragma once

#include <chrono>

#include "protocol/limits.hpp"
#include "protocol/messages.hpp"

namespace pentad::server {

/// none, Fischer, per move or correspondence; see section 7 of the protocol.
using protocol::TimeControl;

/// What a time control gives at least where the operator says nothing else: a match is playable, over a
/// network too.
inline constexpr protocol::TimeLimits default_time_limits{
    std::chrono::seconds(3), std::chrono::seconds(15),
    std::chrono::milliseconds(protocol::limits::least_correspondence_ms)};

/// With `fischer` and `permove` each side's first move is due in this time, else the match is aborted;
/// the clocks start after both.
inline constexpr std::chrono::milliseconds first_move_due = std::chrono::seconds(30);

/// After a restart the clocks are stopped for this long, so that people can connect again.
inline constexpr std::chrono::milliseconds resume_grace = std::chrono::seconds(10);

/// A pause that the players do not end ends after this long.
inline constexpr std::chrono::milliseconds pause_lasts = std::chrono::hours(1);

}  // namespace pentad::server
