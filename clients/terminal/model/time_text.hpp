#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "protocol/shapes.hpp"

namespace pentad::terminal {

/// A clock as a person types it: `none`, `5+3` (minutes each and seconds a move), `30s` (a move), `2d` (a
/// move, by correspondence). Figures may have a decimal point. The error is a sentence that says how to say
/// it.
tl::expected<protocol::TimeControl, std::string> read_time_control(std::string_view text);

/// What read_time_control() takes, in words.
std::string time_control_usage();

/// What menus offer, as read_time_control() takes it; the first one is no clock.
const std::vector<std::string>& usual_clocks();

}  // namespace pentad::terminal
