#pragma once

#include <cstdint>

namespace pentad::bench {

/// Perft of Sight, 5x5 `standard`, from the start, by a program as one would write it first: an array of
/// points, lists of moves, and the last ply counted as the length of its list. The yardstick for the engine.
std::uint64_t plain_sight_perft(int depth);

}  // namespace pentad::bench
