// Writes what utf8proc does not know of Unicode as a C++ table, from the data that ICU holds: what a
// character is mistaken for (confusables.txt of TR 39, and the letters in characters' names), and which
// letters join (ArabicShaping.txt). It runs while building, so that the server carries the table and not ICU.
// Debian's unicode-data has no confusables.txt.

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Text = std::u32string;

void check(UErrorCode error) {
    if (U_SUCCESS(error)) return;
    std::fprintf(stderr, "ICU: %s\n", u_errorName(error));
    std::exit(1);
}

std::u16string utf16(UChar32 code) {
    std::array<UChar, 2> units{};
    int32_t size = 0;
    U16_APPEND_UNSAFE(units.data(), size, code);
    return {units.data(), static_cast<std::size_t>(size)};
}

Text code_points(const UChar* units, int32_t size) {
    Text text;
    for (int32_t at = 0; at < size;) {
        UChar32 code = 0;
        U16_NEXT(units, at, size, code);
        text += static_cast<char32_t>(code);
    }
    return text;
}

const USpoofChecker* checker() {
    static const USpoofChecker* const opened = [] {
        UErrorCode error = U_ZERO_ERROR;
        const USpoofChecker* made = uspoof_open(&error);
        check(error);
        return made;
    }();
    return opened;
}

/// TR 39's skeleton of one character.
Text confusable(UChar32 code) {
    const std::u16string one = utf16(code);
    std::array<UChar, 64> out{};
    UErrorCode error = U_ZERO_ERROR;
    const int32_t size = uspoof_getSkeleton(checker(), 0, one.data(), static_cast<int32_t>(one.size()),
                                            out.data(), static_cast<int32_t>(out.size()), &error);
    check(error);
    return code_points(out.data(), size);
}

/// Its full decomposition; empty when it is taken apart into nothing smaller.
Text decomposition(UChar32 code, const UNormalizer2* form) {
    const std::u16string one = utf16(code);
    std::array<UChar, 64> out{};
    UErrorCode error = U_ZERO_ERROR;
    const int32_t size = unorm2_normalize(form, one.data(), static_cast<int32_t>(one.size()), out.data(),
                                          static_cast<int32_t>(out.size()), &error);
    check(error);
    const Text parts = code_points(out.data(), size);
    return parts == Text{static_cast<char32_t>(code)} ? Text() : parts;
}
const UNormalizer2* nfd() {
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2* form = unorm2_getNFDInstance(&error);
    check(error);
    return form;
}
const UNormalizer2* nfkd() {
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2* form = unorm2_getNFKDInstance(&error);
    check(error);
    return form;
}

/// `NEGATIVE SQUARED LATIN CAPITAL LETTER B`, `LATIN SMALL LETTER O WITH STROKE`,
/// `LATIN LETTER SMALL CAPITAL R`, `REGIONAL INDICATOR SYMBOL LETTER A`: the letter that the name names.
std::optional<char32_t> letter_of_name(UChar32 code) {
    std::array<char, 256> buffer{};
    UErrorCode error = U_ZERO_ERROR;
    const int32_t size =
        u_charName(code, U_UNICODE_CHAR_NAME, buffer.data(), static_cast<int32_t>(buffer.size()), &error);
    check(error);
    std::string_view name(buffer.data(), static_cast<std::size_t>(size));
    if (name.starts_with("TAG ")) return std::nullopt;
    const bool latin = name.find("LATIN ") != name.npos || name.starts_with("MODIFIER LETTER ") ||
                       name.starts_with("REGIONAL INDICATOR SYMBOL LETTER ");
    if (!latin) return std::nullopt;
    name = name.substr(0, name.find(" WITH "));
    const std::size_t blank = name.rfind(' ');
    if (blank == name.npos || blank + 2 != name.size()) return std::nullopt;
    const char letter = name.back();
    if (letter < 'A' || letter > 'Z') return std::nullopt;
    name = name.substr(0, blank);
    for (const std::string_view before :
         {"LETTER", "CAPITAL", "SMALL", "SCRIPT", "OPEN", "INSULAR", "DOTLESS"})
        if (name.ends_with(before)) return static_cast<char32_t>(letter - 'A' + 'a');
    return std::nullopt;
}

