#include "protocol/utf8.hpp"

#include <algorithm>
#include <cstdint>

namespace pentad::protocol {
namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

}  // namespace

CodePoint first_code_point(std::string_view text) {
    if (text.empty()) return {};
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80) return {lead, 1};
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
    if (bytes == 0 || text.size() < bytes) return {};
    char32_t value = lead & (0x7F >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (!is_continuation(byte)) return {};
        value = value << 6 | (byte & 0x3F);
    }
    static constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    // A lead byte above 0xF7 leaves a value that is too small or too large here.
    if (lead > 0xF4 || value < smallest[bytes] || value > 0x10FFFF || surrogate) return {};
    return {value, bytes};
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        if (static_cast<unsigned char>(text[0]) < 0x80) {
            text.remove_prefix(1);
            continue;
        }
        const CodePoint first = first_code_point(text);
        if (first.bytes == 0) return false;
        text.remove_prefix(first.bytes);
    }
    return true;
}

std::size_t count_code_points(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return !is_continuation(static_cast<unsigned char>(c)); }));
}

}  // namespace pentad::protocol
