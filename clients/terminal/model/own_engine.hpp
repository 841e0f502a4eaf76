#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "protocol/shapes.hpp"

namespace pentad::terminal {

/// What a game on the server inside this program can do besides.
struct OwnServer {
    std::function<void(std::chrono::milliseconds)> set_pace;  ///< of matches between computers
};

/// The evaluation of a match's position for a side; larger is better for it. None where this program does
/// not have the game or cannot read the position.
std::optional<double> evaluate(const protocol::MatchSnapshot& match, protocol::Side side);

}  // namespace pentad::terminal
