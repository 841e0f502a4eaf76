#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iomanip>
#include <iostream>
#include <vector>

#include "engine/game.hpp"
#include "tests/bench/plain_bounce.hpp"
#include "tests/bench/plain_claustro.hpp"
#include "tests/bench/plain_murus_gallicus.hpp"
#include "tests/bench/plain_replica.hpp"
#include "tests/bench/plain_sight.hpp"

/// Perft of each game on the engine and on arrays, in one run on one machine: nodes a second and their
/// ratio. Ends with 1 if the two count differently.
namespace {

using namespace pentad;

struct Contest {
    const char* game;
    int depth;
    std::uint64_t (*plain)(int depth);
};

const std::vector<Contest> contests{
    {"replica", 4, bench::plain_replica_perft},   {"murus_gallicus", 5, bench::plain_murus_gallicus_perft},
    {"bounce", 4, bench::plain_bounce_perft},     {"sight", 5, bench::plain_sight_perft},
    {"claustro", 6, bench::plain_claustro_perft},
};

struct Measured {
    std::uint64_t nodes = 0;    ///< of one run
    double nodes_a_second = 0;  ///< of the fastest run: what other programs take only slows a run down
};

Measured measure(const std::function<std::uint64_t()>& count) {
    using Clock = std::chrono::steady_clock;
    Measured measured;
    const auto start = Clock::now();
    do {
        const auto begin = Clock::now();
        measured.nodes = count();
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        measured.nodes_a_second =
            std::max(measured.nodes_a_second, static_cast<double>(measured.nodes) / seconds);
    } while (Clock::now() - start < std::chrono::seconds(1));
    return measured;
}

}  // namespace

int main() {
    bool agree = true;
    std::cout << std::left << std::setw(16) << "game" << std::right << std::setw(18) << "engine nodes/s"
              << std::setw(18) << "arrays nodes/s" << std::setw(10) << "ratio" << std::endl;
    for (const Contest& contest : contests) {
        const engine::Game* game = engine::find_game(contest.game);
        const engine::Position start = game->initial(*game->complete({}));
        const Measured ours = measure([&] { return start.perft(contest.depth); });
        const Measured arrays = measure([&] { return contest.plain(contest.depth); });
        std::cout << std::left << std::setw(16) << contest.game << std::right << std::fixed
                  << std::setprecision(0) << std::setw(18) << ours.nodes_a_second << std::setw(18)
                  << arrays.nodes_a_second << std::setw(10) << std::setprecision(1)
                  << ours.nodes_a_second / arrays.nodes_a_second << std::endl;
        if (ours.nodes != arrays.nodes) {
            agree = false;
            std::cout << "  the engine counts " << ours.nodes << ", the arrays " << arrays.nodes << '\n';
        }
    }
    return agree ? 0 : 1;
}
