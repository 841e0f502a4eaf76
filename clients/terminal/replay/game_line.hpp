#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "engine/game.hpp"
#include "protocol/record.hpp"

namespace pentad::terminal {

/// One position of a recorded match.
struct Frame {
    std::string told;               ///< what led to it: `3. White b2-b3`, `Start`
    std::vector<std::string> last;  ///< squares of that move
    engine::Position position;
};

/// A record with its positions, made by the engine of this program.
struct GameLine {
    protocol::MatchRecord record;
    engine::Board board;
    std::vector<engine::PieceKind> kinds;
    std::array<std::string, 2> sides;
    std::string name;
    std::vector<std::string> layouts;
    std::vector<Frame> frames;  ///< never empty
    protocol::GameCard card{};  ///< in the chosen language
    bool is_list = false;       ///< read from a list of moves, which has no times and no hashes
};

/// Reads a record, or the list of moves that `export` writes into a .txt file, and plays it. The error is a
/// sentence.
tl::expected<GameLine, std::string> read_game_line(const std::string& text);

}  // namespace pentad::terminal
