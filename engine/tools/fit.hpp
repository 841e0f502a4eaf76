#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "engine/search/alpha_beta.hpp"
#include "engine/search/random.hpp"

/// Fits what an evaluation weighs to the ends of games that the engine plays against itself, by logistic
/// regression (Buro 1995, "Statistical feature combination for the evaluation of game positions"). A game
/// whose evaluation is made so has a `tools/fit.cpp` in its folder.
namespace pentad::engine::tools {

constexpr double playing_noise = 0.5;  ///< of the evaluation: as many different games as can be
constexpr int opening_plies = 4;       ///< at least, played at random; up to twice as many

/// A position of a game, and how that ended for the side to move: 1 won, 0 lost.
struct Sample {
    std::vector<std::pair<int, int>> features;
    double result;
};

/// The weights under which the results are likeliest. Tells on standard error how far it is.
std::vector<double> fitted(const std::vector<Sample>& samples, std::size_t features);

/// The positions of one game in which no end was in sight.
template <GameState S>
void play(S state, std::uint64_t seed, std::uint64_t nodes, std::vector<Sample>& samples) {
    const std::size_t before = samples.size();
    std::vector<Side> movers;
    Random random(seed);
    auto moves = std::make_unique<typename S::Moves>();
    for (auto ply = opening_plies + random.below(opening_plies + 1); ply > 0 && !state.over(); --ply) {
        moves->clear();
        state.legal_moves(*moves);
        state.play((*moves)[random.below(moves->size())]);
    }
    while (!state.over()) {
        AlphaBetaOptions options;
        options.node_limit = nodes;
        options.table_entries = nodes;
        options.seed = seed;
        options.noise = playing_noise;
        const Found<S> found = AlphaBeta<S>({}, options).search(state);
        if (!decided(found.value)) {
            Sample sample;
            state.each_feature([&](int number, int amount) {
                if (amount != 0) sample.features.emplace_back(number, amount);
            });
            samples.push_back(std::move(sample));
            movers.push_back(state.to_move());
        }
        state.play(found.move);
    }
    for (std::size_t n = 0; n < movers.size(); ++n)
        samples[before + n].result = state.outcome().winner == movers[n] ? 1 : 0;
}

/// The whole program `pentad-fit-GAME GAMES NODES`: plays so many games from `start`, so many positions a
/// move, and prints the weights as the game's weights.hpp has them; that file in place, the next run is
/// played with them. REQUIRES: S::each_feature numbers its features from 0 to below `features`.
template <GameState S>
int fit(const S& start, std::size_t features, int count, char** words) {
    const int games = count == 3 ? std::atoi(words[1]) : 0;
    const long long nodes = count == 3 ? std::atoll(words[2]) : 0;
    if (games < 1 || nodes < 1) {
        std::fprintf(stderr, "usage: %s GAMES NODES\n", words[0]);
        return 2;
    }
    std::vector<Sample> samples;
    for (int game = 0; game < games; ++game)
        play(start, static_cast<std::uint64_t>(game), static_cast<std::uint64_t>(nodes), samples);
    // Twenty times the odds of e to 1 are as good as won.
    const double unit = S::win_value / 20;
    for (const double weight : fitted(samples, features)) std::printf("%.2f, ", weight * unit);
    std::printf("\n");
    return 0;
}

}  // namespace pentad::engine::tools
