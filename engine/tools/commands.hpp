#pragma once

#include <cstdint>
#include <string>

#include "engine/tools/line.hpp"

/// What `pentad-engine` can do. Results go to standard output; all throw as reach() does.
namespace pentad::engine::tools {

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
};
/// Each level against the one before it, and the last against the first: pairs of games from one random
/// opening, in which the players change sides. Prints the differences in Elo; the same for a seed, however
/// many jobs there are. Throws WrongUsage for a level that does not exist.
void play_tournament(const Tournament& wanted);

struct Analysis {
    Line line;
    std::uint64_t nodes = 2'000'000;
};
/// Score, depth and line of the best play, as the strongest level sees them. Throws WrongUsage when the game
/// is over.
void analyse(const Analysis& wanted);

/// Replays a match's record, from a file or, for `-`, from standard input, and says whether it is intact.
/// Returns 0 or what is damaged: 3 no record, 4 the chain of hashes, 5 rules that are not known here, 6 an
/// illegal move, 7 the clocks, 8 the result. Throws WrongUsage for a file that cannot be read.
int verify_record(const std::string& path);

/// Speed of every game, and one number that changes only when what the engine does changes.
void run_bench();

}  // namespace pentad::engine::tools
