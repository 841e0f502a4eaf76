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

/// Letters only, small: what a name that imitates the server would be read as.
std::string skeleton(std::string_view name) {
    std::string plain;
    for (char c : name) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (c == '0') c = 'o';
        if (c == '1' || c == '|') c = 'l';
        if (c == '3') c = 'e';
        if (c == '5' || c == '$') c = 's';
        if (c != ' ' && c != '.' && c != '-' && c != '_') plain += c;
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
    if (std::find(reserved.begin(), reserved.end(), plain) != reserved.end()) return std::nullopt;
    return name;
}

std::string guest_name() { return "Guest " + std::to_string(1000 + random_seed() % 9000); }

}  // namespace pentad::server
