#pragma once

#include "server/match/match.hpp"

namespace pentad::server {

/// How long the bot that is to move may search: `usual`, or a share of the time on its clock. Its level's
/// count of positions is found much sooner on a machine that is fast enough; on one that is not the bot plays
/// weaker rather than lose on time.
milliseconds search_time(const Match& match, milliseconds usual);

}  // namespace pentad::server
