#pragma once

namespace pentad::terminal {

/// How many columns a terminal takes for a character: 0 for marks that join the one before, 2 for the wide
/// scripts and pictures, else 1. By the character alone, whatever the locale.
int columns_of(char32_t character);

}  // namespace pentad::terminal
