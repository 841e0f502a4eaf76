#include "clients/terminal/full/painter.hpp"

namespace pentad::terminal {

std::string Painter::paint(const Canvas& canvas) {
    const bool everything =
        !shown_ || shown_->width() != canvas.width() || shown_->height() != canvas.height();
    std::string bytes;
    for (int y = 0; y < canvas.height(); ++y) paint_row(canvas, y, everything, bytes);
    if (!bytes.empty()) bytes += "\x1b[0m";
    shown_.emplace(canvas);
    return everything ? "\x1b[0m\x1b[2J" + bytes : bytes;
}

void Painter::paint_row(const Canvas& canvas, int y, bool everything, std::string& bytes) {
    std::optional<Tone> tone;
    bool follows = false;  // is the cursor where the next cell is?
    for (int x = 0; x < canvas.width(); ++x) {
        const Cell& cell = canvas.at(x, y);
        const bool differs = everything || !(cell == shown_->at(x, y));
        // The right half of a wide character is drawn with its left one.
        if (!differs || cell.text.empty()) {
            follows = follows && cell.text.empty();
            continue;
        }
        if (!follows) bytes += "\x1b[" + std::to_string(y + 1) + ";" + std::to_string(x + 1) + "H";
        if (tone != cell.tone || !tone) {
            const std::string style = sequence(theme_.of(cell.tone), depth_);
            bytes += style.empty() ? "\x1b[0m" : style;
            tone = cell.tone;
        }
        bytes += cell.text;
        follows = true;
    }
}

}  // namespace pentad::terminal
