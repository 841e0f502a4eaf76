#pragma once

#include <array>
#include <cstddef>

#include "engine/side.hpp"

namespace pentad::engine {

/// What a position is worth to `side`: the sum of what state.each_feature() counts, seen by the side to move,
/// times the weights.
template <class S, std::size_t Features>
double weighted_features(const S& state, const std::array<double, Features>& weights, Side side) {
    double value = 0;
    state.each_feature(
        [&](int number, int amount) { value += weights[static_cast<std::size_t>(number)] * amount; });
    return side == state.to_move() ? value : -value;
}

}  // namespace pentad::engine
