#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clients/terminal/text/text.hpp"

namespace pentad::terminal {

/// A part of the screen, in columns and rows from its top left.
struct Area {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    bool holds(int at_x, int at_y) const {
        return at_x >= x && at_x < x + width && at_y >= y && at_y < y + height;
    }
};

struct Cell {
    std::string text = " ";  ///< one character and what joins it; empty: the right half of a wide one
    Tone tone = Tone::normal;

    friend bool operator==(const Cell&, const Cell&) = default;
};

/// What the screen shall show, as cells. Every text goes through printable() here, so nothing that somebody
/// wrote can command the terminal. What lies outside is not drawn.
class Canvas {
  public:
    Canvas(int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }
    Area all() const { return {0, 0, width_, height_}; }
    /// REQUIRES: inside.
    const Cell& at(int x, int y) const { return cells_[static_cast<std::size_t>(y * width_ + x)]; }

    void clear();
    void fill(const Area& area, Tone tone);
    /// Writes a text of which no more than `limit` columns are shown, the last of them `~` when more is cut
    /// off. Returns the column behind it.
    int put(int x, int y, std::string_view text, Tone tone = Tone::normal, int limit = 1 << 20);
    /// The spans one after another, within `limit` columns.
    int put(int x, int y, const Line& line, int limit = 1 << 20);
    /// Changes only the tone of a cell.
    void tint(int x, int y, Tone tone);

    /// The rows as text, without blanks at their ends.
    std::string text() const;

  private:
    Cell* cell(int x, int y);

    const int width_;
    const int height_;
    std::vector<Cell> cells_;
};

/// How many columns a text takes on a canvas.
int columns(std::string_view text);

/// A text in lines of no more than `width` columns, broken at blanks. What goes on in the next line stands
/// below where it began: behind the blanks at the start, or behind the wide gap of a table.
std::vector<std::string> wrapped(std::string_view text, int width);

}  // namespace pentad::terminal
