#include "clients/terminal/full/board_picture.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>

#include "clients/terminal/text/piece_text.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {
namespace {

using engine::Side;

constexpr int label_width = 3;

bool holds(const std::vector<std::string>& squares, const std::string& square) {
    return std::find(squares.begin(), squares.end(), square) != squares.end();
}

/// What stands left and right of a square's content, by what the square is at the moment.
struct Fence {
    const char* left;
    const char* right;
    Tone tone;
};

}  // namespace

BoardPicture::BoardPicture(const engine::Board& board, const std::vector<engine::Piece>& pieces,
                           const std::vector<engine::PieceKind>& kinds, const PictureLook& look)
    : board_(board), kinds_(kinds), look_(look) {
    for (const engine::Piece& piece : pieces)
        if (const auto place = place_of(piece.square)) pieces_[*place] = piece;
    for (const engine::Mark& mark : board.marks)
        if (const auto place = place_of(mark.at)) marks_[*place] = mark;
}

std::optional<BoardPicture::Place> BoardPicture::place_of(const std::string& square) {
    if (square.size() < 2 || square[0] < 'a' || square[0] > 'z') return std::nullopt;
    return Place{square[0] - 'a', std::atoi(square.c_str() + 1) - 1};
}

std::string BoardPicture::name_of(Place place) {
    return std::string(1, static_cast<char>('a' + place.column)) + std::to_string(place.row + 1);
}

bool BoardPicture::missing(Place place) const {
    const auto mark = marks_.find(place);
    return diamond() && mark != marks_.end() && mark->second.kind == "blocked";
}

BoardPicture::Point BoardPicture::grid(Place place) const {
    if (look_.flipped) place = {board_.columns - 1 - place.column, board_.rows - 1 - place.row};
    const int down = board_.rows - 1 - place.row;
    if (!diamond()) return {place.column, down};
    return {place.column + down, board_.columns - 1 - place.column + down};
}

BoardPicture::Point BoardPicture::pitch(PictureSize size) {
    switch (size) {
        case PictureSize::large:
            return {8, 4};
        case PictureSize::lined:
            return {4, 2};
        case PictureSize::close:
            return {3, 1};
        case PictureSize::tight:
            break;
    }
    return {2, 1};
}

BoardPicture::Point BoardPicture::corner(Place place, PictureSize size) const {
    const Point at = grid(place);
    if (diamond()) return {2 * at.x + 2, at.y};  // left of it the rows have their numbers
    const auto [across, down] = pitch(size);
    // Points have nothing around them, squares a frame.
    const bool framed = has_lines(size) && board_.style == engine::BoardStyle::squares;
    return {label_width + across * at.x + (framed ? across / 2 - 1 : 0),
            down * at.y + (framed ? down / 2 : 0)};
}

Area BoardPicture::extent(PictureSize size) const {
    if (diamond()) {
        const int side = board_.columns + board_.rows;
        return {0, 0, 2 * side + 2, side};
    }
    const auto [across, down] = pitch(size);
    if (!has_lines(size)) return {0, 0, label_width + across * board_.columns + 1, down * board_.rows + 1};
    if (board_.style == engine::BoardStyle::squares)
        return {0, 0, label_width + across * board_.columns + 1, down * board_.rows + 2};
    return {0, 0, label_width + across * (board_.columns - 1) + 4, down * (board_.rows - 1) + 2};
}

PictureSize BoardPicture::fitting(int width, int height, PictureSize largest) const {
    for (const PictureSize size : {PictureSize::large, PictureSize::lined, PictureSize::close}) {
        if (size < largest || (diamond() && has_lines(size))) continue;
        const Area needed = extent(size);
        if (needed.width <= width && needed.height <= height) return size;
    }
    return PictureSize::tight;
}

Area BoardPicture::view(const Area& area, PictureSize size) const {
    const Area all = extent(size);
    Area squares = area;
    if (diamond()) return squares;
    if (all.height > area.height) squares.height -= 1;
    if (all.width > area.width) {
        squares.x += label_width;
        squares.width -= label_width;
    }
    return squares;
}

