#pragma once

#include <string>
#include <string_view>

/// Unicode properties, from utf8proc and from the table that tools/unicode_tables.cpp makes from ICU's data
/// at build time.
namespace pentad::server {

/// A nonspacing or enclosing combining mark (Mn, Me).
bool is_mark(char32_t code);
/// Default_Ignorable_Code_Point.
bool is_ignorable(char32_t code);
/// Zs.
bool is_blank(char32_t code);
/// Zl, Zp and Cc.
bool is_control(char32_t code);
/// Cf, except prepended signs such as the Arabic number sign.
bool is_format(char32_t code);
bool is_private_use(char32_t code);
bool is_assigned(char32_t code);
/// P, S and Zs.
bool is_sign(char32_t code);
bool is_small_letter(char32_t code);
bool is_capital_letter(char32_t code);
/// Extended_Pictographic.
bool is_pictograph(char32_t code);
/// Canonical_Combining_Class 9.
bool is_virama(char32_t code);
/// Does the letter join to the next one, to the previous one (Joining_Type)?
bool joins_next(char32_t code);
bool joins_previous(char32_t code);

char32_t capital_of(char32_t code);

/// Canonical decomposition (NFD), in lower case if `folded`. REQUIRES: UTF-8.
std::u32string decomposed(std::string_view text, bool folded = false);
/// Compatibility decomposition (NFKD) of one character.
std::u32string undressed(char32_t code);

/// The confusable prototype in UTF-8; empty if it has none. REQUIRES: a non-ASCII code point of a decomposed
/// text.
std::string_view look_alike(char32_t code);

/// Changes with the data.
std::string unicode_data_version();

void append_utf8(std::string& text, char32_t code);

}  // namespace pentad::server
