#pragma once

#include <string>
#include <string_view>

/// What Unicode says of a code point: by utf8proc, and by the table that tools/unicode_tables.cpp makes of
/// ICU's data while building.
namespace pentad::server {

/// A mark that is drawn over, under or around the letter before it and takes no place of its own: all
/// nonspacing and enclosing marks.
bool is_mark(char32_t code);
/// What is shown as nothing where it is not understood: Default_Ignorable_Code_Point.
bool is_ignorable(char32_t code);
/// Zs: the blank and its relatives of other widths.
bool is_blank(char32_t code);
/// Zl, Zp and Cc.
bool is_control(char32_t code);
/// Cf, but for the signs of Arabic and others that are drawn around the figures after them.
bool is_format(char32_t code);
bool is_private_use(char32_t code);
bool is_assigned(char32_t code);
/// P, S and Zs.
bool is_sign(char32_t code);
bool is_small_letter(char32_t code);
bool is_capital_letter(char32_t code);
/// Extended_Pictographic: emoji, and what may become one.
bool is_pictograph(char32_t code);
/// It takes the vowel of the letter before it and may join that with the next one:
/// Canonical_Combining_Class 9.
bool is_virama(char32_t code);
/// A letter of a script whose letters are joined: to the next one, to the previous one.
bool joins_next(char32_t code);
bool joins_previous(char32_t code);

char32_t capital_of(char32_t code);

/// In canonical decomposition (NFD), with all letters made small when `folded`. REQUIRES: UTF-8.
std::u32string decomposed(std::string_view text, bool folded = false);
/// One character without its dress, such as a ring or the width: its compatibility decomposition (NFKD).
std::u32string undressed(char32_t code);

/// What readers mistake the character for, in UTF-8; empty: for nothing else. REQUIRES: a code point of a
/// decomposed text, not ASCII.
std::string_view look_alike(char32_t code);

/// Changes with the data.
std::string unicode_data_version();

void append_utf8(std::string& text, char32_t code);

}  // namespace pentad::server
