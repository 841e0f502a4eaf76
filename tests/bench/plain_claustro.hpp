#pragma once

#include <cstdint>

namespace pentad::bench {

/// Perft of Claustro, 5x5 `standard`, from the start, by a program as one would write it first: an array of
/// squares, lists of moves, and the last ply counted as the length of its list. The yardstick for the engine.
/// It knows nothing of repetition, which needs more than seven plies. REQUIRES: depth <= 7.
std::uint64_t plain_claustro_perft(int depth);

}  // namespace pentad::bench
