#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "protocol/limits.hpp"
#include "protocol/replies.hpp"

namespace pentad::server {

/// Is it invisible or misleading? Controls, spaces other than U+0020, format characters (zero width,
/// bidirectional), private use, tags, variation selectors, unassigned code points.
bool is_hidden(char32_t code);

/// The text to show, or why it is refused.
using CheckedText = tl::expected<std::string, protocol::RefusedText>;

enum class TextKind { name, line };

/// Normalises what people write on one line. Spaces of any width become U+0020 and outer ones are trimmed (in
/// a name, inner runs collapse too); variation selectors that select no emoji are dropped from a line, and so
/// are zero-width spaces in scripts without spaces between words. Joiners stay where Unicode allows them (UAX
/// 31: between letters of joining scripts, next to a virama, in emoji). Refuses invisible characters,
/// controls, direction changes, unassigned code points, and more combining marks on a letter than any
/// language uses. `limit` is in code points. REQUIRES: UTF-8.
CheckedText checked_text(std::string_view text, TextKind kind, std::int64_t limit);

/// A line of chat, a report or a notice.
CheckedText acceptable_line(std::string_view text, std::int64_t limit = protocol::limits::chat);

/// In English, for people: `U+202E changes the direction of the text around it.`
std::string sentence_of(const protocol::RefusedText& refused);

}  // namespace pentad::server
