#include "engine/games/claustro/field.hpp"

#include <cassert>

namespace pentad::engine::claustro {
namespace {

constexpr std::size_t edges = longest_edge - shortest_edge + 1;

template <int Words>
Field<Words> lay_out(Size size) {
    Field<Words> field;
    field.size = size;
    const int last = field.squares() - 1;
    for (int square = 0; square <= last; ++square) {
        const int column = square % size.columns;
        const int row = square / size.columns;
        field.open.add(square);
        if (column != 0) field.but_left.add(square);
        if (column != size.columns - 1) field.but_right.add(square);
        field.steps_to_far_corner[static_cast<std::size_t>(square)] =
            static_cast<std::uint8_t>(size.columns - 1 - column + size.rows - 1 - row);
        // Rules 2.1: two rows of pawns that start beside the home corner and leave two squares at the
        // end of their edges.
        const bool bottom = row == 0 && column >= 1 && column < size.columns - 2;
        const bool left = column == 0 && row >= 1 && row < size.rows - 2;
        if (bottom || left) {
            field.start[0].add(square);
            field.start[1].add(last - square);
        }
    }
    // Rules 1.2: the corners that are nobody's home are closed.
    field.open.remove(size.columns - 1);
    field.open.remove(last - (size.columns - 1));
    field.inner = field.open;
    field.inner.remove(0);
    field.inner.remove(last);
    return field;
}

}  // namespace

template <int Words>
const Field<Words>& field(Size size) {
    static const auto all = [] {
        std::array<std::array<Field<Words>, edges>, edges> fields{};
        for (int columns = shortest_edge; columns <= longest_edge; ++columns)
            for (int rows = shortest_edge; rows <= longest_edge; ++rows)
                if (words_for({columns, rows}) == Words)
                    fields[static_cast<std::size_t>(columns - shortest_edge)]
                          [static_cast<std::size_t>(rows - shortest_edge)] = lay_out<Words>({columns, rows});
        return fields;
    }();
    assert(words_for(size) == Words);
    return all[static_cast<std::size_t>(size.columns - shortest_edge)]
              [static_cast<std::size_t>(size.rows - shortest_edge)];
}

template const Field<1>& field<1>(Size);
template const Field<2>& field<2>(Size);
template const Field<3>& field<3>(Size);

}  // namespace pentad::engine::claustro
