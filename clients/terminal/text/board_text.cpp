#include "clients/terminal/text/board_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "clients/terminal/text/piece_text.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {
namespace {

using engine::Side;

/// Counted from 0, {0, 0} is a1.
struct Place {
    int column = 0;
    int row = 0;

    friend auto operator<=>(const Place&, const Place&) = default;
};

std::optional<Place> place_of(const std::string& square) {
    if (square.size() < 2 || square[0] < 'a' || square[0] > 'z') return std::nullopt;
    return Place{square[0] - 'a', std::atoi(square.c_str() + 1) - 1};
}

struct Drawing {
    const engine::Board& board;
    const BoardLook& look;
    std::map<Place, std::pair<std::string, Tone>> pieces;
    std::map<Place, char> marks;
    std::set<Place> marked;
    std::set<std::pair<Place, Place>> joined;  ///< neighbours, both ways round

    /// The place that is drawn in this column from the left and this row from the top.
    Place at(int across, int down) const {
        if (look.flipped) return {board.columns - 1 - across, down};
        return {across, board.rows - 1 - down};
    }
    bool is_joined(Place a, Place b) const { return joined.contains({a, b}); }
};

/// A line may lead over several points; it is drawn from neighbour to neighbour.
void join(Drawing& drawing, Place a, Place b) {
    const int columns = b.column - a.column;
    const int rows = b.row - a.row;
    const int steps = std::max(std::abs(columns), std::abs(rows));
    const bool straight = columns == 0 || rows == 0 || std::abs(columns) == std::abs(rows);
    if (steps == 0 || !straight) return;
    for (int i = 0; i < steps; ++i) {
        const Place next{a.column + columns / steps, a.row + rows / steps};
        drawing.joined.insert({a, next});
        drawing.joined.insert({next, a});
        a = next;
    }
}

Drawing prepare(const engine::Board& board, const std::vector<engine::Piece>& pieces,
                const std::vector<engine::PieceKind>& kinds, const BoardLook& look) {
    Drawing drawing{board, look, {}, {}, {}, {}};
    for (const auto& piece : pieces) {
        const auto place = place_of(piece.square);
        if (!place) continue;
        std::string text = piece_text(piece, kinds, look.unicode, false);
        if (piece.count > 1) text += std::to_string(piece.count);
        drawing.pieces[*place] = {std::move(text), piece.side == Side::first ? Tone::first : Tone::second};
    }
    for (const auto& mark : board.marks)
        if (const auto place = place_of(mark.at)) drawing.marks[*place] = mark_letter(mark.kind);
    for (const auto& square : look.marked)
        if (const auto place = place_of(square)) drawing.marked.insert(*place);
    for (const auto& [a, b] : board.lines) {
        const auto from = place_of(a);
        const auto to = place_of(b);
        if (from && to) join(drawing, *from, *to);
    }
    return drawing;
}

/// What stands on a place: the piece, else the mark, else a dot.
Span content(const Drawing& drawing, Place place) {
    if (const auto piece = drawing.pieces.find(place); piece != drawing.pieces.end()) {
        const bool last = drawing.marked.contains(place);
        return {piece->second.first, last ? Tone::last : piece->second.second};
    }
    if (const auto mark = drawing.marks.find(place); mark != drawing.marks.end())
        return {std::string(1, mark->second), Tone::faint};
    return {drawing.look.unicode ? "\u00B7" : ".", drawing.marked.contains(place) ? Tone::last : Tone::faint};
}

/// Columns on the screen; every character drawn here is one wide.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string row_label(const Drawing& drawing, int down) {
    const std::string number = std::to_string(drawing.at(0, down).row + 1);
    return std::string(number.size() < 2 ? 1 : 0, ' ') + number;
}

Line column_labels(const Drawing& drawing) {
    std::string text = "    ";
    for (int across = 0; across < drawing.board.columns; ++across) {
        text += static_cast<char>('a' + drawing.at(across, 0).column);
        if (across + 1 < drawing.board.columns) text += "   ";
    }
    return line(std::move(text), Tone::faint);
}