/// Where the picture's top left is on the canvas.
BoardPicture::Point BoardPicture::offset(const Area& area, PictureSize size) const {
    const Area all = extent(size);
    const Area squares = view(area, size);
    Point at{area.x, area.y};
    const auto place = place_of(look_.focus.empty() ? look_.cursor : look_.focus);
    if (!place) return at;
    const Point focus = corner(*place, size);
    // Keeps the square in the middle of what is shown, as far as there is more to show.
    const auto move = [](int all_of_it, int shown, int wanted) {
        if (all_of_it <= shown) return 0;
        return std::clamp(wanted - shown / 2, 0, all_of_it - shown);
    };
    const int left = squares.x - area.x;
    const int below = area.height - squares.height;
    at.x -= move(all.width - left, squares.width, focus.x - left);
    at.y -= move(all.height - below, squares.height, focus.y);
    return at;
}

/// Draws only what lies in the area.
void BoardPicture::put(Canvas& canvas, const Area& area, int x, int y, const std::string& text,
                       Tone tone) const {
    if (area.holds(x, y)) canvas.put(x, y, text, tone, area.x + area.width - x);
}

void BoardPicture::draw(Canvas& canvas, const Area& area, PictureSize size) const {
    const Point at = offset(area, size);
    const Area squares = view(area, size);
    if (diamond())
        draw_diamond_labels(canvas, at, area);
    else
        draw_labels(canvas, at, area, size);
    if (has_lines(size) && !diamond() && board_.style == engine::BoardStyle::squares)
        draw_grid(canvas, at, squares, size);
    if (board_.style == engine::BoardStyle::points) draw_lines(canvas, at, squares, size);
    for (int row = 0; row < board_.rows; ++row)
        for (int column = 0; column < board_.columns; ++column)
            if (!missing({column, row})) draw_square(canvas, at, squares, {column, row}, size);
}

void BoardPicture::draw_labels(Canvas& canvas, Point at, const Area& area, PictureSize size) const {
    const Area squares = view(area, size);
    const int bottom = std::min(at.y + extent(size).height, area.y + area.height) - 1;
    const Area letters{squares.x, bottom, squares.width, 1};
    const Area numbers{area.x, squares.y, label_width, squares.height};
    for (int column = 0; column < board_.columns; ++column) {
        const Point it = corner({column, 0}, size);
        put(canvas, letters, at.x + it.x + 1, bottom, std::string(1, static_cast<char>('a' + column)),
            Tone::faint);
    }
    for (int row = 0; row < board_.rows; ++row) {
        const std::string number = std::to_string(row + 1);
        put(canvas, numbers, area.x + (number.size() < 2 ? 1 : 0), at.y + corner({0, row}, size).y, number,
            Tone::faint);
    }
}

/// Along the two lower edges.
void BoardPicture::draw_diamond_labels(Canvas& canvas, Point at, const Area& area) const {
    for (int i = 0; i < board_.columns; ++i) {
        const int column = look_.flipped ? board_.columns - 1 - i : i;
        put(canvas, area, at.x + 2 * (i + board_.rows) + 3, at.y + board_.columns - 1 - i + board_.rows,
            std::string(1, static_cast<char>('a' + column)), Tone::faint);
    }
    for (int down = 0; down < board_.rows; ++down) {
        const int row = look_.flipped ? down : board_.rows - 1 - down;
        const std::string number = std::to_string(row + 1);
        put(canvas, area, at.x + 2 * down + (number.size() < 2 ? 1 : 0), at.y + board_.columns + down, number,
            Tone::faint);
    }
}