/// Signs that are used as Latin letters though Unicode does not list them: those of old alphabets and
/// syllabaries, currencies, and Cyrillic and Greek ones that are only turned or closed a little.
const std::map<char32_t, Text>& fancy_letters() {
    static const std::map<char32_t, Text> all = [] {
        std::map<char32_t, Text> made;
        for (const auto& [letter, others] :
             std::map<char32_t, Text>{{U'a', U"\u15c5\u15e9\u20b3\u0563\u2c81\U00010300"},
                                      {U'b', U"\u15f7\u0e3f\u2c83\u044c\U00010301"},
                                      {U'c', U"\u20b5\u00a2\u1455"},
                                      {U'd', U"\u15de\u15ea\U00010303"},
                                      {U'e', U"\u156e\u15f4\u20ac\u2c89\u0454\U00010304"},
                                      {U'f', U"\u15b4\u20a3\U00010305"},
                                      {U'g', U"\u20b2"},
                                      {U'h', U"\u157c\u2c8f\U00010307"},
                                      {U'j', U"\u148d"},
                                      {U'k', U"\u20ad\u2c95\U0001030a"},
                                      {U'l', U"\u14aa\u00a3\u20a4\u2c93\U0001030b"},
                                      {U'm', U"\u15f0\u20a5\u2c99\U0001030c"},
                                      {U'n', U"\u0438\u144e\u20a6\u2c9b\U0001030d"},
                                      {U'o', U"\u15dd\u25cb\u25ef\u2c9f\U0001030f"},
                                      {U'p', U"\u146d\u20b1\u2ca3\U00010310"},
                                      {U'q', U"\U00010312"},
                                      {U'r', U"\u044f\u1587\U00010313"},
                                      {U's', U"\u1515\u20b4\u2ca5\U00010314"},
                                      {U't', U"\u20ae\u2ca7\U00010315"},
                                      {U'u', U"\u0446\u144c"},
                                      {U'v', U"\u142f\u2228\U00010316"},
                                      {U'w', U"\u0448\u0461\u03c9\u15ef\u20a9"},
                                      {U'x', U"\u166d\u2cad\U00010317"},
                                      {U'y', U"\u00a5\u2ca9"},
                                      {U'z', U"\u1614"}})
            for (const char32_t other : others) made[other] = {letter};
        return made;
    }();
    return all;
}

bool is_plain_letter(const Text& text) {
    return text.size() == 1 && ((text[0] >= U'a' && text[0] <= U'z') || (text[0] >= U'A' && text[0] <= U'Z'));
}

/// What remains once the marks are gone, which strokes and rings have become.
Text without_marks(const Text& text) {
    Text bare;
    for (const char32_t code : text)
        if ((U_MASK(u_charType(static_cast<UChar32>(code))) & (U_GC_MN_MASK | U_GC_ME_MASK)) == 0)
            bare += code;
    return bare;
}

Text looks_of(const Text& parts, UChar32 whole, int depth);

/// What Unicode or the list above says of the character by itself; empty: nothing.
Text rule_of(UChar32 code, int depth) {
    const Text self{static_cast<char32_t>(code)};
    const Text skeleton = confusable(code);
    if (skeleton != self)
        if (Text bare = looks_of(without_marks(skeleton), code, depth); is_plain_letter(bare)) return bare;
    if (const auto letter = letter_of_name(code)) return {*letter};
    if (const auto fancy = fancy_letters().find(self[0]); fancy != fancy_letters().end())
        return fancy->second;
    // A small letter that is drawn like its capital, which is mistaken for a Latin one.
    if (const UChar32 capital = u_toupper(code); capital != code && u_tolower(capital) == code)
        if (Text other = without_marks(confusable(capital)); is_plain_letter(other)) return other;
    if (u_charType(code) == U_OTHER_NUMBER)
        if (const double value = u_getNumericValue(code);
            value >= 0 && value < 10 && std::floor(value) == value)
            return {static_cast<char32_t>(U'0' + static_cast<int>(value))};
    return skeleton != self ? looks_of(skeleton, code, depth) : Text();
}

