#pragma once

#include <string>

#include "engine/position.hpp"

namespace pentad::engine::tools {

/// The legal move that a text from elsewhere means, as the rules write it. Besides that notation it takes
/// capitals, other dashes, arrows and signs for a capture, marks such as `!`, no sign between the squares,
/// and a move whose end is left out; what is left must fit exactly one legal move. Throws IllegalMove,
/// without the number of the move.
std::string read_move(const Position& position, const std::string& text);

}  // namespace pentad::engine::tools
