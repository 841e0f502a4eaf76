#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/tools/line.hpp"
#include "engine/tools/output.hpp"

namespace pentad::engine::tools {

/// A game as texts keep it.
struct GameText {
    /// Name and value, in their order; without those that the other fields are written as.
    std::vector<std::pair<std::string, std::string>> tags;
    Line line;           ///< with complete options; the moves as the rules write them
    std::string result;  ///< `1-0`, `0-1`, `1/2-1/2`; `*`: none
};

/// Reads one game or several: the text of write_text() and what is like it, lists of moves, the text that a
/// server gives for a match, and JSON: of write_json(), of a match's record, of Abstract Play. `given` names
/// the game where the text does not, and outweighs it where it does. Throws WrongUsage where there is no
/// game, and for a result other than the rules give; IllegalMove as read_move().
std::vector<GameText> read_games(const std::string& text, const Line& given);

/// Tags in brackets, an empty line, numbered moves and the result, as PGN writes them, and an empty line.
std::string write_text(const GameText& game);

Json write_json(const GameText& game);

}  // namespace pentad::engine::tools
