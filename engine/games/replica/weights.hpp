#pragma once

#include <array>

#include "engine/games/replica/features.hpp"

/// Made by pentad-fit-replica; engine/search/README.md says how.
namespace pentad::engine::replica {

// clang-format off
constexpr std::array<double, feature_count> weights{
    // men by square
      0.00,   2.80,   3.10,   2.75,   3.34,   3.46,   2.68,   3.04,   3.60,
      3.80,   1.48,   2.33,   3.05,   3.92,   4.03,   0.26,   0.89,   1.60,
      2.89,   3.45,   3.83,   0.07,   0.30,   0.84,   1.34,   2.11,   2.44,
      0.93,  -0.87,  -1.79,   0.67,   0.18,   0.92,   1.54,   0.62,   0.79,
    // kings by square
      2.29,   0.31,   0.88,   0.74,   1.09,   2.38,   0.68,   0.90,   1.34,
      2.31,   1.11,   1.04,   2.26,   4.10,   6.92,   0.92,   1.23,   2.43,
      4.46,   6.55,   7.40,   0.77,   0.83,   1.67,   3.29,   4.97,   5.01,
      0.00,   0.57,   0.18,   1.24,   2.32,   3.42,   3.93,   0.00,   0.00,
    // pieces under attack, transformable men, landing squares, the move
      1.25,  -0.67,   1.28,   0.74,   0.13,  -0.17,   0.12,
};
// clang-format on

}  // namespace pentad::engine::replica
