#include "engine/games/murus_gallicus/state.hpp"

namespace pentad::engine::murus_gallicus {
namespace {

/// What a cell with stones is worth, by rows from the own home row to the goal row.
constexpr std::array<int, 7> seven_rows{1, 1, 2, 3, 5, 7, 15};
constexpr std::array<int, 8> eight_rows{1, 1, 2, 3, 4, 5, 7, 15};

int worth(SquareSet cells, Side side, int rows) {
    const int* values = rows == 7 ? seven_rows.data() : eight_rows.data();
    int sum = 0;
    while (cells != 0) {
        const int row = take_lowest(cells) / 8;
        sum += values[side == Side::first ? row : rows - 1 - row];
    }
    return sum;
}

}  // namespace

double State::evaluate(Side side) const {
    if (over()) return *outcome().winner == side ? win_value : -win_value;
    const int mine = worth(stacks_[index(side)].all(), side, rows_);
    const int theirs = worth(stacks_[index(other(side))].all(), other(side), rows_);
    return mine - theirs / 2.0 + 5.0 * static_cast<double>(count_moves_of(side));
}

}  // namespace pentad::engine::murus_gallicus
