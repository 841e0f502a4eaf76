#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "protocol/limits.hpp"
#include "protocol/replies.hpp"

namespace pentad::server {

/// Nothing to see, or something that misleads the reader: controls, blanks other than the plain one, format
/// characters (zero width, bidirectional), private use, tags, variation selectors, no characters at all.
bool is_hidden(char32_t code);

/// A text as it will be shown, or why it may not be.
using CheckedText = tl::expected<std::string, protocol::RefusedText>;

enum class TextKind { name, line };

/// What people write, on one line. Blanks of every width are plain ones, outer ones are cut off (of a name,
/// runs of inner ones too); variation selectors that choose no emoji are left out of a line, and so are
/// zero-width spaces between letters of the scripts that write no blanks between words. Joiners stay where
/// Unicode allows them (UAX 31: between letters of joining scripts, beside a virama, in emoji). Refused is
/// what cannot be seen, controls the line or its direction, is no character, or puts more marks over one
/// letter than any language has. `limit` is in code points. REQUIRES: UTF-8.
CheckedText checked_text(std::string_view text, TextKind kind, std::int64_t limit);

/// A line of chat, of a report or of a notice.
CheckedText acceptable_line(std::string_view text, std::int64_t limit = protocol::limits::chat);

/// For people, in English: `U+202E changes the direction of the text around it.`
std::string sentence_of(const protocol::RefusedText& refused);

}  // namespace pentad::server
