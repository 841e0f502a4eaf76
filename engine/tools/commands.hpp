#pragma once

#include <cstdint>

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

/// Speed of every game, and one number that changes only when what the engine does changes.
void run_bench();

}  // namespace pentad::engine::tools
