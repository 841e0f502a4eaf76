#pragma once

#include <array>

#include "engine/geometry/bitboard.hpp"

namespace pentad::engine::sight {

/// The points and lines of an Alquerque board of odd size. Point `row * size + column`; since the size is
/// odd, the points where diagonals meet are those with an even number.
/// One immutable object a size, which lives as long as the program.
template <int Words>
struct Lines {
    using Points = Bitboard<Words>;

    int size = 0;
    Points all;
    Points but_left;   ///< all but the left column: where one arrives from the left
    Points but_right;  ///< all but the right column
    Points crossings;  ///< where diagonals meet
    std::array<Points, Points::capacity> neighbours{};
    /// For each point the rest of its lines: half of them towards higher point numbers, half towards lower.
    /// Rows and columns come first, then the diagonals, which are empty except at crossings.
    std::array<std::array<Points, 4>, Points::capacity> ahead{};
    std::array<std::array<Points, 4>, Points::capacity> behind{};

    int points() const { return size * size; }
};

/// REQUIRES: size is 3, 5 or 7 for one word, 9 for two.
template <int Words>
const Lines<Words>& lines(int size);

}  // namespace pentad::engine::sight
