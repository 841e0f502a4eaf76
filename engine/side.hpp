#pragma once

#include <cstdint>

namespace pentad::engine {

/// The two players: `first` moves first and sits on match seat 0, `second` on match seat 1.
enum class Side : std::uint8_t { first, second };

constexpr Side other(Side side) { return side == Side::first ? Side::second : Side::first; }
constexpr int index(Side side) { return static_cast<int>(side); }
constexpr const char* name(Side side) { return side == Side::first ? "first" : "second"; }

}  // namespace pentad::engine
