#include "protocol/wire/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "protocol/utf8.hpp"

namespace pentad::protocol::wire {
namespace {

constexpr char digits[] = "0123456789abcdef";

/// By byte: is it a whole character that needs no escape?
constexpr auto plain_bytes = [] {
    std::array<bool, 256> plain{};
    for (int byte = 0x20; byte < 0x7F; ++byte)
        plain[static_cast<std::size_t>(byte)] = byte != '"' && byte != '\\';
    return plain;
}();

bool is_plain(char c) { return plain_bytes[static_cast<unsigned char>(c)]; }

void append_escape(std::string& out, char32_t value) {
    switch (value) {
        case '"':
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            break;
    }
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out += digits[value >> shift & 0xF];
}

bool needs_escape(char32_t value) {
    return value < 0x20 || value == '"' || value == '\\' || (value >= 0x7F && value < 0xA0) ||
           value == 0x2028 || value == 0x2029;
}

}  // namespace

void append_integer(std::string& out, std::int64_t value) {
    if (value >= 0 && value < 10) {
        out += digits[value];
        return;
    }
    char buffer[24];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    out.append(buffer, end);
}

void append_text(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        std::size_t plain = 0;
        while (plain < text.size() && is_plain(text[plain])) ++plain;
        out.append(text.data(), plain);
        text.remove_prefix(plain);
        if (text.empty()) break;
        const CodePoint first = first_code_point(text);
        if (first.bytes == 0)
            out += "\xEF\xBF\xBD";
        else if (needs_escape(first.value))
            append_escape(out, first.value);
        else
            out.append(text.substr(0, first.bytes));
        text.remove_prefix(std::max<std::size_t>(first.bytes, 1));
    }
    out += '"';
}

void append_hash(std::string& out, std::uint64_t hash) {
    out += '"';
    for (int shift = 60; shift >= 0; shift -= 4) out += digits[hash >> shift & 0xF];
    out += '"';
}

std::optional<std::uint64_t> read_hash(std::string_view text) {
    if (text.size() != 16) return std::nullopt;
    std::uint64_t hash = 0;
    for (const char c : text) {
        const auto* digit = std::find(digits, digits + 16, c);
        if (digit == digits + 16) return std::nullopt;
        hash = hash << 4 | static_cast<std::uint64_t>(digit - digits);
    }
    return hash;
}

}  // namespace pentad::protocol::wire
