#pragma once

#include <cstddef>
#include <string_view>

namespace pentad::protocol {

/// The code point that `text` starts with.
struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 0;  ///< 0: `text` is empty or does not start with valid UTF-8
};

/// Overlong forms, surrogates and values above U+10FFFF are invalid (RFC 3629).
CodePoint first_code_point(std::string_view text);

bool is_utf8(std::string_view text);

/// REQUIRES: is_utf8(text).
std::size_t count_code_points(std::string_view text);

}  // namespace pentad::protocol
