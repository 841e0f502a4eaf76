#include "clients/terminal/text/width.hpp"

#include <utf8proc.h>

namespace pentad::terminal {

int columns_of(char32_t c) {
    const auto code = static_cast<utf8proc_int32_t>(c);
    // Of a newer Unicode: a picture where there are only such, else most likely a letter.
    if (utf8proc_category(code) == UTF8PROC_CATEGORY_CN) return c >= 0x1F000 && c <= 0x1FAFF ? 2 : 1;
    return utf8proc_charwidth(code);
}

}  // namespace pentad::terminal
