#pragma once

namespace pentad::server {

/// A mark that is drawn over, under or around the letter before it and takes no place of its own: all of
/// Unicode's nonspacing and enclosing marks.
bool is_mark(char32_t code);

/// At most so many are drawn over one letter in any language; more of them reach into the lines around.
inline constexpr int most_marks = 4;

}  // namespace pentad::server
