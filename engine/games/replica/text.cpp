#include <algorithm>
#include <optional>

#include "engine/games/replica/state.hpp"
#include "engine/geometry/rows.hpp"
#include "engine/geometry/square.hpp"
#include "engine/search/make_position.hpp"

namespace pentad::engine::replica {
namespace {

constexpr Size board_size{8, 8};

Square square_of(int number) { return {number % 8, number / 8}; }
int number_of(Square square) { return 8 * square.row + square.column; }
std::string name_of(int number) { return square_name(square_of(number)); }
bool on_board(Square square) { return square.column < 8 && square.row < 8; }

tl::unexpected<Refusal> illegal(std::string rule, std::string reason, std::vector<std::string> squares) {
    return tl::unexpected(
        Refusal{Refusal::Kind::illegal, std::move(rule), std::move(reason), std::move(squares)});
}

std::string direction_name(const Line& line) {
    const char* vertical = line.rows > 0 ? "up" : line.rows < 0 ? "down" : "";
    const char* horizontal = line.columns > 0 ? "to the right" : line.columns < 0 ? "to the left" : "";
    return std::string(vertical) + (line.rows != 0 && line.columns != 0 ? " and " : "") + horizontal;
}

/// A move as it is written, `=` for a transformation.
struct WrittenMove {
    Square from;
    char sign = '-';
    Square to;
};

std::optional<WrittenMove> take_apart_move(std::string_view text) {
    const auto from = take_square(text);
    if (!from || text.empty()) return std::nullopt;
    if (text == "=K") return WrittenMove{*from, '=', *from};
    const char sign = text[0];
    text.remove_prefix(1);
    const auto to = take_square(text);
    if ((sign != '-' && sign != 'x') || !to || !text.empty()) return std::nullopt;
    return WrittenMove{*from, sign, *to};
}

constexpr std::string_view letters = "mkMK";

char letter_of(Side side, bool king) { return letters[static_cast<std::size_t>(2 * index(side) + king)]; }

}  // namespace

std::vector<Piece> State::pieces() const {
    std::vector<Piece> all;
    all.reserve(static_cast<std::size_t>(count(pieces_[0] | pieces_[1])));
    for (SquareSet rest = pieces_[0] | pieces_[1]; rest != 0;) {
        const int square = take_lowest(rest);
        const Side side = has(pieces_[0], square) ? Side::first : Side::second;
        all.push_back({name_of(square), side, has(kings_, square) ? "king" : "man", 1});
    }
    return all;
}

std::string State::to_text(Move move) const {
    // Rules 5.1
    if (move.transforms()) return name_of(move.from) + "=K";
    return name_of(move.from) + (has(enemies(), move.to) ? "x" : "-") + name_of(move.to);
}

tl::expected<Move, Refusal> State::read(std::string_view text) const {
    const auto written = take_apart_move(text);
    if (!written)
        return tl::unexpected(
            Refusal{Refusal::Kind::unreadable, "", "A move is written like a4-a5, a4xa5 or b2=K.", {}});
    for (const Square square : {written->from, written->to})
        if (!on_board(square))
            return illegal("1.1", square_name(square) + " is off the board, which ends at h8.",
                           {square_name(square)});

    const int from = number_of(written->from);
    const std::string from_name = name_of(from);
    // Rules 3.2: only pieces of one's own act.
    if (has(enemies(), from)) return illegal("3.2", from_name + " is not your piece.", {from_name});
    if (!has(own(), from)) return illegal("3.2", from_name + " is empty.", {from_name});
    return written->sign == '=' ? read_transformation(from)
                                : read_travel(from, written->sign, number_of(written->to));
}

tl::expected<Move, Refusal> State::read_travel(int from, char sign, int to) const {
    const std::string from_name = name_of(from);
    const std::string to_name = name_of(to);
    const int ahead = to_move_ == Side::first ? 1 : -1;
    const std::string ways =
        ahead > 0 ? "up, right or diagonally up and right" : "down, left or diagonally down and left";
    const std::string side_name = ahead > 0 ? "White" : "Black";
    if (from == to)
        return illegal("3.2", "A piece that moves leaves its square, " + from_name + ".", {from_name});
    const auto line = line_between(square_of(from), square_of(to));
    if (!line)
        return illegal("3.2",
                       "No straight line leads from " + from_name + " to " + to_name + ": " + side_name +
                           " moves " + ways + ".",
                       {from_name, to_name});
    if (line->columns * ahead < 0 || line->rows * ahead < 0)
        return illegal(
            "3.2", to_name + " is not forward of " + from_name + ": " + side_name + " moves " + ways + ".",
            {from_name, to_name});

    Square landing = square_of(from);
    do {
        landing.column += line->columns;
        landing.row += line->rows;
    } while (landing.column >= 0 && landing.row >= 0 && on_board(landing) && has(own(), number_of(landing)));
    const std::string way = direction_name(*line);
    if (landing.column < 0 || landing.row < 0 || !on_board(landing))
        return illegal("3.3",
                       "From " + from_name + " your own pieces stand all the way " + way +
                           " to the edge, so there is no square to land on.",
                       {from_name, to_name});
    if (number_of(landing) != to)
        return illegal("3.3",
                       (has(own(), to) ? to_name + " holds your own piece: a" : to_name + " is too far: a") +
                           " step or jump " + way + " from " + from_name + " ends on " +
                           square_name(landing) + ", the first square without a piece of yours.",
                       {from_name, to_name, square_name(landing)});
    // Rules 5.1: a capture is written with x, and only a capture.
    if (has(enemies(), to) && sign != 'x')
        return illegal("5.1",
                       "An enemy piece stands on " + to_name + ": write " + from_name + "x" + to_name +
                           " to capture it.",
                       {to_name});
    if (!has(enemies(), to) && sign == 'x')
        return illegal(
            "5.1", to_name + " is empty, so nothing is captured: write " + from_name + "-" + to_name + ".",
            {to_name});
    return Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
}

tl::expected<Move, Refusal> State::read_transformation(int square) const {
    const std::string square_text = name_of(square);
    if (has(kings_, square)) return illegal("3.5", square_text + " is a king already.", {square_text});
    if (has(transformable(to_move_), square))
        return Move{static_cast<std::uint8_t>(square), static_cast<std::uint8_t>(square)};
    if (sight_ == Sight::forward)
        return illegal("6.2", "None of your kings sees " + square_text + " looking forward.", {square_text});
    return illegal("3.6", "None of your kings sees " + square_text + ".", {square_text});
}

std::string State::encode_board() const {
    std::string squares(64, '.');
    for (SquareSet rest = pieces_[0] | pieces_[1]; rest != 0;) {
        const int square = take_lowest(rest);
        const Side side = has(pieces_[0], square) ? Side::first : Side::second;
        squares[static_cast<std::size_t>(square)] = letter_of(side, has(kings_, square));
    }
    return write_rows(board_size, squares);
}

tl::expected<State, std::string> State::decode(Sight sight, const EncodedPosition& position) {
    const auto squares = read_rows(board_size, position.board, letters);
    if (!squares) return tl::unexpected(squares.error());
    State state(sight);
    state.to_move_ = position.to_move;
    for (int square = 0; square < 64; ++square) {
        const std::size_t kind = letters.find((*squares)[static_cast<std::size_t>(square)]);
        if (kind == std::string_view::npos) continue;
        state.pieces_[kind / 2] |= only(square);
        if (kind % 2 == 1) state.kings_ |= only(square);
    }

    const auto wrong = [](const char* why) { return tl::unexpected<std::string>(why); };
    for (const SquareSet side : state.pieces_)
        if (count(side) > 12) return wrong("A side has 12 pieces at most.");
    // Every move is made by the winner: the side to move now cannot have won.
    const SquareSet movers_corner = only(goal_corner(state.to_move_));
    if ((state.kings_ & state.own() & movers_corner) != 0)
        return wrong("The side to move has a king on its goal corner, so the game was over before.");
    if ((state.kings_ & state.enemies()) == 0) return wrong("The side that moved last has no king.");
    const bool in_corner = (state.kings_ & state.enemies() & only(goal_corner(other(state.to_move_)))) != 0;
    if (position.outcome && position.outcome->reason == "king_captured") {
        // The captured king is gone, so the text has to say that the game is over.
        if (count(state.own()) > 11) return wrong("No king has been captured: the loser has all his pieces.");
        state.ending_ = Ending::king_captured;
    } else {
        if ((state.kings_ & state.own()) == 0) return wrong("The side to move has no king.");
        if (in_corner) state.ending_ = Ending::king_in_corner;
    }
    return state;
}

}  // namespace pentad::engine::replica