void BoardPicture::draw_grid(Canvas& canvas, Point at, const Area& area, PictureSize size) const {
    const auto [wide, high] = pitch(size);
    // Joints by row (top, middle, bottom) and column (left, middle, right).
    static const std::array<std::array<const char*, 3>, 3> lines{
        {{"\u250C", "\u252C", "\u2510"}, {"\u251C", "\u253C", "\u2524"}, {"\u2514", "\u2534", "\u2518"}}};
    const auto place = [](int index, int last) {
        return static_cast<std::size_t>(index == 0 ? 0 : index == last ? 2 : 1);
    };
    for (int down = 0; down <= board_.rows; ++down)
        for (int across = 0; across <= board_.columns; ++across) {
            const int x = at.x + label_width + wide * across;
            const int y = at.y + high * down;
            const char* joint = lines[place(down, board_.rows)][place(across, board_.columns)];
            put(canvas, area, x, y, look_.unicode ? joint : "+", Tone::frame);
            for (int i = 1; across < board_.columns && i < wide; ++i)
                put(canvas, area, x + i, y, look_.unicode ? "\u2500" : "-", Tone::frame);
            for (int i = 1; down < board_.rows && i < high; ++i)
                put(canvas, area, x, y + i, look_.unicode ? "\u2502" : "|", Tone::frame);
        }
}

/// The lines between points. Only the larger pictures have room for them; in the others the points stand as
/// close as squares.
void BoardPicture::draw_lines(Canvas& canvas, Point at, const Area& area, PictureSize size) const {
    if (!has_lines(size) || diamond()) return;
    std::map<std::pair<int, int>, std::set<char>> strokes;
    const auto stroke = [&](Point from, Point to) {
        const int x = from.x + 1;
        const int y = from.y;
        const int right = to.x - from.x;
        const int down = to.y - from.y;
        const int steps = down == 0 ? std::abs(right) : std::abs(down);
        const char drawn = down == 0 ? '-' : right == 0 ? '|' : (right > 0) == (down > 0) ? '\\' : '/';
        for (int i = 1; i < steps; ++i) strokes[{x + right * i / steps, y + down * i / steps}].insert(drawn);
    };
    for (const auto& [a, b] : board_.lines) {
        const auto from = place_of(a);
        const auto to = place_of(b);
        if (!from || !to) continue;
        // A line may lead over several points; it is drawn from neighbour to neighbour.
        const int columns = to->column - from->column;
        const int rows = to->row - from->row;
        const int steps = std::max(std::abs(columns), std::abs(rows));
        if (steps == 0 || columns % steps != 0 || rows % steps != 0) continue;
        Place now = *from;
        for (int i = 0; i < steps; ++i) {
            const Place next{now.column + columns / steps, now.row + rows / steps};
            stroke(corner(now, size), corner(next, size));
            now = next;
        }
    }
    static const std::map<char, std::string> drawn{
        {'-', "\u2500"}, {'|', "\u2502"}, {'\\', "\u2572"}, {'/', "\u2571"}};
    for (const auto& [where, kinds] : strokes) {
        std::string text = look_.unicode ? drawn.at(*kinds.begin()) : std::string(1, *kinds.begin());
        if (kinds.size() > 1) text = look_.unicode ? "\u2573" : "X";
        put(canvas, area, at.x + where.first, at.y + where.second, text, Tone::frame);
    }
}

std::string BoardPicture::letter(const engine::Piece& piece) const {
    return piece_text(piece, kinds_, look_.unicode, true);
}

