#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "clients/terminal/text/text.hpp"
#include "engine/view.hpp"

/// Any board as text, drawn from nothing but its description, the pieces and the letters of their kinds.
namespace pentad::terminal {

struct BoardLook {
    bool unicode = false;             ///< lines and dots beyond ASCII
    bool flipped = false;             ///< as the second player sees it
    std::vector<std::string> marked;  ///< squares of the last move
};

/// The first side's pieces are upper-case letters, the second side's lower-case ones; a stack has its height
/// behind the letter. Squares of the last move stand in brackets where the board is made of squares.
Text board_text(const engine::Board& board, const std::vector<engine::Piece>& pieces,
                const std::vector<engine::PieceKind>& kinds, const BoardLook& look);

/// What the letters and marks on this board mean.
Text legend(const engine::Board& board, const std::vector<engine::PieceKind>& kinds,
            const std::array<std::string, 2>& sides);

}  // namespace pentad::terminal
