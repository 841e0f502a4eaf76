#include "clients/terminal/text/text.hpp"

#include <utf8proc.h>

#include <algorithm>

#include "protocol/utf8.hpp"

namespace pentad::terminal {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029; }

/// Shows nothing itself but changes what is around it.
bool is_invisible(char32_t c) {
    return c == 0xAD || c == 0x34F || c == 0x61C || c == 0x180E || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || (c >= 0xFE00 && c <= 0xFE0F) ||
           c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

/// Behind which a joiner changes how it is written: a letter of Arabic, Indic and other such scripts, or its
/// vowel or virama. The parts of an emoji are shown one by one, for terminals do not agree on its width.
bool takes_joiner(char32_t c) {
    const auto kind = utf8proc_category(static_cast<utf8proc_int32_t>(c));
    return c >= 0x600 && (kind == UTF8PROC_CATEGORY_LO || kind == UTF8PROC_CATEGORY_LM ||
                          kind == UTF8PROC_CATEGORY_MN || kind == UTF8PROC_CATEGORY_MC);
}

}  // namespace

Text lines(std::string_view text) {
    Text result;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view one = text.substr(0, end);
        if (one.ends_with('\r')) one.remove_suffix(1);
        result.push_back(line(std::string(one)));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return result;
}

std::string plain(const Text& text) {
    std::string result;
    for (const Line& one : text) {
        for (const Span& span : one) result += span.text;
        result += '\n';
    }
    return result;
}

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    char32_t before = 0;
    while (!text.empty()) {
        const protocol::CodePoint first = protocol::first_code_point(text);
        const bool joins = (first.value == 0x200C || first.value == 0x200D) && takes_joiner(before);
        if (first.bytes == 0 || is_control(first.value))
            result += replacement;
        else if (joins || !is_invisible(first.value))
            result += text.substr(0, first.bytes);
        before = first.value;
        text.remove_prefix(std::max<std::size_t>(first.bytes, 1));
    }
    return result;
}

}  // namespace pentad::terminal
