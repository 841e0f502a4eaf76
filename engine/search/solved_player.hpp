#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/search/game_state.hpp"
#include "engine/search/random.hpp"
#include "engine/search_limits.hpp"
#include "engine/tablebase.hpp"

/// Play by a table of solved positions.
namespace pentad::engine {

/// A game some of whose options are solved. REQUIRES of place(): tablebase() and !over().
template <class S>
concept HasTablebase = requires(const S& state) {
    { state.tablebase() } -> std::same_as<Tablebase*>;
    { state.place() } -> std::same_as<std::size_t>;
};

template <GameState S>
Tablebase* tablebase_of(const S& state) {
    if constexpr (HasTablebase<S>)
        return state.tablebase();
    else
        return nullptr;
}

/// What a position must know of those before it.
struct Earlier {
    std::vector<std::uint64_t> keys;
    std::vector<std::size_t> places;  ///< in the tablebase, if the game has one

    /// REQUIRES: the game goes on.
    template <GameState S>
    void add(const S& state) {
        keys.push_back(state.key());
        if constexpr (HasTablebase<S>)
            if (state.tablebase()) places.push_back(state.place());
    }
};

/// REQUIRES: values are those of the state's tablebase.
template <GameState S>
std::int8_t solved_value(const S& state, const std::int8_t* values) {
    if (!state.over()) return values[state.place()];
    return state.outcome().winner == state.to_move() ? SolvedValue::win_in(0) : SolvedValue::loss_in(0);
}

/// The table's values where they hold; nullptr if there is no table or they may not hold.
///
/// They are made without the rule of repetition. Along a line of perfect play towards an end the distance
/// falls with each ply, so that none of its positions comes twice. Repetition can end it only in a decided
/// position that lacks one occurrence already; so no such position may be in the history. Of those that are
/// open none is on such a line.
template <GameState S>
const std::int8_t* values_to_go_by(const S& state, const Earlier& earlier) {
    Tablebase* table = tablebase_of(state);
    const std::int8_t* values = table ? table->values() : nullptr;
    if (!values) return nullptr;
    const auto near = static_cast<std::ptrdiff_t>(state.repetition_limit()) - 1;
    for (std::size_t n = 0; n < earlier.places.size(); ++n)
        if (values[earlier.places[n]] != SolvedValue::open &&
            std::count(earlier.keys.begin(), earlier.keys.end(), earlier.keys[n]) >= near)
            return nullptr;
    return values;
}

/// The quickest win or the slowest loss, the seed deciding between moves that are as good.
/// REQUIRES: the game goes on and solved_value(state, values) is not open.
template <GameState S>
Choice solved_choice(const S& root, const std::int8_t* values, std::uint64_t seed) {
    Choice choice;
    const std::int8_t value = solved_value(root, values);
    const int plies = SolvedValue::plies(value);
    choice.forced_end = value > 0 ? plies : -plies;
    choice.depth = plies;
    choice.score = (value > 0 ? S::win_value : -S::win_value) * (1 - 1e-6 * plies);
    auto moves = std::make_unique<typename S::Moves>();
    for (S state = root; !state.over();) {
        moves->clear();
        state.legal_moves(*moves);
        // The other side's loss is one ply nearer than one's own win, and the reverse.
        const int left = SolvedValue::plies(solved_value(state, values)) - 1;
        const bool wins = solved_value(state, values) > 0;
        std::vector<S> best;
        std::vector<typename S::Move> best_moves;
        for (const auto& move : *moves) {
            S next = state;
            next.play(move);
            ++choice.nodes;
            if (solved_value(next, values) != (wins ? SolvedValue::loss_in(left) : SolvedValue::win_in(left)))
                continue;
            best.push_back(next);
            best_moves.push_back(move);
        }
        const std::size_t chosen = Random(seed ^ state.key()).below(best.size());
        choice.pv.push_back(state.to_text(best_moves[chosen]));
        state = best[chosen];
    }
    choice.move = choice.pv.front();
    return choice;
}

}  // namespace pentad::engine
