#include "server/base/text/plain_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>

#include "protocol/utf8.hpp"
#include "server/base/text/unicode.hpp"

namespace pentad::server {
namespace {

using protocol::RefusedText;
using protocol::TextFault;

/// The most combining marks on one letter in any language; more reach into the neighbouring lines.
constexpr int most_marks = 4;

constexpr char32_t non_joiner = 0x200c, joiner = 0x200d, zero_width_space = 0x200b;
constexpr char32_t text_picture = 0xfe0e, colour_picture = 0xfe0f, keycap = 0x20e3;
constexpr char32_t mongolian_separator = 0x180e;
constexpr char32_t black_flag = 0x1f3f4, first_tag = 0xe0020, last_tag = 0xe007f;

bool is_one_of(char32_t code, std::u32string_view codes) { return codes.find(code) != codes.npos; }

bool is_direction(char32_t code) {
    return is_one_of(code, U"\u061c\u200e\u200f") || (code >= 0x202a && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}
bool is_variation_selector(char32_t code) {
    return (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
}
/// Thai, Lao, Burmese and Khmer use zero-width spaces for line breaks.
bool writes_no_blanks(char32_t code) {
    return (code >= 0xe00 && code <= 0xeff) || (code >= 0x1000 && code <= 0x109f) ||
           (code >= 0x1780 && code <= 0x17ff);
}
bool is_mongolian(char32_t code) { return code >= 0x1820 && code <= 0x18aa; }
bool is_mongolian_selector(char32_t code) { return is_one_of(code, U"\u180b\u180c\u180d\u180f"); }
bool is_skin_tone(char32_t code) { return code >= 0x1f3fb && code <= 0x1f3ff; }
/// A block of emoji only: those of a newer Unicode version are accepted.
bool is_future_picture(char32_t code) { return code >= 0x1f000 && code <= 0x1faff; }
/// Placeholders for damaged or missing characters.
bool is_placeholder(char32_t code) { return code == 0xfffc || code == 0xfffd || code == 0x2800; }

/// A position in a text.
class Place {
  public:
    Place(const std::u32string& text, std::size_t at) : text_(text), at_(at) {}

    /// 0 outside the text.
    char32_t code(std::ptrdiff_t further = 0) const {
        const auto at = static_cast<std::ptrdiff_t>(at_) + further;
        return at >= 0 && at < std::ssize(text_) ? text_[static_cast<std::size_t>(at)] : 0;
    }

    bool may_be_joiner() const {
        const char32_t before = code(-1), after = code(1);
        if (is_virama(before)) return true;
        if (code() == non_joiner) return is_joining(letter_before()) && is_joining(letter_after());
        // Used in Bengali and Kannada before a virama, and in Persian and Urdu after abbreviations.
        if (is_virama(after) ||
            (joins_next(letter_before()) && !is_joining(letter_after()) && !is_joiner(after)))
            return true;
        return is_picture_before() && is_pictograph(after);
    }

    /// Does a variation selector here select an emoji's style?
    bool may_choose_picture() const {
        if (code() != text_picture && code() != colour_picture) return false;
        const char32_t before = code(-1);
        const bool has_keycap = (before >= U'0' && before <= U'9') || before == U'#' || before == U'*';
        return is_pictograph(before) || (has_keycap && code(1) == keycap);
    }

    bool may_be_mongolian() const {
        if (is_mongolian_selector(code())) return is_mongolian(code(-1));
        return is_mongolian(code(-1)) && is_mongolian(code(1));
    }

    /// Is it part of the flag of England, Scotland or Wales?
    bool may_be_tag() const {
        std::ptrdiff_t begin = 0;
        while (code(begin) >= first_tag && code(begin) <= last_tag) --begin;
        if (code(begin) != black_flag) return false;
        for (const std::string_view region : {"gbeng\x7f", "gbsct\x7f", "gbwls\x7f"}) {
            std::ptrdiff_t tag = begin;
            if (std::all_of(region.begin(), region.end(), [&](char letter) {
                    return code(++tag) == static_cast<char32_t>(0xe0000 + static_cast<unsigned char>(letter));
                }))
                return tag >= 0;
        }
        return false;
    }

  private:
    static bool is_joiner(char32_t code) { return code == joiner || code == non_joiner; }
    static bool is_joining(char32_t code) { return joins_next(code) || joins_previous(code); }
    char32_t letter_before() const {
        std::ptrdiff_t back = -1;
        while (code(back) != 0 && is_mark(code(back))) --back;
        return code(back);
    }
    char32_t letter_after() const {
        std::ptrdiff_t on = 1;
        while (code(on) != 0 && is_mark(code(on))) ++on;
        return code(on);
    }
    bool is_picture_before() const {
        std::ptrdiff_t back = -1;
        while (is_skin_tone(code(back)) || code(back) == colour_picture) --back;
        return is_pictograph(code(back));
    }

    const std::u32string& text_;
    std::size_t at_;
};

/// Why the character at this position is refused.
std::optional<TextFault> fault_of(const Place& place) {
    const char32_t code = place.code();
    if (code >= 0x20 && code < 0x7f) return std::nullopt;
    if (is_direction(code)) return TextFault::direction;
    if (is_control(code)) return TextFault::control;
    if (code == non_joiner || code == joiner)
        return place.may_be_joiner() ? std::nullopt : std::optional(TextFault::joiner);
    if (place.may_choose_picture()) return std::nullopt;
    if (is_mongolian_selector(code) || code == mongolian_separator)
        return place.may_be_mongolian() ? std::nullopt : std::optional(TextFault::invisible);
    if (code >= first_tag && code <= last_tag && place.may_be_tag()) return std::nullopt;
    if (is_ignorable(code) || is_format(code) || is_placeholder(code)) return TextFault::invisible;
    if (is_private_use(code)) return TextFault::private_use;
    if (!is_assigned(code) && !is_pictograph(code) && !is_future_picture(code)) return TextFault::unassigned;
    return std::nullopt;
}

RefusedText refused(TextFault reason, char32_t code) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "U+%04X", static_cast<unsigned>(code));
    return {reason, text.data(), std::nullopt};
}

std::u32string code_points(std::string_view text) {
    std::u32string codes;
    while (!text.empty()) {
        const auto [code, bytes] = protocol::first_code_point(text);
        codes += code;
        text.remove_prefix(bytes);
    }
    return codes;
}

/// With plain spaces, and without dropped characters.
std::u32string tidied(const std::u32string& text, TextKind kind) {
    std::u32string tidy;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char32_t code = is_blank(text[i]) ? U' ' : text[i];
        const char32_t before = tidy.empty() ? 0 : tidy.back();
        const char32_t after = i + 1 < text.size() ? text[i + 1] : 0;
        if (code == ' ' && (tidy.empty() || (kind == TextKind::name && before == ' '))) continue;
        if (code == zero_width_space && writes_no_blanks(before) && writes_no_blanks(after)) continue;
        if (kind == TextKind::line && is_variation_selector(code)) {
            std::u32string around = tidy + code + after;
            if (!Place(around, tidy.size()).may_choose_picture()) continue;
        }
        tidy += code;
    }
    while (!tidy.empty() && tidy.back() == ' ') tidy.pop_back();
    return tidy;
}

}  // namespace

