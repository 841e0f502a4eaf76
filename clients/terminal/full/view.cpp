#include "clients/terminal/full/view.hpp"

#include <algorithm>

namespace pentad::terminal {

Area draw_frame(Canvas& canvas, const std::string& title, const std::string& right, const std::string& keys) {
    const int width = canvas.width();
    const int bottom = canvas.height() - 1;
    canvas.fill({0, 0, width, 1}, Tone::title);
    const int right_width = std::min(columns(right), width / 2);
    canvas.put(1, 0, title, Tone::title, width - right_width - 3);
    canvas.put(width - right_width - 1, 0, right, Tone::title, right_width);
    if (bottom > 1) canvas.put(1, bottom, keys, Tone::faint, width - 2);
    return {1, 1, std::max(width - 2, 1), std::max(bottom - 1, 1)};
}

}  // namespace pentad::terminal
