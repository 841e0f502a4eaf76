#pragma once

#include <array>
#include <cstdint>

#include "engine/geometry/bitboard.hpp"
#include "engine/geometry/square.hpp"
#include "engine/side.hpp"

namespace pentad::engine::claustro {

constexpr int shortest_edge = 5;
constexpr int longest_edge = 12;

constexpr int words_for(Size size) { return (size.columns * size.rows + 63) / 64; }

/// A board of one size. Square `row * columns + column`.
/// One immutable object a size, which lives as long as the program.
template <int Words>
struct Field {
    using Squares = Bitboard<Words>;

    Size size;
    Squares open;                  ///< all but the two closed corners
    Squares inner;                 ///< all but the four corners
    Squares but_left;              ///< all but the left column: where one arrives from the left
    Squares but_right;             ///< all but the right column
    std::array<Squares, 2> start;  ///< the pawns of each side at the beginning
    /// Steps from each square to the first side's goal.
    std::array<std::uint8_t, Squares::capacity> steps_to_far_corner{};

    int squares() const { return size.columns * size.rows; }
    int pawns() const { return size.columns + size.rows - 6; }
    int goal(Side side) const { return side == Side::first ? squares() - 1 : 0; }
    int distance(Side side, int square) const {
        const int far = steps_to_far_corner[static_cast<std::size_t>(square)];
        return side == Side::first ? far : size.columns + size.rows - 2 - far;
    }
};

/// REQUIRES: both edges from shortest_edge to longest_edge, words_for(size) == Words.
template <int Words>
const Field<Words>& field(Size size);

}  // namespace pentad::engine::claustro
