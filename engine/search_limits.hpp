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
    std::uint64_t seed = 0;  ///< decides between moves that are as good, or nearly so on the lower levels
    /// Positions to look at instead of as many as the level does; 0 leaves it to the level. The three levels
    /// that do not count positions take no notice.
    std::uint64_t nodes = 0;
};

struct Choice {
    std::string move;
    double score = 0;             ///< for the side to move, in the units of Position::evaluate
    std::vector<std::string> pv;  ///< principal variation, starting with `move`
    std::uint64_t nodes = 0;      ///< positions visited
    int depth = 0;                ///< plies that were searched in full; 0 where a player does not count them
    /// Plies to an end that can be forced: above 0 the side to move wins, below 0 it loses; 0 when none is
    /// known.
    int forced_end = 0;
};

struct Level {
    int number;
    std::string_view name;
};

/// The strengths on offer, weakest first; the same in every game.
const std::vector<Level>& levels();

}  // namespace pentad::engine
