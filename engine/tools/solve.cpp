#include <algorithm>
#include <array>
#include <chrono>
#include <iomanip>
#include <iostream>

#include "engine/tablebase.hpp"
#include "engine/tools/commands.hpp"

namespace pentad::engine::tools {
namespace {

/// The table's positions by what becomes of them.
void print_counts(const Tablebase& table) {
    std::array<std::size_t, 3> counts{};
    int longest = 0;
    const std::int8_t* values = table.values();
    for (std::size_t place = 0; place < table.positions(); ++place) {
        const std::int8_t value = values[place];
        ++counts[value > 0 ? 0 : value < 0 ? 1 : 2];
        if (value > 0) longest = std::max(longest, SolvedValue::plies(value));
    }
    std::cout << "positions " << table.positions() << ": won by the side to move " << counts[0] << ", lost "
              << counts[1] << ", neither " << counts[2] << "; longest win " << longest << " plies\n";
}

}  // namespace

const Tablebase* prepare_table(const Line& line, const std::string& folder) {
    Tablebase* table = tablebase_of(game_of(line), options_of(line));
    if (!table || table->open(folder)) return table;
    std::cerr << "solving " << table->name() << ", once\n";
    const auto tell = [](const std::string& progress) { std::cerr << progress << '\n'; };
    if (const auto built = table->build(folder, tell); !built) throw WrongUsage(built.error());
    return table;
}

void solve(const Solving& wanted) {
    const Position position = reach(wanted.line);
    if (position.outcome()) throw WrongUsage("The game is over: " + outcome_text(position) + ".");
    const auto before = std::chrono::steady_clock::now();
    if (const Tablebase* table = prepare_table(wanted.line, wanted.tables)) print_counts(*table);
    const Choice choice = position.choose({levels().back().number, 0, wanted.nodes});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
    if (choice.forced_end == 0)
        std::cout << name(position.to_move()) << " can force nothing that was found, depth " << choice.depth
                  << ", nodes " << choice.nodes << '\n';
    else
        std::cout << name(position.to_move()) << " has a " << forced_end_text(choice) << '\n';
    std::cerr << std::fixed << std::setprecision(1) << took.count() << " s\n";
}

}  // namespace pentad::engine::tools
