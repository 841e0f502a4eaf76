#include "engine/geometry/rows.hpp"

#include <charconv>

namespace pentad::engine {
namespace {

void append_row(std::string& text, std::string_view squares) {
    int empty = 0;
    const auto end_run = [&] {
        if (empty >= 10) text += static_cast<char>('0' + empty / 10);
        if (empty > 0) text += static_cast<char>('0' + empty % 10);
        empty = 0;
    };
    for (char letter : squares) {
        if (letter == '.') {
            ++empty;
            continue;
        }
        end_run();
        text += letter;
    }
    end_run();
}

tl::expected<std::string, std::string> read_row(std::size_t columns, std::string_view text,
                                                std::string_view letters) {
    std::string squares;
    while (!text.empty()) {
        std::size_t empty = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), empty);
        if (error == std::errc{}) {
            if (empty == 0 || empty > columns)
                return tl::unexpected<std::string>("A number counts empty squares of one row.");
            squares.append(empty, '.');
            text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        } else if (letters.find(text[0]) == std::string_view::npos) {
            return tl::unexpected("A board is written with the letters " + std::string(letters) +
                                  ", numbers of empty squares and / between rows.");
        } else {
            squares += text[0];
            text.remove_prefix(1);
        }
        if (squares.size() > columns) break;
    }
    if (squares.size() != columns)
        return tl::unexpected("Every row of this board has " + std::to_string(columns) + " squares.");
    return squares;
}

}  // namespace

std::string write_rows(Size size, std::string_view squares) {
    const auto columns = static_cast<std::size_t>(size.columns);
    std::string text;
    text.reserve(squares.size() + static_cast<std::size_t>(size.rows));
    for (int row = size.rows - 1; row >= 0; --row) {
        append_row(text, squares.substr(static_cast<std::size_t>(row) * columns, columns));
        if (row > 0) text += '/';
    }
    return text;
}

tl::expected<std::string, std::string> read_rows(Size size, std::string_view text, std::string_view letters) {
    const std::string wrong_rows = "This board has " + std::to_string(size.rows) + " rows.";
    std::string squares;
    for (int row = size.rows - 1; row >= 0; --row) {
        const std::size_t end = text.find('/');
        if ((end == std::string_view::npos) != (row == 0)) return tl::unexpected(wrong_rows);
        const auto read = read_row(static_cast<std::size_t>(size.columns), text.substr(0, end), letters);
        if (!read) return tl::unexpected(read.error());
        squares.insert(0, *read);
        text.remove_prefix(row == 0 ? text.size() : end + 1);
    }
    return squares;
}

}  // namespace pentad::engine
