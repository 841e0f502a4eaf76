#pragma once

#include <cstdint>

namespace pentad::bench {

/// Perft of Replica (standard) from the start, on an array of squares with ordinary move lists: what the
/// engine's bitboards are measured against. REQUIRES: depth >= 1.
std::uint64_t plain_replica_perft(int depth);

}  // namespace pentad::bench
