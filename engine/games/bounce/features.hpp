#pragma once

#include <algorithm>

#include "engine/games/bounce/groups.hpp"

namespace pentad::engine::bounce {

/// The numbers of the features. Each of the two sides has its own: to be to move is what matters most.
constexpr int most_groups_told_apart = 12;
constexpr int groups_from = 0;  ///< one for each number of groups
constexpr int group_count = most_groups_told_apart + 1;
constexpr int lone_count = group_count + 1;
constexpr int largest_size = lone_count + 1;
constexpr int second_size = largest_size + 1;
constexpr int checker_count = second_size + 1;
constexpr int largest_liberties = checker_count + 1;  ///< empty squares beside the largest group
constexpr int joints = largest_liberties + 1;         ///< of these, those beside another group too
constexpr int features_of_a_side = joints + 1;
constexpr int the_move = 2 * features_of_a_side;
constexpr int feature_count = the_move + 1;

template <int Words>
template <class Add>
void State<Words>::each_feature(Add&& add) const {
    const Squares room = empty();
    for (const Side side : {Side::first, Side::second}) {
        const int from = side == to_move_ ? 0 : features_of_a_side;
        const Squares& mine = checkers_[index(side)];
        const Groups<Words> groups(*geometry_, mine);
        const int lone = groups.lone().count();
        int number = lone, largest = lone > 0 ? 1 : 0, second = lone > 1 ? 1 : 0;
        Squares body;
        for (const auto& group : groups) {
            ++number;
            if (group.size > largest) {
                second = largest;
                largest = group.size;
                body = group.squares;
            } else {
                second = std::max(second, group.size);
            }
        }
        add(from + groups_from + std::min(number, most_groups_told_apart), 1);
        add(from + group_count, number);
        add(from + lone_count, lone);
        add(from + bounce::largest_size, largest);
        add(from + second_size, second);
        add(from + checker_count, mine.count());
        const Squares beside = geometry_->beside(body) & room;
        add(from + largest_liberties, beside.count());
        add(from + joints, (beside & geometry_->beside(mine & ~body)).count());
    }
    add(the_move, 1);
}

}  // namespace pentad::engine::bounce