/// By rules and decompositions until nothing changes; `whole` is what `parts` are parts of.
Text looks_of(const Text& parts, UChar32 whole, int depth) {
    if (depth == 8) return parts;
    Text looks;
    for (const char32_t part : parts) {
        const auto code = static_cast<UChar32>(part);
        Text smaller;
        if (code != whole) {
            smaller = code < 0x80 ? Text() : rule_of(code, depth + 1);
            if (smaller.empty()) smaller = decomposition(code, nfkd());
            if (!smaller.empty()) smaller = looks_of(smaller, code, depth + 1);
        }
        looks += smaller.empty() ? Text{part} : smaller;
    }
    return looks;
}

bool is_character(UChar32 code) {
    const auto kinds = U_GC_CN_MASK | U_GC_CO_MASK | U_GC_CS_MASK | U_GC_CC_MASK | U_GC_CF_MASK;
    return (U_MASK(u_charType(code)) & kinds) == 0;
}

std::string utf8(const Text& text) {
    std::string out;
    for (const char32_t code : text) {
        std::array<char, 4> bytes{};
        int32_t size = 0;
        U8_APPEND_UNSAFE(bytes.data(), size, static_cast<UChar32>(code));
        out.append(bytes.data(), static_cast<std::size_t>(size));
    }
    return out;
}

void write_look_alikes(std::FILE* out) {
    struct Entry {
        UChar32 code;
        std::size_t at, size;
    };
    std::vector<Entry> entries;
    std::string looks;
    for (UChar32 code = 0x80; code <= UCHAR_MAX_VALUE; ++code) {
        // The server decomposes a text before it looks into the table.
        if (!is_character(code) || !decomposition(code, nfd()).empty()) continue;
        const Text look = rule_of(code, 0);
        if (look.empty() || look == Text{static_cast<char32_t>(code)}) continue;
        const std::string text = utf8(look);
        std::size_t at = looks.find(text);
        if (at == looks.npos) {
            at = looks.size();
            looks += text;
        }
        entries.push_back({code, at, text.size()});
    }
    std::fprintf(out, "constexpr char look_texts[] =");
    for (std::size_t i = 0; i < looks.size(); ++i) {
        if (i % 24 == 0) std::fprintf(out, "\n    \"");
        std::fprintf(out, "\\%03o", static_cast<unsigned>(static_cast<unsigned char>(looks[i])));
        if (i % 24 == 23 || i + 1 == looks.size()) std::fprintf(out, "\"");
    }
    std::fprintf(out, ";\nconstexpr Look looks[] = {\n");
    for (const Entry& one : entries)
        std::fprintf(out, "    {0x%x, %zu, %zu},\n", static_cast<unsigned>(one.code), one.at, one.size);
    std::fprintf(out, "};\n");
}

/// Ranges of letters that are joined to the one before, the one after, or both.
void write_joining(std::FILE* out) {
    const auto name_of = [](UChar32 code) -> const char* {
        switch (u_getIntPropertyValue(code, UCHAR_JOINING_TYPE)) {
            case U_JT_DUAL_JOINING:
                return "both";
            case U_JT_LEFT_JOINING:
                return "next";
            case U_JT_RIGHT_JOINING:
                return "previous";
            default:
                return nullptr;
        }
    };
    std::fprintf(out, "constexpr JoiningRange joining[] = {\n");
    for (UChar32 code = 0; code <= UCHAR_MAX_VALUE; ++code) {
        const char* kind = name_of(code);
        if (kind == nullptr) continue;
        const UChar32 first = code;
        while (name_of(code + 1) == kind) ++code;
        std::fprintf(out, "    {0x%x, 0x%x, Joining::%s},\n", static_cast<unsigned>(first),
                     static_cast<unsigned>(code), kind);
    }
    std::fprintf(out, "};\n");
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return 2;
    std::FILE* out = std::fopen(arguments[1], "w");
    if (out == nullptr) return 1;
    std::fprintf(out, "constexpr std::string_view data_version = \"ICU %s, Unicode %s\";\n", U_ICU_VERSION,
                 U_UNICODE_VERSION);
    write_look_alikes(out);
    write_joining(out);
    return std::fclose(out) == 0 ? 0 : 1;
}
