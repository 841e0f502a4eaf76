#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pentad::engine {

/// A place on a board, both counted from 0: {0, 0} is a1, bottom left as the first player sees it.
struct Square {
    int column = 0;
    int row = 0;

    friend bool operator==(const Square&, const Square&) = default;
};

/// `a1`, `t20`. REQUIRES: 0 <= column < 26, 0 <= row < 99.
std::string square_name(Square square);

/// Reads a square at the front of `text` and cuts it off; empty, with `text` unchanged, if there is none.
/// Accepts `[a-z][1-9][0-9]?` whatever the size of the board.
std::optional<Square> take_square(std::string_view& text);

/// The way from one square to another that lies on a row, a column or a diagonal with it.
struct Line {
    int columns = 0;  ///< a single step: -1, 0 or 1
    int rows = 0;
    int length = 0;  ///< so many steps, at least one
};
/// Empty when no such line joins them, or both are the same.
std::optional<Line> line_between(Square from, Square to);

/// A board size such as `8x7`. REQUIRES: text is `WxH`, both of one or two digits.
struct Size {
    int columns = 0;
    int rows = 0;
};
Size parse_size(std::string_view text);

}  // namespace pentad::engine
