#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <iostream>

#include "engine/tools/commands.hpp"

namespace pentad::engine::tools {
namespace {

std::string score_text(const Choice& choice) {
    if (choice.forced_end != 0)
        return (choice.forced_end > 0 ? "win in " : "loss in ") +
               std::to_string(std::abs(choice.forced_end)) + " plies";
    char digits[32];
    std::snprintf(digits, sizeof digits, "%+.2f", choice.score);
    return digits;
}

}  // namespace

void analyse(const Analysis& wanted) {
    const Position position = reach(wanted.line);
    if (position.outcome()) throw WrongUsage("The game is over: " + outcome_text(position) + ".");
    const auto before = std::chrono::steady_clock::now();
    const Choice choice = position.choose({levels().back().number, 0, wanted.nodes});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
    std::cout << "score " << score_text(choice) << " for " << name(position.to_move()) << ", depth "
              << choice.depth << ", nodes " << choice.nodes << "\npv";
    for (const std::string& move : choice.pv) std::cout << ' ' << move;
    std::cout << '\n';
    std::cerr << std::fixed << std::setprecision(2) << took.count() << " s, " << std::setprecision(0)
              << static_cast<double>(choice.nodes) / took.count() << " nodes/s\n";
}

}  // namespace pentad::engine::tools
