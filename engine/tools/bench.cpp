#include <chrono>
#include <iomanip>
#include <iostream>

#include "engine/tools/commands.hpp"
#include "engine/tools/output.hpp"

namespace pentad::engine::tools {
namespace {

constexpr std::uint64_t enough_leaves = 1'000'000;
constexpr int deepest = 12;
constexpr int plies_of_search = 8;
constexpr std::uint64_t nodes_of_search = 200'000;  ///< a move
constexpr std::uint64_t middle_games = 3;
constexpr int plies_to_middle_game = 10;
constexpr int casual = 4;  ///< the level; its play varies with the seed
constexpr std::uint64_t nodes_to_middle_game = 4000;
constexpr double seconds_of_depth = 1;

class Stopwatch {
  public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// A count, and how many a second were counted.
struct Measured {
    std::uint64_t count = 0;
    double speed = 0;
};

Measured measure_perft(const Position& start) {
    int depth = 1;
    Measured measured;
    while ((measured.count = start.perft(depth)) < enough_leaves && depth < deepest) ++depth;
    // Often enough to be measured, however fast the game is.
    const Stopwatch watch;
    std::uint64_t leaves = 0;
    do leaves += start.perft(depth);
    while (watch.seconds() < 0.3);
    measured.speed = static_cast<double>(leaves) / watch.seconds();
    return measured;
}

/// The strongest level plays both sides of an opening; its moves are added to `log`.
Measured measure_search(Position position, std::string& log) {
    const Stopwatch watch;
    Measured measured;
    for (int ply = 0; ply < plies_of_search && !position.outcome(); ++ply) {
        const Choice choice =
            position.choose({levels().back().number, static_cast<std::uint64_t>(ply), nodes_of_search});
        measured.count += choice.nodes;
        log += choice.move + " ";
        position = position.after(choice.move).value();
    }
    measured.speed = static_cast<double>(measured.count) / watch.seconds();
    return measured;
}

/// After some plies of play between equals, or fewer if the game would be over; the same for a seed.
Position middle_game(Position position, std::uint64_t seed) {
    for (int ply = 0; ply < plies_to_middle_game; ++ply) {
        const std::string move = position.choose({casual, seed, nodes_to_middle_game}).move;
        const Position next = position.after(move).value();
        if (next.outcome()) break;
        position = next;
    }
    return position;
}

/// How deep the strongest level sees in a second; `!` where it has seen to the end of the game.
std::string measure_depth(const Position& position) {
    const Choice choice = choose_within(position, {levels().back().number, 0, 0}, seconds_of_depth);
    return std::to_string(choice.depth) + (choice.forced_end != 0 ? "!" : "");
}

/// From the start, and from positions in the middle.
std::string measure_depths(const Position& start) {
    std::string depths = measure_depth(start) + " |";
    for (std::uint64_t seed = 1; seed <= middle_games; ++seed)
        depths += " " + measure_depth(middle_game(start, seed));
    return depths;
}

}  // namespace

void run_bench(Format format) {
    std::string log;
    const bool json = format == Format::json;
    if (!json)
        std::cout << std::left << std::setw(28) << "game" << std::right << std::setw(20) << "perft nodes/s"
                  << std::setw(20) << "search nodes/s" << std::setw(30) << "depth in 1 s: start | middles"
                  << std::endl;
    for (const Game* game : games())
        for (const auto& variant : game->info().variants.values) {
            const Position start = game->initial(*game->complete({"", variant.id}));
            const std::string title = game->info().id + " " + variant.id;
            const Measured perft = measure_perft(start);
            log += title + " ";
            const Measured search = measure_search(start, log);
            log += std::to_string(perft.count) + " " + std::to_string(search.count) + "\n";
            if (json)
                print({{"game", game->info().id},
                       {"variant", variant.id},
                       {"perftNodesPerSecond", perft.speed},
                       {"searchNodesPerSecond", search.speed},
                       {"depths", measure_depths(start)}});
            else
                std::cout << std::left << std::setw(28) << title << std::right << std::fixed
                          << std::setprecision(0) << std::setw(20) << perft.speed << std::setw(20)
                          << search.speed << std::setw(30) << measure_depths(start) << std::endl;
        }
    const std::uint64_t hash = fnv1a(log);
    const std::uint64_t signature = (hash >> 32) ^ (hash & 0xffffffff);
    if (json)
        print({{"signature", signature}});
    else
        std::cout << "signature: " << signature << '\n';
}

}  // namespace pentad::engine::tools
