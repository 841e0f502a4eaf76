#include "server/lobby/names.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "protocol/limits.hpp"
#include "protocol/utf8.hpp"
#include "server/ids.hpp"

namespace pentad::server {
namespace {

struct Range {
    char32_t first, last;
};
// Controls, blanks other than the plain one, format characters (zero width, bidirectional), private use,
// surrogates, tags, variation selectors and what is no character at all.
constexpr std::array<Range, 21> forbidden{
    {{0x00, 0x1f},       {0x7f, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},
     {0x115f, 0x1160},   {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x2000, 0x200f},
     {0x2028, 0x202f},   {0x205f, 0x206f}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164},
     {0xd800, 0xf8ff},   {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xffff},
     {0xe0000, 0x10ffff}}};

bool is_forbidden(char32_t code) {
    return std::any_of(forbidden.begin(), forbidden.end(),
                       [&](const Range& range) { return range.first <= code && code <= range.last; });
}

/// What a reader takes the name for: small letters without separators, each look-alike as the letter it looks
/// like, and `l` for all that is a stroke.
std::string skeleton(std::string_view name) {
    struct LookAlikes {
        char32_t letter;
        std::u32string_view others;
    };
    static constexpr std::array<LookAlikes, 15> look_alikes{{{'a', U"4@\u0430\u0410\u03b1\u0391"},
                                                             {'c', U"\u0441\u0421"},
                                                             {'d', U"\u0501"},
                                                             {'e', U"3\u0435\u0415\u0395"},
                                                             {'l', U"1|!i\u0456\u0406\u03b9\u0399\u0131"},
                                                             {'m', U"\u043c\u041c\u039c"},
                                                             {'n', U"\u0578\u039d"},
                                                             {'o', U"0\u043e\u041e\u03bf\u039f"},
                                                             {'p', U"\u0440\u0420\u03c1\u03a1"},
                                                             {'r', U"\u0433"},
                                                             {'s', U"5$\u0455\u0405"},
                                                             {'t', U"7\u0442\u0422\u03c4\u03a4"},
                                                             {'u', U"\u057d"},
                                                             {'v', U"\u03bd\u0475"},
                                                             {'y', U"\u0443\u0423\u03a5"}}};
    std::string plain;
    while (!name.empty()) {
        auto [code, bytes] = protocol::first_code_point(name);
        name.remove_prefix(bytes);
        if (code >= 0xff01 && code <= 0xff5e) code -= 0xff00 - 0x20;  // full width
        if (code >= 'A' && code <= 'Z') code += 'a' - 'A';
        for (const auto& [letter, others] : look_alikes)
            if (others.find(code) != std::u32string_view::npos) code = letter;
        const bool combining = code >= 0x300 && code <= 0x36f;
        if (combining || code == ' ' || code == '.' || code == '-' || code == '_') continue;
        plain += code < 0x80 ? static_cast<char>(code) : '?';
    }
    return plain;
}

constexpr std::array<std::string_view, 8> reserved{"server", "system",    "admin", "administrator",
                                                   "pentad", "moderator", "mod",   "root"};

}  // namespace

std::optional<std::string> acceptable_name(std::string_view wanted) {
    std::string name;
    std::int64_t length = 0;
    for (std::string_view rest = wanted; !rest.empty();) {
        const auto [code, bytes] = protocol::first_code_point(rest);
        const std::string_view spelled = rest.substr(0, bytes);
        rest.remove_prefix(bytes);
        if (is_forbidden(code)) return std::nullopt;
        if (code == ' ' && (name.empty() || name.back() == ' ')) continue;
        name += spelled;
        ++length;
    }
    if (!name.empty() && name.back() == ' ') {
        name.pop_back();
        --length;
    }
    if (name.empty() || length > protocol::limits::name) return std::nullopt;
    const std::string plain = skeleton(name);
    if (std::any_of(reserved.begin(), reserved.end(),
                    [&](std::string_view word) { return plain == skeleton(word); }))
        return std::nullopt;
    return name;
}

std::string guest_name() { return "Guest " + std::to_string(1000 + random_seed() % 9000); }

}  // namespace pentad::server
