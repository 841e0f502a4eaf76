#pragma once

#include <cstdint>

namespace pentad::bench {

/// Lines of `depth` plies of Bounce on 8x8, counted with arrays of squares: what the engine is compared with.
std::uint64_t plain_bounce_perft(int depth);

}  // namespace pentad::bench
