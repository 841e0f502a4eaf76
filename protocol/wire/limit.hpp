#pragma once

#include <cstdint>

#include "protocol/limits.hpp"

namespace pentad::protocol::wire {

/// The limits of a field: a number's range or a text's length in code points; for a list, those of its
/// elements and their number.
struct Limit {
    std::int64_t min = 0;
    std::int64_t max = -1;  ///< -1: what the type holds; limits::id for texts
    std::int64_t count = -1;
};

constexpr Limit range(std::int64_t min, std::int64_t max) { return {min, max, -1}; }
constexpr Limit text(std::int64_t max) { return {0, max, -1}; }
constexpr Limit text(std::int64_t min, std::int64_t max) { return {min, max, -1}; }
constexpr Limit id{1, limits::id, -1};

}  // namespace pentad::protocol::wire
