#pragma once

#include <array>

#include "engine/games/replica/features.hpp"

/// Made by pentad-fit; engine/search/README.md says how.
namespace pentad::engine::replica {

// clang-format off
constexpr std::array<double, feature_count> weights{
    // men by square
      0.00,   2.06,   2.29,   2.00,   2.44,   2.52,   1.87,   2.29,   2.64,
      2.63,   1.97,   2.15,   2.58,   2.77,   2.55,   1.34,   0.94,   1.67,
      2.23,   2.53,   3.15,   1.58,   1.00,   1.85,   1.48,   1.93,   1.76,
      1.09,   1.05,   0.26,  -0.34,   0.58,   0.91,   1.65,   1.57,  -2.40,
    // kings by square
      2.23,   0.91,   0.94,   1.53,   1.07,   0.76,   0.79,  -0.32,   0.75,
      0.53,   1.07,   0.37,   0.28,   2.34,   3.00,   0.68,   0.22,   1.24,
      2.57,   3.39,   5.27,   0.69,  -0.07,   0.10,   2.25,   1.68,   3.83,
      0.00,   0.72,   0.06,   0.48,   2.79,   2.26,   2.03,   0.00,   0.00,
    // pieces under attack, transformable men, landing squares, the move
      0.80,  -0.81,   0.80,   0.46,   0.05,  -0.07,   0.01,
};
// clang-format on

}  // namespace pentad::engine::replica
