#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pentad::engine {

/// How a computer player thinks. Strength depends on counts only, never on time, so that it does not
/// change with the load of the machine.
struct SearchLimits {
    int level = 1;           ///< one of levels()
    std::uint64_t seed = 0;  ///< decides between equal moves
};

struct Choice {
    std::string move;
    double score = 0;             ///< for the side to move, in the units of Position::evaluate
    std::vector<std::string> pv;  ///< principal variation, starting with `move`
    std::uint64_t nodes = 0;      ///< positions visited
};

struct Level {
    int number;
    std::string_view name;
};

/// The strengths on offer, weakest first; the same in every game.
const std::vector<Level>& levels();

}  // namespace pentad::engine
