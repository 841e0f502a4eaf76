#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <thread>

#include "engine/tools/commands.hpp"
#include "engine/tools/output.hpp"

namespace pentad::engine::tools {
namespace {

std::string score_text(const Choice& choice) {
    if (choice.forced_end != 0) return forced_end_text(choice);
    char digits[32];
    std::snprintf(digits, sizeof digits, "%+.2f", std::nearbyint(100 * choice.score) / 100 + 0.0);
    return digits;
}

}  // namespace

std::string forced_end_text(const Choice& choice) {
    return (choice.forced_end > 0 ? "win in " : "loss in ") + std::to_string(std::abs(choice.forced_end)) +
           " plies";
}

Choice choose_within(const Position& position, SearchLimits limits, double seconds) {
    limits.nodes = any_number_of_nodes;
    std::stop_source stop;
    std::jthread alarm([&stop, seconds](const std::stop_token& found) {
        std::mutex mutex;
        std::condition_variable_any rings;
        std::unique_lock lock(mutex);
        rings.wait_for(lock, found, std::chrono::duration<double>(seconds), [] { return false; });
        stop.request_stop();
    });
    return position.choose(limits, stop.get_token());
}

void analyse(const Analysis& wanted, Format format) {
    const Position position = reach(wanted.line);
    if (position.outcome()) throw WrongUsage("The game is over: " + outcome_text(position) + ".");
    prepare_table(wanted.line, wanted.tables);
    const SearchLimits limits{levels().back().number, 0, wanted.nodes};
    const auto before = std::chrono::steady_clock::now();
    const Choice choice =
        wanted.seconds > 0 ? choose_within(position, limits, wanted.seconds) : position.choose(limits);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
    if (format == Format::json)
        return print({{"toMove", name(position.to_move())},
                      {"score", choice.score},
                      {"forcedEnd", choice.forced_end == 0 ? Json() : Json(choice.forced_end)},
                      {"depth", choice.depth},
                      {"nodes", choice.nodes},
                      {"pv", choice.pv},
                      {"seconds", took.count()}});
    std::cout << "score " << score_text(choice) << " for " << name(position.to_move()) << ", depth "
              << choice.depth << ", nodes " << choice.nodes << "\npv";
    for (const std::string& move : choice.pv) std::cout << ' ' << move;
    std::cout << '\n';
    std::cerr << std::fixed << std::setprecision(2) << took.count() << " s, " << std::setprecision(0)
              << static_cast<double>(choice.nodes) / took.count() << " nodes/s\n";
}

}  // namespace pentad::engine::tools
