#pragma once

#include <string>
#include <vector>

#include "engine/view.hpp"

namespace pentad::terminal {

/// One column for a piece: its kind's letter, upper case for the first side and lower case for the second.
/// Where `plain_discs` and a game has but one kind, the sides are told apart by discs (X and o in ASCII),
/// which are easier to see than two sizes of a letter.
std::string piece_text(const engine::Piece& piece, const std::vector<engine::PieceKind>& kinds, bool unicode,
                       bool plain_discs);

/// One ASCII character for a mark's kind.
char mark_letter(const std::string& kind);

}  // namespace pentad::terminal
