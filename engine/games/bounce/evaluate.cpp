#include <algorithm>

#include "engine/games/bounce/features.hpp"
#include "engine/games/bounce/groups.hpp"
#include "engine/games/bounce/state.hpp"
#include "engine/games/bounce/weights.hpp"
#include "engine/search/weighted_features.hpp"

/// The evaluation of the original program, where lower is better for its side.
namespace pentad::engine::bounce {

template <int Words>
double State<Words>::cost(Side side) const {
    const Squares& all = checkers_[index(side)];
    const Groups<Words> groups(*geometry_, all);
    const int checkers = all.count(), lone = groups.lone().count();
    int count = lone, largest = lone > 0 ? 1 : 0, smallest = lone > 0 ? 1 : checkers;
    for (const auto& group : groups) {
        ++count;
        largest = std::max(largest, group.size);
        smallest = std::min(smallest, group.size);
    }
    return 1000 * count + 10 * (checkers - largest) + (checkers - smallest);
}

template <int Words>
double State<Words>::evaluate(Side side) const {
    if (over_) return side == to_move_ ? -win_value : win_value;
    return cost(other(side)) - cost(side);
}

template <int Words>
double State<Words>::greedy_value(Move move) const {
    State next = *this;
    next.play(move);
    return next.over_ ? 0 : -next.cost(to_move_);
}

template <int Words>
double State<Words>::search_value(Side side) const {
    return weighted_features(*this, weights, side);
}

template double State<1>::search_value(Side) const;
template double State<2>::search_value(Side) const;
template double State<4>::search_value(Side) const;
template double State<7>::search_value(Side) const;
template double State<1>::evaluate(Side) const;
template double State<2>::evaluate(Side) const;
template double State<4>::evaluate(Side) const;
template double State<7>::evaluate(Side) const;
template double State<1>::greedy_value(bounce::Move) const;
template double State<2>::greedy_value(bounce::Move) const;
template double State<4>::greedy_value(bounce::Move) const;
template double State<7>::greedy_value(bounce::Move) const;

}  // namespace pentad::engine::bounce
