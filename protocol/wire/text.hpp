#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The primitives of JSON text. Private to protocol.
namespace pentad::protocol::wire {

void append_integer(std::string& out, std::int64_t value);

/// With quotation marks. Escapes control characters, U+2028 and U+2029; writes U+FFFD for invalid UTF-8.
void append_text(std::string& out, std::string_view text);

/// 16 lower-case hexadecimal digits, with quotation marks.
void append_hash(std::string& out, std::uint64_t hash);

/// Reads what append_hash wrote, without the quotation marks.
std::optional<std::uint64_t> read_hash(std::string_view text);

}  // namespace pentad::protocol::wire
