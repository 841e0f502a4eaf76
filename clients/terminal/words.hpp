#pragma once

#include <array>
#include <string>

#include "protocol/shapes.hpp"

/// What the client says about values of the protocol, in English.
namespace pentad::terminal {

/// `White wins: by resignation.` An unknown reason is shown as it is.
std::string result_words(const protocol::Result& result, const std::array<std::string, 2>& sides);

/// `5 min + 3 s`, `30 s a move`, `no clock`.
std::string time_control_words(const protocol::TimeControl& tc);

/// `4:58 / 5:00`, first seat first; empty without a clock.
std::string clock_words(const protocol::Clock& clock);

/// Who sits on a chair or a seat: `Ann`, `computer, level 2`, `free`.
std::string chair_words(const protocol::Chair& chair);
std::string seat_words(const protocol::Seat& seat);

}  // namespace pentad::terminal
