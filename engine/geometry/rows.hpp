#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "engine/geometry/square.hpp"

/// Boards as one word of text, like the first field of chess's FEN: the rows from the top one to the bottom
/// one, separated by `/`; in a row a letter for a piece and a number for so many empty squares.
namespace pentad::engine {

/// `squares` has a letter for each square from a1 along the rows upwards, `.` for an empty one.
/// REQUIRES: squares.size() == size.columns * size.rows.
std::string write_rows(Size size, std::string_view squares);

/// The squares again, or a sentence that says what is wrong. `letters` are the pieces there are.
tl::expected<std::string, std::string> read_rows(Size size, std::string_view text, std::string_view letters);

}  // namespace pentad::engine
