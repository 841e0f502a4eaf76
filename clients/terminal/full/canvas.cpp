#include "clients/terminal/full/canvas.hpp"

#include <algorithm>

#include "clients/terminal/text/width.hpp"
#include "protocol/utf8.hpp"

namespace pentad::terminal {
namespace {

/// Calls use(character, its bytes, its columns) for each character that may be shown.
template <class Use>
void each_character(std::string_view text, Use use) {
    const std::string safe = printable(text);
    std::string_view rest = safe;
    while (!rest.empty()) {
        const protocol::CodePoint first = protocol::first_code_point(rest);
        const std::size_t bytes = std::max<std::size_t>(first.bytes, 1);
        use(rest.substr(0, bytes), columns_of(first.value));
        rest.remove_prefix(bytes);
    }
}

}  // namespace

Canvas::Canvas(int width, int height)
    : width_(std::max(width, 1)),
      height_(std::max(height, 1)),
      cells_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {}

void Canvas::clear() { std::fill(cells_.begin(), cells_.end(), Cell{}); }

Cell* Canvas::cell(int x, int y) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return nullptr;
    return &cells_[static_cast<std::size_t>(y * width_ + x)];
}

void Canvas::fill(const Area& area, Tone tone) {
    for (int y = area.y; y < area.y + area.height; ++y)
        for (int x = area.x; x < area.x + area.width; ++x)
            if (Cell* it = cell(x, y)) *it = {" ", tone};
}

int Canvas::put(int x, int y, std::string_view text, Tone tone, int limit) {
    const int end = x + std::max(limit, 0);
    const bool cut = columns(text) > limit;
    each_character(text, [&](std::string_view character, int wide) {
        if (wide == 0) {
            Cell* before = cell(x - 1, y);
            if (before != nullptr && !before->text.empty() && before->text.size() < 16)
                before->text += character;
            return;
        }
        if (x + wide > (cut ? end - 1 : end)) return;
        Cell* first = cell(x, y);
        Cell* second = wide == 2 ? cell(x + 1, y) : nullptr;
        // Half of a wide character cannot be shown.
        if (first) *first = {wide == 2 && !second ? " " : std::string(character), tone};
        if (second) *second = {"", tone};
        x += wide;
    });
    if (cut && x < end) {
        if (Cell* last = cell(x, y)) *last = {"~", tone};
        ++x;
    }
    return x;
}

int Canvas::put(int x, int y, const Line& line, int limit) {
    const int end = x + limit;
    for (const Span& span : line) x = put(x, y, span.text, span.tone, end - x);
    return x;
}

void Canvas::tint(int x, int y, Tone tone) {
    if (Cell* it = cell(x, y)) it->tone = tone;
}

std::string Canvas::text() const {
    std::string result;
    for (int y = 0; y < height_; ++y) {
        std::string row;
        for (int x = 0; x < width_; ++x) row += at(x, y).text;
        row.erase(row.find_last_not_of(' ') + 1);
        result += row + "\n";
    }
    return result;
}

int columns(std::string_view text) {
    int count = 0;
    each_character(text, [&](std::string_view, int wide) { count += wide; });
    return count;
}

std::vector<std::string> wrapped(std::string_view text, int width) {
    std::vector<std::string> rows;
    std::string row;
    std::string word;
    std::size_t gap = 0;  // blanks before the word
    std::size_t indent = 0;
    bool begun = false;  // the row has a word
    const auto next_row = [&] {
        rows.push_back(row);
        row.assign(indent, ' ');
        begun = false;
    };
    const auto end_word = [&] {
        if (begun && columns(row) + static_cast<int>(gap) + columns(word) > width) next_row();
        const bool first_row = rows.empty();
        if (begun || first_row) row.append(gap, ' ');
        const auto here = static_cast<std::size_t>(columns(row));
        // An indentation that leaves no room for text is none.
        if (first_row && gap >= (begun ? 2U : 1U) && static_cast<int>(2 * here) <= width) indent = here;
        row += word;
        word.clear();
        gap = 0;
        begun = true;
    };
    each_character(text, [&](std::string_view character, int wide) {
        if (character == " ") {
            if (!word.empty()) end_word();
            ++gap;
            return;
        }
        if (columns(word) + wide > width - static_cast<int>(indent)) end_word();
        word += character;
    });
    if (!word.empty()) end_word();
    if (begun || rows.empty()) rows.push_back(row);
    return rows;
}

}  // namespace pentad::terminal
