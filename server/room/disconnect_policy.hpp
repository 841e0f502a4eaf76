#pragma once

#include <algorithm>
#include <optional>

#include "server/base/server_clock.hpp"

namespace pentad::server {

/// How long the players of a match are waited for. A player without a connection is away, and gone after a
/// quarter of their remaining time within these bounds, or soon after they have said that they leave.
struct DisconnectPolicy {
    milliseconds least = std::chrono::seconds(20);
    milliseconds most = std::chrono::seconds(120);  ///< also without a clock
    milliseconds after_bye = std::chrono::seconds(10);
    /// A match without a clock whose people are all away ends after this long.
    milliseconds abandoned = std::chrono::hours(24);

    /// For a player with so much time left; empty: there is no clock.
    milliseconds grace(std::optional<milliseconds> left) const {
        return left ? std::clamp(*left / 4, least, std::max(least, most)) : most;
    }
};

}  // namespace pentad::server
