#include "engine/geometry/square.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace pentad::engine {

std::string square_name(Square square) {
    const int number = square.row + 1;
    const char column = static_cast<char>('a' + square.column);
    const char ones = static_cast<char>('0' + number % 10);
    if (number < 10) return {column, ones};
    return {column, static_cast<char>('0' + number / 10), ones};
}

std::optional<Square> take_square(std::string_view& text) {
    const auto digit = [&](std::size_t i, char low) {
        return i < text.size() && text[i] >= low && text[i] <= '9';
    };
    if (text.empty() || text[0] < 'a' || text[0] > 'z' || !digit(1, '1')) return std::nullopt;
    const Square start{text[0] - 'a', text[1] - '1'};
    if (!digit(2, '0')) {
        text.remove_prefix(2);
        return start;
    }
    const Square two_digits{start.column, (start.row + 1) * 10 + (text[2] - '0') - 1};
    text.remove_prefix(3);
    return two_digits;
}

std::optional<Line> line_between(Square from, Square to) {
    const int columns = to.column - from.column;
    const int rows = to.row - from.row;
    const int length = std::max(std::abs(columns), std::abs(rows));
    const bool straight = columns == 0 || rows == 0 || std::abs(columns) == std::abs(rows);
    if (length == 0 || !straight) return std::nullopt;
    return Line{columns / length, rows / length, length};
}

Size parse_size(std::string_view text) {
    Size size;
    const char* end = text.data() + text.size();
    const auto cross = std::from_chars(text.data(), end, size.columns).ptr;
    if (cross != end) std::from_chars(cross + 1, end, size.rows);
    return size;
}

}  // namespace pentad::engine
