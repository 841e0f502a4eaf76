#include "engine/games/sight/board.hpp"

#include <cassert>

namespace pentad::engine::sight {
namespace {

struct Direction {
    int columns;
    int rows;
};
constexpr std::array<Direction, 4> forwards{{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};

template <int Words>
Lines<Words> draw(int size) {
    Lines<Words> lines;
    lines.size = size;
    lines.all = Bitboard<Words>::first(size * size);
    const auto trace = [&](int point, Direction step) {
        Bitboard<Words> ray;
        int column = point % size + step.columns;
        int row = point / size + step.rows;
        if (column >= 0 && column < size && row >= 0 && row < size)
            lines.neighbours[static_cast<std::size_t>(point)].add(row * size + column);
        for (; column >= 0 && column < size && row >= 0 && row < size;
             column += step.columns, row += step.rows)
            ray.add(row * size + column);
        return ray;
    };
    for (int point = 0; point < size * size; ++point) {
        const auto at = static_cast<std::size_t>(point);
        if (point % size != 0) lines.but_left.add(point);
        if (point % size != size - 1) lines.but_right.add(point);
        // Rules 1.2: diagonals leave only the points whose column and row number add up to an even number.
        const bool crossing = point % 2 == 0;
        if (crossing) lines.crossings.add(point);
        for (std::size_t axis = 0; axis < (crossing ? 4U : 2U); ++axis) {
            const Direction step = forwards[axis];
            lines.ahead[at][axis] = trace(point, step);
            lines.behind[at][axis] = trace(point, {-step.columns, -step.rows});
        }
    }
    return lines;
}

}  // namespace

template <>
const Lines<1>& lines<1>(int size) {
    static const std::array<Lines<1>, 3> all{draw<1>(3), draw<1>(5), draw<1>(7)};
    assert(size == 3 || size == 5 || size == 7);
    return all[static_cast<std::size_t>(size - 3) / 2];
}

template <>
const Lines<2>& lines<2>([[maybe_unused]] int size) {
    static const Lines<2> nine = draw<2>(9);
    assert(size == 9);
    return nine;
}

}  // namespace pentad::engine::sight
