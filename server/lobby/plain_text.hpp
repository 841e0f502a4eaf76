#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pentad::server {

/// Nothing to see, or something that misleads the reader: controls, blanks other than the plain one, format
/// characters (zero width, bidirectional), private use, tags, variation selectors, no characters at all.
bool is_hidden(char32_t code);

/// A line that people may be shown: outer blanks cut off, variation selectors left out. Empty when it may
/// not be shown: nothing left, longer than limits::chat, hidden characters, or more marks over one letter
/// than any language has. REQUIRES: UTF-8.
std::optional<std::string> acceptable_line(std::string_view text);

}  // namespace pentad::server