void BoardPicture::draw_square(Canvas& canvas, Point at, const Area& area, Place place,
                               PictureSize size) const {
    const std::string square = name_of(place);
    const bool points = board_.style == engine::BoardStyle::points && has_lines(size) && !diamond();
    Fence fence{" ", " ", Tone::normal};
    if (square == look_.cursor)
        fence = {">", "<", Tone::cursor};
    else if (holds(look_.picked, square))
        fence = {"(", ")", Tone::picked};
    else if (holds(look_.targets, square))
        fence = {":", ":", Tone::target};
    else if (holds(look_.last, square))
        fence = {"[", "]", Tone::last};
    const bool plain = fence.tone == Tone::normal;

    std::string text = look_.unicode ? "\u00B7" : ".";
    Tone tone = Tone::faint;
    std::string height;
    if (const auto piece = pieces_.find(place); piece != pieces_.end()) {
        text = letter(piece->second);
        tone = piece->second.side == Side::first ? Tone::first : Tone::second;
        if (piece->second.count > 1) height = std::to_string(piece->second.count);
    } else if (const auto mark = marks_.find(place); mark != marks_.end()) {
        text = std::string(1, mark_letter(mark->second.kind));
        if (mark->second.side) tone = *mark->second.side == Side::first ? Tone::first : Tone::second;
    }
    const Point it = corner(place, size);
    const int x = at.x + it.x;
    const int y = at.y + it.y;
    // Between points the lines go on unless something stands there.
    if (!points || !plain) put(canvas, area, x, y, fence.left, fence.tone);
    const bool narrow = cell_width(size) == 2;
    // Behind the piece stands the height of its stack; where there is no room the fence gives way.
    const bool tall = height.size() > (narrow ? 0U : 1U);
    put(canvas, area, x + (tall ? 0 : 1), y, text, plain || fence.tone == Tone::last ? tone : fence.tone);
    if (!height.empty())
        put(canvas, area, x + (tall ? 1 : 2), y, height, fence.tone == Tone::last ? fence.tone : tone);
    else if (!narrow && (!points || !plain))
        put(canvas, area, x + 2, y, fence.right, fence.tone);
}

std::optional<std::string> BoardPicture::square_at(const Area& area, PictureSize size, int x, int y) const {
    if (!view(area, size).holds(x, y)) return std::nullopt;
    const Point at = offset(area, size);
    for (int row = 0; row < board_.rows; ++row)
        for (int column = 0; column < board_.columns; ++column) {
            const Point it = corner({column, row}, size);
            const auto [across, down] = pitch(size);
            // All that the lines enclose; without them what stands there.
            const bool lines = has_lines(size) && !diamond();
            const int left = at.x + it.x - (lines ? across / 2 - 2 : 0);
            const int right = lines ? left + across - 1 : left + cell_width(size);
            const bool hit =
                x >= left && x < right && std::abs(y - at.y - it.y) <= (lines ? down / 2 - 1 : 0);
            if (hit && !missing({column, row})) return name_of({column, row});
        }
    return std::nullopt;
}

std::string BoardPicture::neighbour(const std::string& from, int right, int down) const {
    const auto start = place_of(from);
    if (!start) return name_of({board_.columns / 2, board_.rows / 2});
    // In a diamond the arrows go along its diagonals: up and right by turns.
    const int sign = look_.flipped ? -1 : 1;
    Place to{start->column + sign * right, start->row - sign * down};
    to.column = std::clamp(to.column, 0, board_.columns - 1);
    to.row = std::clamp(to.row, 0, board_.rows - 1);
    return missing(to) ? from : name_of(to);
}

Text picture_legend(const engine::Board& board, const std::vector<engine::PieceKind>& kinds,
                    const std::array<std::string, 2>& sides, bool unicode) {
    Text text;
    for (const engine::PieceKind& kind : kinds) {
        const std::string first = piece_text({"", Side::first, kind.id, 1}, kinds, unicode, true);
        const std::string second = piece_text({"", Side::second, kind.id, 1}, kinds, unicode, true);
        text.push_back({{first, Tone::first},
                        {" " + sides[0] + "  "},
                        {second, Tone::second},
                        {" " + sides[1] + ": " + kind.label}});
    }
    std::map<std::string, std::vector<std::string>> squares;
    for (const engine::Mark& mark : board.marks) {
        const std::string word = mark.kind == "blocked" ? tr("not part of the board") : mark.kind;
        const std::string whose =
            mark.side ? tr(" of {}", sides[static_cast<std::size_t>(engine::index(*mark.side))]) : "";
        squares[std::string(1, mark_letter(mark.kind)) + " " + word + whose].push_back(mark.at);
    }
    for (const auto& [said, where] : squares) {
        const bool row = where.size() > 2;
        const std::string rest = where.size() == 1 ? "" : (row ? tr(" to ") : ", ") + where.back();
        text.push_back(line(said + ": " + where.front() + rest, Tone::faint));
    }
    return text;
}

}  // namespace pentad::terminal
