#pragma once

#include <cstdint>

namespace pentad::engine {

/// SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators"): the same
/// numbers everywhere, unlike the standard library's distributions, so that seeded play repeats.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// Uniform in 0 to bound - 1. REQUIRES: bound > 0.
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t rest = -bound % bound;  // reject the part that would favour small numbers
        for (;;)
            if (const std::uint64_t n = next(); n >= rest) return n % bound;
    }

  private:
    std::uint64_t state_;
};

}  // namespace pentad::engine
