#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "engine/game.hpp"

namespace pentad::engine::tools {

/// Exit status 2: the command line asks for something that does not exist; the text says what does.
struct WrongUsage : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Exit status 1: the rules forbid a move of the line.
struct IllegalMove : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The arguments that name a position: a game, its options, and moves from its start or from a position.
struct Line {
    std::string game;
    Options options;
    std::string position;  ///< as Position::encode writes it; empty for the start
    std::vector<std::string> moves;
};

/// Throws WrongUsage if there is no such game or option.
const Game& game_of(const Line& line);
Options options_of(const Line& line);

/// The position at the end of the line. Throws WrongUsage or IllegalMove.
Position reach(const Line& line);

/// Throws WrongUsage if there is no such level.
void check_level(int level);

/// `ongoing`, `first (home_row)`, `draw (repetition)`.
std::string outcome_text(const Position& position);

/// `A, B or C`.
std::string listed(const std::vector<std::string>& words);

}  // namespace pentad::engine::tools
