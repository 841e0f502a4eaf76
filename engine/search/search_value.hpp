#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>

#include "engine/search/game_state.hpp"

/// The whole numbers that alpha-beta search works with: what a position is worth to the side to move.
namespace pentad::engine {

using Value = std::int32_t;

/// A win n plies below the root is worth win_at_root - n, a loss the opposite; so sooner wins and later
/// losses are better, and a value tells how far away the end is.
constexpr Value win_at_root = 1'000'000;
constexpr int most_plies = 120;  ///< no line that is searched is longer
/// Evaluations of games that go on stay below every win.
constexpr Value most_evaluated = 900'000;

constexpr bool wins(Value value) { return value > most_evaluated; }
constexpr bool loses(Value value) { return value < -most_evaluated; }
constexpr bool decided(Value value) { return wins(value) || loses(value); }
/// REQUIRES: decided(value).
constexpr int plies_to_end(Value value) { return win_at_root - (value < 0 ? -value : value); }

/// A game that has a better or a cheaper evaluation for search than the original program's gives
/// `double search_value(Side) const`, in the units of evaluate(). REQUIRES: the game goes on. It must be
/// antisymmetric: what is good for one side is as bad for the other.
template <class S>
concept HasSearchValue = requires(const S& state, Side side) {
    { state.search_value(side) } -> std::same_as<double>;
};

/// A game that sees at a glance whether `side` could win with one move, if it were its turn, says so by
/// `bool wins_at_once(Side) const`. Search then sees ends a ply earlier, and does not stop at a threat.
template <class S>
concept SeesWinAtOnce = requires(const S& state, Side side) {
    { state.wins_at_once(side) } -> std::same_as<bool>;
};

/// A game in which late moves are as good as others says `static constexpr bool reduces_late_moves = false`.
template <class S>
constexpr bool reduces_late_moves = true;
template <class S>
requires requires { S::reduces_late_moves; }
constexpr bool reduces_late_moves<S> = S::reduces_late_moves;

/// A game whose levels are apart in other steps than most gives `static constexpr LevelNodes level_nodes`.
using LevelNodes = std::array<std::uint64_t, 5>;  ///< positions of levels 4 to 8
template <class S>
concept HasLevelNodes = requires {
    { S::level_nodes } -> std::convertible_to<LevelNodes>;
};

/// A game in which a node takes longer or shorter than most gives `static constexpr double search_cost`, so
/// that a level takes as long as in the other games.
template <class S>
concept HasSearchCost = requires {
    { S::search_cost } -> std::convertible_to<double>;
};

template <GameState S>
constexpr double evaluation_scale = most_evaluated / static_cast<double>(S::win_value);

/// For the side to move. REQUIRES: !state.over().
template <GameState S>
Value search_value(const S& state) {
    const Side side = state.to_move();
    double value = 0;
    if constexpr (HasSearchValue<S>)
        value = state.search_value(side);
    else  // not every original evaluation is antisymmetric; this is
        value = (state.evaluate(side) - state.evaluate(other(side))) / 2;
    const double scaled =
        std::clamp(value * evaluation_scale<S>, -1.0 * most_evaluated, 1.0 * most_evaluated);
    return static_cast<Value>(std::lround(scaled));
}

/// In the units of Position::evaluate, where a win is a little less the further away it is.
template <GameState S>
double in_units_of_evaluation(Value value) {
    if (!decided(value)) return value / evaluation_scale<S>;
    const double win = S::win_value * (1 - 1e-6 * plies_to_end(value));
    return value > 0 ? win : -win;
}

}  // namespace pentad::engine
