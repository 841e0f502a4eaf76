#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <iomanip>
#include <iostream>

#include "engine/tablebase.hpp"
#include "engine/tools/commands.hpp"
#include "engine/tools/output.hpp"

namespace pentad::engine::tools {
namespace {

/// The table's positions by what becomes of them.
struct Counts {
    std::size_t positions = 0, won = 0, lost = 0, neither = 0;
    int longest_win = 0;  ///< in plies
};

Counts counts_of(const Tablebase& table) {
    Counts counts{table.positions()};
    const std::int8_t* values = table.values();
    for (std::size_t place = 0; place < table.positions(); ++place) {
        const std::int8_t value = values[place];
        ++(value > 0 ? counts.won : value < 0 ? counts.lost : counts.neither);
        if (value > 0) counts.longest_win = std::max(counts.longest_win, SolvedValue::plies(value));
    }
    return counts;
}

/// On a terminal one line that changes; elsewhere its first state alone.
class ProgressLine {
  public:
    explicit ProgressLine(const std::string& task) : task_(task) {
        std::cerr << task << (terminal_ ? "" : "\n") << std::flush;
    }
    ~ProgressLine() {
        if (terminal_) std::cerr << '\n';
    }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    void tell(const std::string& progress) {
        if (terminal_) std::cerr << '\r' << task_ << ": " << progress << "\033[K" << std::flush;
    }

  private:
    const std::string task_;
    const bool terminal_ = isatty(STDERR_FILENO) != 0;
};

/// The table's value of the position, without the game's history; open where the table is silent.
/// REQUIRES: the table is there, the game goes on.
bool open_by_table(const Line& line, const Position& position) {
    // A position that is decided is answered from the table at once; so one look is enough to see.
    std::string text = position.encode();
    text.replace(text.rfind(' ') + 1, std::string::npos, "1");
    const auto fresh = game_of(line).decode(options_of(line), text);
    return fresh && fresh->choose({levels().back().number, 0, 1}).forced_end == 0;
}

Json json(const Position& position, const Choice& choice, bool open, const Tablebase* table, double seconds) {
    const int end = choice.forced_end;
    Json line = {{"toMove", name(position.to_move())},
                 {"value", open      ? "open"
                           : end > 0 ? "win"
                           : end < 0 ? "loss"
                                     : "unknown"},
                 {"plies", end == 0 ? Json() : Json(std::abs(end))},
                 {"depth", choice.depth},
                 {"nodes", choice.nodes},
                 {"table", nullptr},
                 {"seconds", seconds}};
    if (!table) return line;
    const Counts counts = counts_of(*table);
    line["table"] = {{"positions", counts.positions},
                     {"won", counts.won},
                     {"lost", counts.lost},
                     {"neither", counts.neither},
                     {"longestWin", counts.longest_win}};
    return line;
}

void print_text(const Position& position, const Choice& choice, bool open, const Tablebase* table,
                double seconds) {
    const std::string side = name(position.to_move());
    if (table) {
        const Counts counts = counts_of(*table);
        std::cout << "positions " << counts.positions << ": won by the side to move " << counts.won
                  << ", lost " << counts.lost << ", neither " << counts.neither << "; longest win "
                  << counts.longest_win << " plies\n";
    }
    if (open)
        std::cout << "neither side can force an end, so repetition decides\n";
    else if (choice.forced_end != 0)
        std::cout << side << " has a " << forced_end_text(choice) << '\n';
    else
        std::cout << side << " can force nothing that was found, depth " << choice.depth << ", nodes "
                  << choice.nodes << '\n';
    std::cerr << std::fixed << std::setprecision(1) << seconds << " s\n";
}

}  // namespace

const Tablebase* prepare_table(const Line& line, const std::string& folder) {
    Tablebase* table = tablebase_of(game_of(line), options_of(line));
    if (!table || table->open(folder)) return table;
    ProgressLine progress("solving " + table->name() + ", once");
    const auto built = table->build(folder, [&](const std::string& text) { progress.tell(text); });
    if (!built) throw WrongUsage(built.error());
    return table;
}

void solve(const Solving& wanted, Format format) {
    const Position position = reach(wanted.line);
    if (position.outcome()) throw WrongUsage("The game is over: " + outcome_text(position) + ".");
    const auto before = std::chrono::steady_clock::now();
    const Tablebase* table = prepare_table(wanted.line, wanted.tables);
    const bool open = table && open_by_table(wanted.line, position);
    // What is open by the table no search decides.
    const Choice choice = open ? Choice{} : position.choose({levels().back().number, 0, wanted.nodes});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
    if (format == Format::json)
        print(json(position, choice, open, table, took.count()));
    else
        print_text(position, choice, open, table, took.count());
}

}  // namespace pentad::engine::tools
