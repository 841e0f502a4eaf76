#pragma once

#include "server/match/match.hpp"

namespace pentad::server {

/// How long the bot to move may search: `usual`, or a share of the time on its clock. A fast machine searches
/// its level's number of positions much sooner; on a slow one the bot plays weaker instead of losing on time.
milliseconds search_time(const Match& match, milliseconds usual);

}  // namespace pentad::server
