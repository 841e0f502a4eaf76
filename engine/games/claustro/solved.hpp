#pragma once

#include <cstddef>

#include "engine/games/claustro/field.hpp"
#include "engine/tablebase.hpp"

/// The 5x5 board with the standard rules, solved.
namespace pentad::engine::claustro {

constexpr Size solved_size{5, 5};

/// One table for the program. Its positions are seen by the side to move, as Green.
Tablebase& solved_table();

/// The number of a position that goes on, or in which the side to move cannot act: four pawns each, none
/// on a goal. `own` are the pawns of the side to move, and `side` is its name.
std::size_t solved_place(Bitboard<1> own, Bitboard<1> enemy, Side side);

}  // namespace pentad::engine::claustro
