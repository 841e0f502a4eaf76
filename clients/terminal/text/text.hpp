#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Text for a person as values: spans with a tone, not escape codes. Only Screen turns it into bytes.
namespace pentad::terminal {

/// What a text is, not how it looks: a Theme says that.
enum class Tone {
    normal,
    strong,
    faint,
    first,   ///< what belongs to the first side
    second,  ///< and to the second
    last,    ///< the last move
    good,
    bad,
    title,
    frame,   ///< the board's lines
    cursor,  ///< where the keys are
    picked,  ///< squares that were chosen
    target   ///< squares that may be chosen next
};

struct Span {
    std::string text;
    Tone tone = Tone::normal;
};

using Line = std::vector<Span>;
using Text = std::vector<Line>;

/// One line of one tone.
inline Line line(std::string text, Tone tone = Tone::normal) { return {Span{std::move(text), tone}}; }

/// The lines of a longer text, split at line feeds.
Text lines(std::string_view text);

/// Without tones; each line ends with a line feed. For tests and logs.
std::string plain(const Text& text);

/// What may be shown of a text that somebody else wrote, as valid UTF-8 on one line: control characters and
/// bytes that are not UTF-8 become U+FFFD, characters that only change how others look (direction marks,
/// zero-width characters, tags) are left out. So nothing in it can command a terminal.
std::string printable(std::string_view text);

}  // namespace pentad::terminal
