#pragma once

#include <algorithm>

#include "engine/games/sight/state.hpp"

namespace pentad::engine::sight {

/// The numbers of the features. Each of the two sides has its own: to be to move is what matters most.
constexpr int most_moves_told_apart = 9;
constexpr int moves_from = 0;  ///< one for each number of moves of a side that owns a stack
constexpr int places = most_moves_told_apart + 1;  ///< a side that owns none may place a piece anywhere
constexpr int room = places + 1;                   ///< empty points, for such a side
constexpr int stack_count = room + 1;
constexpr int stuck_stacks = stack_count + 1;
constexpr int spare_pieces = stuck_stacks + 1;  ///< those above the lowest
constexpr int single_count = spare_pieces + 1;
constexpr int stack_liberties = single_count + 1;  ///< empty points beside stacks
constexpr int single_liberties = stack_liberties + 1;
constexpr int crossings_held = single_liberties + 1;
constexpr int features_of_a_side = crossings_held + 1;
constexpr int the_move = 2 * features_of_a_side;
constexpr int odd_room = the_move + 1;
constexpr int feature_count = odd_room + 1;

template <int Words>
template <class Add>
void State<Words>::each_feature(Add&& add) const {
    const Points room_left = empty();
    const Points free = joined(room_left);
    for (const Side side : {Side::first, Side::second}) {
        const int from = side == to_move_ ? 0 : features_of_a_side;
        const Points mine = of(side);
        const Points high = stacks(side);
        if (high.none()) {
            add(from + places, 1);
            add(from + room, room_left.count());
        } else {
            const int moves = static_cast<int>(count_moves(side));
            add(from + moves_from + std::min(moves, most_moves_told_apart), 1);
            add(from + stack_count, high.count());
            add(from + stuck_stacks, (high & ~free).count());
            int pieces = 0;
            for (std::size_t digit = 0; digit < digits; ++digit)
                pieces += (digits_[digit] & mine).count() << digit;
            add(from + spare_pieces, pieces - mine.count());
            add(from + stack_liberties, (joined(high) & room_left).count());
        }
        const Points low = mine & ~high;
        add(from + single_count, low.count());
        add(from + single_liberties, (joined(low) & room_left).count());
        add(from + crossings_held, (mine & lines_->crossings).count());
    }
    add(the_move, 1);
    add(odd_room, room_left.count() % 2);
}

}  // namespace pentad::engine::sight
