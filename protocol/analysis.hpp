#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/shapes.hpp"

/// A finished match as the computer sees it, move by move; answered over HTTP.
namespace pentad::protocol {

struct AnalysedMove {
    int turn = 0;  ///< of the position moved from, as in the match's line of moves: 0 is the first move
    Side seat = Side::first;
    std::string move;
    std::string best;               ///< what the computer would have played
    std::vector<std::string> line;  ///< how it expects the game to go on, starting with `best`
    int score = 0;  ///< for the side that moved, before the move; hundredths of a game's units
    std::optional<int> forced_end;  ///< plies to an end that can be forced: above 0 the side that moves wins
    int loss = 0;                   ///< of score by the move that was played; 0 if it was as good
    bool blunder = false;           ///< a win that could be forced was let go, or a loss entered by choice
};

struct MatchAnalysis {
    std::string match;
    std::string game;
    bool done = false;  ///< or more moves will follow
    int plies = 0;      ///< of the whole match
    std::vector<AnalysedMove> moves;
};

/// One line of JSON.
std::string encode(const MatchAnalysis& analysis);

}  // namespace pentad::protocol