bool is_hidden(char32_t code) {
    if (code >= 0x20 && code < 0x7f) return false;
    return is_control(code) || is_blank(code) || is_ignorable(code) || is_format(code) ||
           is_placeholder(code) || is_private_use(code) || !is_assigned(code);
}

CheckedText checked_text(std::string_view text, TextKind kind, std::int64_t limit) {
    const std::u32string codes = tidied(code_points(text), kind);
    if (codes.empty()) return tl::unexpected(RefusedText{TextFault::empty, std::nullopt, std::nullopt});
    std::string shown;
    int marks = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const char32_t code = codes[i];
        if (const auto fault = fault_of(Place(codes, i))) return tl::unexpected(refused(*fault, code));
        if (is_mark(code) && !is_variation_selector(code))
            ++marks;
        else if (!is_ignorable(code))
            marks = 0;
        // A leading mark would combine with what precedes the text.
        if (marks > most_marks || (marks > 0 && i == 0))
            return tl::unexpected(refused(TextFault::marks, code));
        append_utf8(shown, code);
    }
    if (std::ssize(codes) > limit)
        return tl::unexpected(RefusedText{TextFault::too_long, std::nullopt, limit});
    return shown;
}

CheckedText acceptable_line(std::string_view text, std::int64_t limit) {
    return checked_text(text, TextKind::line, limit);
}

std::string sentence_of(const protocol::RefusedText& refused) {
    const std::string character = refused.character.value_or("A character");
    switch (refused.reason) {
        case TextFault::empty:
            return "There is nothing in it that can be seen.";
        case TextFault::too_long:
            return "It may have " + std::to_string(refused.limit.value_or(0)) + " characters at most.";
        case TextFault::control:
            return character + " controls the line and may not stand in it.";
        case TextFault::direction:
            return character + " changes the direction of the text around it and may not stand here.";
        case TextFault::invisible:
            return character + " cannot be seen and may not stand here.";
        case TextFault::joiner:
            return character + " joins or parts letters, and has none here that it could.";
        case TextFault::marks:
            return character + " is a mark too many over one letter.";
        case TextFault::private_use:
            return character + " means something else to everybody.";
        case TextFault::unassigned:
            return character + " is no character that this server knows.";
        case TextFault::reserved:
            return "This name passes for the server, for its staff or for one of its bots.";
        case TextFault::identifier:
            return "This name reads as an id or as an address.";
    }
    return {};
}

}  // namespace pentad::server
