#include "server/base/text/unicode.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <iterator>

namespace pentad::server {
namespace {

/// The offset and length of a text in look_texts.
struct Look {
    char32_t code;
    std::uint16_t at, size;
};
enum class Joining : std::uint8_t { both, next, previous };
struct JoiningRange {
    char32_t first, last;
    Joining kind;
};
#include "server/base/text/unicode_tables.inc"

const utf8proc_property_t& property(char32_t code) {
    return *utf8proc_get_property(static_cast<utf8proc_int32_t>(code));
}
int category(char32_t code) { return property(code).category; }

const JoiningRange* joining_range(char32_t code) {
    const auto* after =
        std::upper_bound(std::begin(joining), std::end(joining), code,
                         [](char32_t one, const JoiningRange& range) { return one < range.first; });
    if (after == std::begin(joining) || code > std::prev(after)->last) return nullptr;
    return std::prev(after);
}

}  // namespace

bool is_mark(char32_t code) {
    const int kind = category(code);
    return kind == UTF8PROC_CATEGORY_MN || kind == UTF8PROC_CATEGORY_ME;
}
bool is_ignorable(char32_t code) { return property(code).ignorable != 0; }
bool is_blank(char32_t code) { return category(code) == UTF8PROC_CATEGORY_ZS; }
bool is_control(char32_t code) {
    const int kind = category(code);
    return kind == UTF8PROC_CATEGORY_CC || kind == UTF8PROC_CATEGORY_ZL || kind == UTF8PROC_CATEGORY_ZP;
}
bool is_format(char32_t code) {
    if (category(code) != UTF8PROC_CATEGORY_CF) return false;
    // Prepended_Concatenation_Mark.
    static constexpr std::u32string_view shown = U"\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd";
    return !(code >= 0x600 && code <= 0x605) && shown.find(code) == shown.npos;
}
bool is_private_use(char32_t code) { return category(code) == UTF8PROC_CATEGORY_CO; }
bool is_assigned(char32_t code) { return category(code) != UTF8PROC_CATEGORY_CN; }
bool is_sign(char32_t code) {
    const int kind = category(code);
    return kind >= UTF8PROC_CATEGORY_PC && kind <= UTF8PROC_CATEGORY_ZS;
}
bool is_small_letter(char32_t code) { return category(code) == UTF8PROC_CATEGORY_LL; }
bool is_capital_letter(char32_t code) { return category(code) == UTF8PROC_CATEGORY_LU; }
bool is_pictograph(char32_t code) {
    return property(code).boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}
bool is_virama(char32_t code) { return property(code).combining_class == 9; }
bool joins_next(char32_t code) {
    const JoiningRange* range = joining_range(code);
    return range != nullptr && range->kind != Joining::previous;
}
bool joins_previous(char32_t code) {
    const JoiningRange* range = joining_range(code);
    return range != nullptr && range->kind != Joining::next;
}

char32_t capital_of(char32_t code) {
    return static_cast<char32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(code)));
}

std::u32string decomposed(std::string_view text, bool folded) {
    const auto options =
        static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | (folded ? UTF8PROC_CASEFOLD : 0));
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const auto size = static_cast<utf8proc_ssize_t>(text.size());
    std::u32string codes;
    for (auto room = size;;) {
        std::basic_string<utf8proc_int32_t> buffer(static_cast<std::size_t>(room), 0);
        const auto needed = utf8proc_decompose(bytes, size, buffer.data(), room, options);
        assert(needed >= 0);
        if (needed <= 0) return {};
        if (needed <= room) {
            codes.assign(buffer.begin(), buffer.begin() + needed);
            return codes;
        }
        room = needed;
    }
}

std::u32string undressed(char32_t code) {
    std::array<utf8proc_int32_t, 32> parts{};  // the longest has 18
    int last = 0;
    const auto count =
        utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code), parts.data(), std::ssize(parts),
                                static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT), &last);
    if (count <= 0 || count > std::ssize(parts)) return {code};
    return {parts.begin(), parts.begin() + count};
}

std::string_view look_alike(char32_t code) {
    const auto* found = std::lower_bound(std::begin(looks), std::end(looks), code,
                                         [](const Look& look, char32_t one) { return look.code < one; });
    if (found == std::end(looks) || found->code != code) return {};
    return {look_texts + found->at, found->size};
}

std::string unicode_data_version() { return std::string(data_version) + ", utf8proc " + utf8proc_version(); }

void append_utf8(std::string& text, char32_t code) {
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code), bytes.data());
    text.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(size));
}

}  // namespace pentad::server
