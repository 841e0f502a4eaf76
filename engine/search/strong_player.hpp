#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/search/alpha_beta.hpp"
#include "engine/search/game_state.hpp"
#include "engine/search/original_players.hpp"
#include "engine/search/solved_player.hpp"
#include "engine/search_limits.hpp"

/// The levels above the original programs' three: alpha-beta search of so many positions.
namespace pentad::engine {

struct Strength {
    std::uint64_t nodes;  ///< unless the game has level_nodes
    double noise;         ///< see AlphaBetaOptions
};

/// From level 4 on. The last takes about a second a move in a release build on one core of 2020 or so.
constexpr std::array<Strength, 5> strengths{
    {{8'000, 0.2}, {40'000, 0.1}, {200'000, 0.05}, {1'000'000, 0.02}, {4'000'000, 0.01}}};

constexpr std::uint64_t most_table_entries = std::uint64_t{1} << 20;  ///< of 16 bytes each

/// REQUIRES: level > last_original_level.
template <GameState S>
AlphaBetaOptions options_for(const SearchLimits& limits) {
    const auto level = static_cast<std::size_t>(limits.level - last_original_level - 1);
    const Strength& strength = strengths[std::min(level, strengths.size() - 1)];
    std::uint64_t nodes = strength.nodes;
    if constexpr (HasLevelNodes<S>) nodes = S::level_nodes[std::min(level, strengths.size() - 1)];
    if constexpr (HasSearchCost<S>)
        nodes = static_cast<std::uint64_t>(static_cast<double>(nodes) / S::search_cost);
    AlphaBetaOptions options;
    options.node_limit = limits.nodes > 0 ? limits.nodes : nodes;
    options.seed = limits.seed;
    options.noise = strength.noise;
    options.table_entries = static_cast<std::size_t>(std::min(options.node_limit, most_table_entries));
    return options;
}

/// REQUIRES: limits.level > last_original_level and the game goes on.
template <GameState S>
Choice strong_choice(const S& state, const Earlier& earlier, const SearchLimits& limits,
                     std::stop_token stop) {
    AlphaBetaOptions options = options_for<S>(limits);
    if constexpr (HasTablebase<S>) {
        const bool strongest = limits.level - last_original_level == static_cast<int>(strengths.size());
        options.solved = strongest ? values_to_go_by(state, earlier) : nullptr;
        if (options.solved && solved_value(state, options.solved) != SolvedValue::open)
            return solved_choice(state, options.solved, limits.seed);
    }
    // A move that has to be made anyway is worth no second.
    if (limits.nodes == 0 && state.count_moves() == 1)
        options.node_limit = std::min<std::uint64_t>(options.node_limit, 1000);
    const Found<S> found = AlphaBeta<S>(earlier.keys, options, std::move(stop)).search(state);
    Choice choice;
    choice.move = state.to_text(found.move);
    choice.score = in_units_of_evaluation<S>(found.value);
    S position = state;
    for (const auto& move : found.pv) {
        choice.pv.push_back(position.to_text(move));
        position.play(move);
    }
    choice.nodes = found.nodes;
    choice.depth = found.depth;
    if (decided(found.value))
        choice.forced_end = found.value > 0 ? plies_to_end(found.value) : -plies_to_end(found.value);
    return choice;
}

}  // namespace pentad::engine
