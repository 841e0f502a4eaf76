#pragma once

#include <cstddef>
#include <vector>

#include "engine/games/claustro/state.hpp"

/// The numbered positions of solved.hpp, one by one; what the solver rests on.
namespace pentad::engine::claustro {

/// Green is to move. REQUIRES: place < solved_table().positions().
State<1> solved_state(std::size_t place);

/// The positions from which a move leads to this one, once a move.
std::vector<std::size_t> solved_predecessors(std::size_t place);

}  // namespace pentad::engine::claustro
