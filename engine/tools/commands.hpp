#pragma once

#include <cstdint>
#include <string>

#include "engine/search_limits.hpp"
#include "engine/tools/line.hpp"
#include "engine/tools/player.hpp"

namespace pentad::engine {
class Tablebase;
}

/// What `pentad-engine` can do. Results go to standard output; all throw as reach() does.
namespace pentad::engine::tools {

/// Text for people, or a JSON object a line: one line for one result, a line for each of several.
enum class Format { text, json };

/// Where tables of solved games are kept; a server that runs in the same folder finds them there.
inline const std::string usual_tables = "pentad-data/tables";

void list_games(Format format);
/// How many lines of each length there are, up to a depth.
void print_perft(const Line& line, int depth, Format format);
/// How many lines of so many plies begin with each legal move, and their sum. REQUIRES: depth > 0.
void print_divided_perft(const Line& line, int depth, Format format);
void print_legal_moves(const Line& line, Format format);
/// The last position, encoded, and its outcome.
void print_last_position(const Line& line, Format format);
/// The last position as a drawing: the first side's pieces in upper, the second's in lower case.
void draw_last_position(const Line& line, Format format);
/// The drawing alone.
std::string drawing(const Position& position, const Options& options);

struct SelfPlay {
    Line line;
    int first_level = 1;
    int second_level = 1;
    int games = 1;
    std::uint64_t seed = 0;
    std::string tables = usual_tables;
};
/// Throws WrongUsage for a level that does not exist.
void play_games(const SelfPlay& wanted, Format format);

struct Tournament {
    Line line;
    std::vector<int> levels;                  ///< in a ladder weakest first
    std::vector<std::string> engines;         ///< commands of programs that speak the protocol of UCI.md
    std::vector<std::string> engine_options;  ///< such as `1.Level=5`
    ThinkingTime time;                        ///< of programs
    int games = 0;                            ///< of each match; an odd number is told and rounded up
    std::vector<std::string> sprt;            ///< see read_sprt(); empty: all games are played
    int opening_plies = 4;
    std::uint64_t seed = 0;
    int jobs = 1;
    std::string tables = usual_tables;
};
/// Levels alone: each against the one before it, and the last against the first. With programs everyone plays
/// everyone. Pairs of games from one random opening, in which the players change sides. Prints the
/// differences in Elo; between levels the same for a seed, however many jobs there are. A program that is
/// late, ends or plays an illegal move loses the game and is started again for the next. Throws WrongUsage
/// for what does not exist, such as a level, and for a program that does not speak the protocol.
void play_tournament(const Tournament& wanted, Format format);

struct Analysis {
    Line line;
    std::uint64_t nodes = 2'000'000;
    double seconds = 0;  ///< above 0: no longer than that, and as many positions as it takes
    std::string tables = usual_tables;
};
/// Score, depth and line of the best play, as the strongest level sees them. Throws WrongUsage when the game
/// is over.
void analyse(const Analysis& wanted, Format format);

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
void solve(const Solving& wanted, Format format);

/// Opens the table of the line's game, or makes it, with its progress on standard error; nullptr where there
/// is none. Throws WrongUsage when it cannot be kept.
const Tablebase* prepare_table(const Line& line, const std::string& folder);

/// `win in 9 plies`. REQUIRES: choice.forced_end != 0.
std::string forced_end_text(const Choice& choice);

/// More positions than any search looks at.
constexpr std::uint64_t any_number_of_nodes = 1'000'000'000'000;

/// Replays a match's record, from a file or, for `-`, from standard input, and says whether it is intact.
/// Returns 0 or what is damaged, see status.hpp. Throws WrongUsage for what cannot be read: a folder, a
/// device.
int verify_record(const std::string& path, Format format);

struct Conversion {
    std::string path;  ///< `-` for standard input
    Line line;         ///< what the text does not say, or says otherwise; no moves
};
/// Reads games as read_games() does and writes each as text with tags or as JSON.
void convert(const Conversion& wanted, Format format);

/// Speed of every game, and one number that changes only when what the engine does changes.
void run_bench(Format format);

/// The line protocol of engine/tools/UCI.md on standard input and output, until `quit` or the end of input.
void run_uci();

}  // namespace pentad::engine::tools
