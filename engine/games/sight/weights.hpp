#pragma once

#include <array>

#include "engine/games/sight/features.hpp"

/// Made by pentad-fit-sight; engine/search/README.md says how.
namespace pentad::engine::sight {

// clang-format off
constexpr std::array<double, feature_count> weights{
    // the side to move
      0.00,   3.94,  -3.18,   0.43,  -5.25,  -2.60,  -8.31,  -3.61,  -1.16,
     11.42,  27.93,   0.99,   2.83, -13.80, -10.62,  -8.82,  14.04,   9.89,
      0.42,
    // the other side
      0.00,   1.16,   4.04,   0.34,   6.60,   8.51,   8.85,   4.66,   9.03,
     -9.27, -14.29,  -2.24,  -3.16,   8.34,   8.26,   6.26, -15.04, -10.05,
     -0.81,
    // the move, an odd number of empty points
     19.62,  10.53,
};
// clang-format on

}  // namespace pentad::engine::sight
