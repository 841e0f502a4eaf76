#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/shapes.hpp"

/// The computer's analysis of a finished match, move by move, for HTTP.
namespace pentad::protocol {

struct AnalysedMove {
    int turn = 0;  ///< of the position before the move; 0 for the first move
    Side seat = Side::first;
    std::string move;
    std::string best;               ///< the computer's move
    std::vector<std::string> line;  ///< its principal variation, starting with `best`
    int score = 0;  ///< for the side that moves, before the move, in hundredths of the game's units
    std::optional<int> forced_end;  ///< plies to a forced end; positive: the side to move wins
    int loss = 0;                   ///< score lost by the move played; 0 if it was as good
    bool blunder = false;           ///< gave up a forced win, or entered an avoidable forced loss
};

struct MatchAnalysis {
    std::string match;
    std::string game;
    bool done = false;  ///< false: more moves follow
    int plies = 0;      ///< of the whole match
    std::vector<AnalysedMove> moves;
};

/// One line of JSON.
std::string encode(const MatchAnalysis& analysis);

}  // namespace pentad::protocol
