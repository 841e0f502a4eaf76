#pragma once

#include <cstdint>

namespace pentad::bench {

/// Perft of Murus Gallicus (basic, 8x7) from the start, on an array of cells with ordinary move lists: what
/// the engine's bitboards are measured against. Repetition is not looked at: nobody comes back to a
/// position with a single move of his own, so a third occurrence takes 8 plies.
/// REQUIRES: 1 <= depth <= 8.
std::uint64_t plain_murus_gallicus_perft(int depth);

}  // namespace pentad::bench
