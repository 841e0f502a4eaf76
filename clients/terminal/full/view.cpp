#include "clients/terminal/full/view.hpp"

#include <algorithm>

namespace pentad::terminal {

namespace {

/// Keys are told in groups with a wide gap between them, the most needed last. Where there is no room for
/// all, the first ones are left out.
std::string fitting_keys(std::string keys, int width) {
    for (std::size_t gap = 0; columns(keys) > width && (gap = keys.find("   ")) != std::string::npos;)
        keys.erase(0, gap + 3);
    return keys;
}

}  // namespace

Area draw_frame(Canvas& canvas, const std::string& title, const std::string& right, const std::string& keys) {
    const int width = canvas.width();
    const int bottom = canvas.height() - 1;
    canvas.fill({0, 0, width, 1}, Tone::title);
    const int right_width = std::min(columns(right), width / 2);
    canvas.put(1, 0, title, Tone::title, width - right_width - 3);
    canvas.put(width - right_width - 1, 0, right, Tone::title, right_width);
    if (bottom > 1) canvas.put(1, bottom, fitting_keys(keys, width - 2), Tone::faint, width - 2);
    return {1, 1, std::max(width - 2, 1), std::max(bottom - 1, 1)};
}

}  // namespace pentad::terminal
