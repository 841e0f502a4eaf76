#include "server/base/text/confusables.hpp"

#include <algorithm>
#include <utility>

#include "protocol/utf8.hpp"
#include "server/base/text/unicode.hpp"

namespace pentad::server {
namespace {

/// A separator or decoration, as in `[Ann]` or `Ann\u2122`. Emoji are not: they can be all of a name.
bool is_decoration(char32_t code) { return code < 0x1f000 && is_sign(code); }

/// A combining mark over a letter of a European alphabet, which stays readable without it.
bool is_accent(char32_t code) {
    return is_mark(code) && (code < 0x500 || (code >= 0x1ab0 && code <= 0x1dff) ||
                             (code >= 0x20d0 && code <= 0x20ff) || code >= 0xfe20);
}

/// The skeleton of an ASCII character.
std::string_view plain_sign(char32_t code) {
    static constexpr std::string_view letters = "abcdefghljklmnopqrstuvwxyz";
    if (code >= U'A' && code <= U'Z') code += U'a' - U'A';
    switch (code) {
        case U'i':
        case U'1':
        case U'|':
        case U'!':
            return "l";
        case U'0':
            return "o";
        case U'5':
        case U'$':
            return "s";
        case U'm':
            return "rn";
        case U'w':
            return "vv";
        default:
            if (code >= U'a' && code <= U'z') return letters.substr(code - U'a', 1);
            return {};
    }
}

/// Calls use(code) for each character of the prototype or compatibility decomposition of `code`.
template <class Use>
void each_look(char32_t code, Use use) {
    if (code < 0x80) return use(code);
    if (std::string_view looks = look_alike(code); !looks.empty()) {
        while (!looks.empty()) {
            const auto [part, bytes] = protocol::first_code_point(looks);
            looks.remove_prefix(bytes);
            use(part);
        }
        return;
    }
    const std::u32string bare = undressed(code);
    if (bare.size() == 1 && bare[0] == code) return use(code);
    for (const char32_t part : bare) each_look(part, use);
}

/// The skeleton of a decomposed text.
std::string skeleton_of(const std::u32string& text) {
    std::string plain, whole;
    for (const char32_t code : text) {
        if (is_ignorable(code)) continue;
        // Nobody reads the letters of a trademark sign.
        if (is_decoration(code) && look_alike(code).empty() && undressed(code).size() > 1) {
            append_utf8(whole, code);
            continue;
        }
        each_look(code, [&](char32_t part) {
            const std::string_view ascii = part < 0x80 ? plain_sign(part) : std::string_view();
            std::string looks(ascii);
            if (ascii.empty()) append_utf8(looks, part);
            whole += looks;
            // In scripts that write vowels as marks, a mark makes another word; over a Latin letter it is
            // noise.
            const bool dirt = plain.empty() || static_cast<unsigned char>(plain.back()) < 0x80;
            if (is_mark(part) ? is_accent(part) || dirt : ascii.empty() && is_decoration(part)) return;
            plain += looks;
        });
    }
    // Decomposing may have left combining marks out of order.
    std::string ordered;
    for (const char32_t code : decomposed(plain.empty() ? whole : plain)) append_utf8(ordered, code);
    return ordered;
}

/// The letters that a digit or sign stands for, besides what it looks like.
std::string_view written_for(char32_t code) {
    switch (code) {
        case U'@':
        case U'4':
            return "a";
        case U'3':
            return "e";
        case U'7':
            return "t";
        case U'6':
            return "g";
        case U'8':
            return "b";
        default:
            return {};
    }
}

bool is_figure(char32_t code) { return code >= U'0' && code <= U'9'; }

/// Adds the reading of one form of a character, if it can be read as Latin letters.
void add_reading(char32_t form, Sign& sign) {
    std::string read;
    bool is_latin = true;
    each_look(form, [&](char32_t part) {
        std::string_view letters = plain_sign(part);
        if (letters.empty()) letters = written_for(part);
        read += letters;
        is_latin = is_latin && (!letters.empty() || is_mark(part) || is_decoration(part));
    });
    if (read.empty() || !is_latin) return;
    if (std::find(sign.readings.begin(), sign.readings.end(), read) == sign.readings.end())
        sign.readings.push_back(std::move(read));
}

}  // namespace

std::string skeleton(std::string_view text) { return skeleton_of(decomposed(text)); }

Skeleton looks_of(std::string_view text) { return {skeleton(text), skeleton_of(decomposed(text, true))}; }

bool are_mistaken(const Skeleton& one, const Skeleton& other) {
    return one.written == other.written || one.folded == other.folded;
}

std::string looks_version() { return "2, " + unicode_data_version(); }

std::vector<Sign> signs_of(std::string_view text) {
    std::vector<Sign> signs;
    bool begins_word = true, after_small = false;
    for (const char32_t code : decomposed(text)) {
        if (is_ignorable(code) || is_mark(code)) continue;
        Sign sign;
        std::string spelled;
        append_utf8(spelled, code);
        const std::u32string bare = undressed(code);
        const std::u32string small = decomposed(spelled, true);
        // As it is, decomposed, and both in the other case.
        add_reading(code, sign);
        if (bare.size() == 1) add_reading(bare[0], sign);
        if (small.size() == 1) add_reading(small[0], sign);
        add_reading(capital_of(code), sign);
        sign.passed_over = sign.readings.empty() || is_decoration(code) || is_figure(bare[0]);
        sign.begins_word = begins_word || (after_small && is_capital_letter(code));
        begins_word = is_decoration(code) || sign.readings.empty();
        after_small = is_small_letter(code);
        signs.push_back(std::move(sign));
    }
    return signs;
}

}  // namespace pentad::server
