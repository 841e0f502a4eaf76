#pragma once

#include <cstdint>
#include <string>

#include "engine/search_limits.hpp"
#include "engine/tools/line.hpp"

namespace pentad::engine {
class Tablebase;
}

/// What `pentad-engine` can do. Results go to standard output; all throw as reach() does.
namespace pentad::engine::tools {

/// Where tables of solved games are kept; a server that runs in the same folder finds them there.
inline const std::string usual_tables = "pentad-data/tables";

void list_games();
void print_perft(const Line& line, int depth);
void print_legal_moves(const Line& line);
/// The last position, encoded, and its outcome.
void print_last_position(const Line& line);
/// The last position as a drawing: the first side's pieces in upper, the second's in lower case.
void draw_last_position(const Line& line);

struct SelfPlay {
    Line line;
    int first_level = 1;
    int second_level = 1;
    int games = 1;
    std::uint64_t seed = 0;
    std::string tables = usual_tables;
};
/// Throws WrongUsage for a level that does not exist.
void play_games(const SelfPlay& wanted);

struct Tournament {
    Line line;
    std::vector<int> levels{3, 4, 5, 6, 7, 8};  ///< weakest first
    int games = 20;                             ///< of each match; odd numbers are rounded up
    int opening_plies = 4;
    std::uint64_t seed = 0;
    int jobs = 1;
    std::string tables = usual_tables;
};
/// Each level against the one before it, and the last against the first: pairs of games from one random
/// opening, in which the players change sides. Prints the differences in Elo; the same for a seed, however
/// many jobs there are. Throws WrongUsage for a level that does not exist.
void play_tournament(const Tournament& wanted);

struct Analysis {
    Line line;
    std::uint64_t nodes = 2'000'000;
    double seconds = 0;  ///< above 0: no longer than that, and as many positions as it takes
    std::string tables = usual_tables;
};
/// Score, depth and line of the best play, as the strongest level sees them. Throws WrongUsage when the game
/// is over.
void analyse(const Analysis& wanted);

/// The best move that is found in so much time, however many positions that takes.
/// REQUIRES: the game goes on, seconds > 0.
Choice choose_within(const Position& position, SearchLimits limits, double seconds);

struct Solving {
    Line line;
    std::uint64_t nodes = 20'000'000;
    std::string tables = usual_tables;
};
/// Makes the game's table, if it has one, and says how the position ends with perfect play; without a table
/// by search. Throws WrongUsage when the game is over or the table cannot be kept.
void solve(const Solving& wanted);

/// Opens the table of the line's game, or makes it, with its progress on standard error; nullptr where there
/// is none. Throws WrongUsage when it cannot be kept.
const Tablebase* prepare_table(const Line& line, const std::string& folder);

/// `win in 9 plies`. REQUIRES: choice.forced_end != 0.
std::string forced_end_text(const Choice& choice);

/// Replays a match's record, from a file or, for `-`, from standard input, and says whether it is intact.
/// Returns 0 or what is damaged: 3 no record, 4 the chain of hashes, 5 rules that are not known here, 6 an
/// illegal move, 7 the clocks, 8 the result. Throws WrongUsage for a file that cannot be read.
int verify_record(const std::string& path);

/// Speed of every game, and one number that changes only when what the engine does changes.
void run_bench();

}  // namespace pentad::engine::tools
