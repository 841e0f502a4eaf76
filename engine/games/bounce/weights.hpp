#pragma once

#include <array>

#include "engine/games/bounce/features.hpp"

/// Made by pentad-fit-bounce; engine/search/README.md says how.
namespace pentad::engine::bounce {

// clang-format off
constexpr std::array<double, feature_count> weights{
    // the side to move
         0,      0,  97279,  80759,  55418,  27586,   5532, -13377, -28741,
    -42091, -50914, -59843, -70938,   2628,  -5569,   3483,   4880, -11319,
       260,  20218,
    // the other side
         0,      0, -95613, -81282, -48013, -21128,   -798,  14747,  28142,
     39279,  46934,  54999,  63403,  -1312,   5070,  -3466,  -4328,  11112,
     -4779, -16683,
    // the move
       670,
};
// clang-format on

}  // namespace pentad::engine::bounce
