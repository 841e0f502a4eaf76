#include "server/lobby/plain_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "protocol/limits.hpp"
#include "protocol/utf8.hpp"
#include "server/lobby/marks.hpp"

namespace pentad::server {
namespace {

struct Range {
    char32_t first, last;
};

constexpr std::array<Range, 26> hidden{
    {{0x00, 0x1f},       {0x7f, 0xa0},       {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},
     {0x115f, 0x1160},   {0x1680, 0x1680},   {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x2000, 0x200f},
     {0x2028, 0x202f},   {0x205f, 0x206f},   {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},
     {0xd800, 0xf8ff},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xffff},
     {0x13430, 0x1345f}, {0x16fe4, 0x16fe4}, {0x1bca0, 0x1bca3}, {0x1d159, 0x1d159}, {0x1d173, 0x1d17a},
     {0xe0000, 0x10ffff}}};

/// What keyboards put behind a symbol to ask for its coloured picture.
bool is_variation_selector(char32_t code) { return code >= 0xfe00 && code <= 0xfe0f; }

}  // namespace

bool is_hidden(char32_t code) {
    return std::any_of(hidden.begin(), hidden.end(),
                       [&](const Range& range) { return range.first <= code && code <= range.last; });
}

std::optional<std::string> acceptable_line(std::string_view text) {
    std::string line;
    std::int64_t length = 0;
    int marks = 0;
    for (std::string_view rest = text; !rest.empty();) {
        const auto [code, bytes] = protocol::first_code_point(rest);
        const std::string_view spelled = rest.substr(0, bytes);
        rest.remove_prefix(bytes);
        if (is_variation_selector(code) || (code == ' ' && line.empty())) continue;
        marks = is_mark(code) ? marks + 1 : 0;
        if (is_hidden(code) || marks > most_marks) return std::nullopt;
        line += spelled;
        ++length;
    }
    while (!line.empty() && line.back() == ' ') {
        line.pop_back();
        --length;
    }
    if (line.empty() || length > protocol::limits::chat) return std::nullopt;
    return line;
}

}  // namespace pentad::server
