#pragma once

#include <array>
#include <utility>

#include "engine/games/replica/state.hpp"

namespace pentad::engine::replica {

/// The numbers of the features. Squares count from a side's own home corner, and the two sides of the
/// board's long diagonal are alike.
constexpr int squares_that_differ = 36;
constexpr int men_from = 0;
constexpr int kings_from = men_from + squares_that_differ;
constexpr int hanging_to_move = kings_from + squares_that_differ;  ///< attacked and not guarded, but to move
constexpr int hanging_to_wait = hanging_to_move + 1;               ///< the same, when the enemy is to move
constexpr int attacked_to_move = hanging_to_wait + 1;              ///< attacked and guarded
constexpr int attacked_to_wait = attacked_to_move + 1;
constexpr int transformable_men = attacked_to_wait + 1;
constexpr int landing_squares = transformable_men + 1;
constexpr int the_move = landing_squares + 1;
constexpr int feature_count = the_move + 1;

constexpr std::array<int, 64> square_feature = [] {
    std::array<int, 64> numbers{};
    for (int square = 0; square < 64; ++square) {
        int low = square % 8, high = square / 8;
        if (low > high) std::swap(low, high);
        numbers[static_cast<std::size_t>(square)] = high * (high + 1) / 2 + low;
    }
    return numbers;
}();

template <class Add>
void State::each_feature(Add&& add) const {
    for (const Side side : {Side::first, Side::second}) {
        const bool moves = side == to_move_;
        const int sign = moves ? 1 : -1;
        const SquareSet mine = pieces_[index(side)];
        const int turned = side == Side::first ? 0 : 63;
        for (SquareSet rest = mine & ~kings_; rest != 0;)
            add(men_from + square_feature[static_cast<std::size_t>(take_lowest(rest) ^ turned)], sign);
        for (SquareSet rest = mine & kings_; rest != 0;)
            add(kings_from + square_feature[static_cast<std::size_t>(take_lowest(rest) ^ turned)], sign);
        const SquareSet attacked = mine & ahead_of(other(side));
        const SquareSet ahead = ahead_of(side);
        add(moves ? hanging_to_move : hanging_to_wait, sign * count(attacked & ~ahead));
        add(moves ? attacked_to_move : attacked_to_wait, sign * count(attacked & ahead));
        add(transformable_men, sign * count(transformable(side)));
        add(landing_squares, sign * count(ahead & ~mine));
    }
    add(the_move, 1);
}

}  // namespace pentad::engine::replica
