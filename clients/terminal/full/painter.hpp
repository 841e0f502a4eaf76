#pragma once

#include <optional>
#include <string>

#include "clients/terminal/full/canvas.hpp"
#include "clients/terminal/theme/theme.hpp"

namespace pentad::terminal {

/// Brings the terminal from what it shows to what it shall show, with as few bytes as that takes.
class Painter {
  public:
    Painter(Theme theme, ColourDepth depth) : theme_(std::move(theme)), depth_(depth) {}

    /// The bytes that draw what differs from the canvas before.
    std::string paint(const Canvas& canvas);
    /// The terminal shows nothing that can be relied on: the next paint() draws everything.
    void forget() { shown_.reset(); }
    void set_theme(Theme theme) {
        theme_ = std::move(theme);
        forget();
    }

  private:
    void paint_row(const Canvas& canvas, int y, bool everything, std::string& bytes);

    Theme theme_;
    const ColourDepth depth_;
    std::optional<Canvas> shown_;
};

}  // namespace pentad::terminal
