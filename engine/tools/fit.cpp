#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/games/bounce/features.hpp"
#include "engine/games/replica/features.hpp"
#include "engine/games/sight/features.hpp"
#include "engine/search/alpha_beta.hpp"
#include "engine/search/random.hpp"

/// Fits what an evaluation weighs to the ends of games that the engine plays against itself, by logistic
/// regression (Buro 1995, "Statistical feature combination for the evaluation of game positions"). Prints
/// the weights as the game's weights.hpp has them; that file in place, the next run is played with them.
namespace pentad::engine::tools {
namespace {

constexpr double playing_noise = 0.5;  ///< of the evaluation: as many different games as can be
constexpr int opening_plies = 4;       ///< at least, played at random; up to twice as many
constexpr double ridge = 10;           ///< pulls the weight of what is seldom seen to 0
constexpr int steps_of_newton = 8;

/// A position of a game, and how that ended for the side to move: 1 won, 0 lost.
struct Sample {
    std::vector<std::pair<int, int>> features;
    double result;
};

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

/// Solves a x = b for a symmetric positive definite a, by Cholesky's decomposition.
std::vector<double> solved(std::vector<std::vector<double>> a, std::vector<double> b) {
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = a[i][j];
            for (std::size_t k = 0; k < j; ++k) sum -= a[i][k] * a[j][k];
            a[i][j] = i == j ? std::sqrt(sum) : sum / a[j][j];
        }
        for (std::size_t k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
    return b;
}

std::vector<double> fitted(const std::vector<Sample>& samples, std::size_t features) {
    std::vector<double> weights(features, 0);
    for (int step = 0; step < steps_of_newton; ++step) {
        std::vector<double> slope(features);
        std::vector<std::vector<double>> bend(features, std::vector<double>(features, 0));
        double loss = 0;
        for (std::size_t i = 0; i < features; ++i) {
            slope[i] = -ridge * weights[i];
            bend[i][i] = ridge;
        }
        for (const Sample& sample : samples) {
            double sum = 0;
            for (const auto& [number, amount] : sample.features)
                sum += weights[static_cast<std::size_t>(number)] * amount;
            const double expected = 1 / (1 + std::exp(-sum));
            loss -= std::log(sample.result > 0.5 ? expected : 1 - expected);
            for (const auto& [number, amount] : sample.features) {
                const auto i = static_cast<std::size_t>(number);
                slope[i] += (sample.result - expected) * amount;
                for (const auto& [another, its_amount] : sample.features)
                    bend[i][static_cast<std::size_t>(another)] +=
                        expected * (1 - expected) * amount * its_amount;
            }
        }
        const std::vector<double> change = solved(std::move(bend), std::move(slope));
        for (std::size_t i = 0; i < features; ++i) weights[i] += change[i];
        std::cerr << samples.size() << " positions, loss " << loss / static_cast<double>(samples.size())
                  << '\n';
    }
    return weights;
}

template <GameState S>
void fit(const S& start, std::size_t features, int games, std::uint64_t nodes) {
    std::vector<Sample> samples;
    for (int game = 0; game < games; ++game) play(start, static_cast<std::uint64_t>(game), nodes, samples);
    // Twenty times the odds of e to 1 are as good as won.
    const double unit = S::win_value / 20;
    for (const double weight : fitted(samples, features)) std::printf("%.2f, ", weight * unit);
    std::printf("\n");
}

}  // namespace
}  // namespace pentad::engine::tools

int main(int count, char** words) {
    using namespace pentad::engine;
    if (count != 4) {
        std::cerr << "usage: pentad-fit GAME GAMES NODES\n";
        return 2;
    }
    const std::string game = words[1];
    const int games = std::atoi(words[2]);
    const auto nodes = static_cast<std::uint64_t>(std::atoll(words[3]));
    if (game == "replica")
        tools::fit(replica::State::initial(replica::Sight::all_around), replica::feature_count, games, nodes);
    else if (game == "bounce")
        tools::fit(bounce::State<1>::initial(8), bounce::feature_count, games, nodes);
    else if (game == "sight")
        tools::fit(sight::State<1>(sight::lines<1>(5), sight::Variant::standard), sight::feature_count, games,
                   nodes);
}