Line square_row(const Drawing& drawing, int down) {
    Line row{{row_label(drawing, down), Tone::faint}};
    std::size_t used = 2;
    const auto put = [&](Span span) {
        used += width(span.text);
        row.push_back(std::move(span));
    };
    for (int across = 0; across < drawing.board.columns; ++across) {
        const Place place = drawing.at(across, down);
        const bool marked = drawing.marked.contains(place);
        const std::size_t start = 4 + 4 * static_cast<std::size_t>(across) - (marked ? 1 : 0);
        if (start > used) put({std::string(start - used, ' ')});
        if (marked) put({"[", Tone::last});
        put(content(drawing, place));
        if (marked) put({"]", Tone::last});
    }
    const std::size_t end = 4 + 4 * static_cast<std::size_t>(drawing.board.columns);
    put({std::string(end - std::min(used, end - 1), ' ') + row_label(drawing, down), Tone::faint});
    return row;
}

Line point_row(const Drawing& drawing, int down) {
    const std::string dash = drawing.look.unicode ? "\u2500" : "-";
    Line row{{row_label(drawing, down) + "  ", Tone::faint}};
    for (int across = 0; across < drawing.board.columns; ++across) {
        const Place place = drawing.at(across, down);
        Span span = content(drawing, place);
        const std::size_t used = width(span.text);
        row.push_back(std::move(span));
        const bool last = across + 1 == drawing.board.columns;
        const bool lined = !last && drawing.is_joined(place, drawing.at(across + 1, down));
        std::string rest;
        for (std::size_t i = used; i < 4; ++i) rest += lined ? dash : " ";
        row.push_back({std::move(rest), Tone::faint});
    }
    row.push_back({row_label(drawing, down), Tone::faint});
    return row;
}

/// The lines between a row and the one below it.
Line between_rows(const Drawing& drawing, int down) {
    const bool unicode = drawing.look.unicode;
    std::string text = "    ";
    for (int across = 0; across < drawing.board.columns; ++across) {
        const Place above = drawing.at(across, down);
        const Place below = drawing.at(across, down + 1);
        text += drawing.is_joined(above, below) ? (unicode ? "\u2502" : "|") : " ";
        if (across + 1 == drawing.board.columns) break;
        const bool falling = drawing.is_joined(above, drawing.at(across + 1, down + 1));
        const bool rising = drawing.is_joined(below, drawing.at(across + 1, down));
        text += ' ';
        if (falling && rising)
            text += unicode ? "\u2573" : "X";
        else if (falling)
            text += unicode ? "\u2572" : "\\";
        else
            text += rising ? (unicode ? "\u2571" : "/") : " ";
        text += ' ';
    }
    return line(std::move(text), Tone::faint);
}

}  // namespace

Text board_text(const engine::Board& board, const std::vector<engine::Piece>& pieces,
                const std::vector<engine::PieceKind>& kinds, const BoardLook& look) {
    const Drawing drawing = prepare(board, pieces, kinds, look);
    const bool points = board.style == engine::BoardStyle::points;
    Text text{column_labels(drawing)};
    for (int down = 0; down < board.rows; ++down) {
        text.push_back(points ? point_row(drawing, down) : square_row(drawing, down));
        if (points && down + 1 < board.rows) text.push_back(between_rows(drawing, down));
    }
    text.push_back(column_labels(drawing));
    return text;
}

Text legend(const engine::Board& board, const std::vector<engine::PieceKind>& kinds,
            const std::array<std::string, 2>& sides) {
    Text text;
    for (const auto& kind : kinds) {
        const engine::Piece first{"", Side::first, kind.id, 1};
        const engine::Piece second{"", Side::second, kind.id, 1};
        text.push_back({{piece_text(first, kinds, false, false), Tone::first},
                        {tr(" {} of {}, ", kind.label, sides[0])},
                        {piece_text(second, kinds, false, false), Tone::second},
                        {tr(" {} of {}", kind.label, sides[1])}});
    }
    std::map<std::string, std::string> squares;
    for (const auto& mark : board.marks) {
        std::string& list = squares[mark.kind];
        if (!list.empty()) list += ", ";
        list += mark.at;
        if (mark.side) list += " (" + sides[static_cast<std::size_t>(engine::index(*mark.side))] + ")";
    }
    for (const auto& [kind, list] : squares) {
        const std::string word = kind == "blocked" ? tr("not part of the board") : kind;
        text.push_back(line(std::string(1, mark_letter(kind)) + " " + word + ": " + list));
    }
    return text;
}

}  // namespace pentad::terminal
