#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/side.hpp"

/// What a client needs to draw any game: plain values, no rule.
/// Squares are names: column letter from the left, row number from the bottom, `a1` bottom left as the
/// first player sees it.
namespace pentad::engine {

enum class BoardStyle { squares, points };

/// Something drawn on a square below the pieces. Kinds: `goal` and `home` (of `side`), `blocked`.
struct Mark {
    std::string at;
    std::string kind;
    std::optional<Side> side;
};

struct Board {
    int columns = 0;
    int rows = 0;
    BoardStyle style = BoardStyle::squares;
    /// Pairs of joined points; only for `points`.
    std::vector<std::pair<std::string, std::string>> lines;
    std::vector<Mark> marks;
    /// The layout shown unless the viewer picks another of the game's `layouts`: `square` or `diamond`.
    std::string layout = "square";
};

/// One occupied square. `count` is the height of a stack, 1 for a single piece.
struct Piece {
    std::string square;
    Side side = Side::first;
    std::string kind;
    int count = 1;
};

/// How a kind of piece is drawn: by `shape` on a graphical board (`man`, `king`, `wall`, `tower`,
/// `catapult`, `checker`, `stack`, `pawn`; a client draws an unknown shape as a disc with the letter),
/// by `letter` in text (one ASCII letter, upper case), read aloud by `label`.
struct PieceKind {
    std::string id;
    std::string shape;
    std::string letter;
    std::string label;
};

}  // namespace pentad::engine
