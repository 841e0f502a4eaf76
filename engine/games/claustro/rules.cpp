#include <cstdlib>

#include "engine/games/claustro/state.hpp"

/// Reading a move and saying which rule forbids it. What is legal is decided in state.hpp.
namespace pentad::engine::claustro {
namespace {

Refusal illegal(std::string rule, std::string reason, std::vector<std::string> squares) {
    return {Refusal::Kind::illegal, std::move(rule), std::move(reason), std::move(squares)};
}

tl::unexpected<Refusal> refuse(std::string rule, std::string reason, std::vector<std::string> squares) {
    return tl::unexpected(illegal(std::move(rule), std::move(reason), std::move(squares)));
}

tl::unexpected<Refusal> unreadable() {
    return tl::unexpected(
        Refusal{Refusal::Kind::unreadable,
                {},
                "A move is written b1-b2 (step) or b2xc3@e4 (capture, then where the captured pawn is put).",
                {}});
}

const char* colour(Side side) { return side == Side::first ? "Green" : "Blue"; }

struct MoveText {
    Square from;
    Square to;
    std::optional<Square> put;
};

std::optional<MoveText> take_apart_move(std::string_view text) {
    const auto take = [&](char sign) {
        if (text.empty() || text.front() != sign) return false;
        text.remove_prefix(1);
        return true;
    };
    const auto from = take_square(text);
    if (!from) return std::nullopt;
    const bool step = take('-');
    if (!step && !take('x')) return std::nullopt;
    const auto to = take_square(text);
    if (!to) return std::nullopt;
    std::optional<Square> put;
    if (!step) {
        if (!take('@')) return std::nullopt;
        put = take_square(text);
        if (!put) return std::nullopt;
    }
    if (!text.empty()) return std::nullopt;
    return MoveText{*from, *to, put};
}

}  // namespace

template <int Words>
tl::expected<Move, Refusal> State<Words>::read(std::string_view text) const {
    const auto parts = take_apart_move(text);
    if (!parts) return unreadable();
    const auto [columns, rows] = field_->size;
    const auto number = [&](const Square& square) {
        return square.row * field_->size.columns + square.column;
    };
    for (const auto& square : {std::optional(parts->from), std::optional(parts->to), parts->put}) {
        if (!square) continue;
        if (square->column >= columns || square->row >= rows)
            return refuse("1.1",
                          square_name(*square) + " is not on this board of " + std::to_string(columns) +
                              " columns and " + std::to_string(rows) + " rows.",
                          {});
        if (!field_->open.has(number(*square)))
            return refuse("1.2", square_name(*square) + " is a closed corner; no pawn can stand there.",
                          {square_name(*square)});
    }
    const int from = number(parts->from);
    const int to = number(parts->to);
    if (auto refusal = why_not_own(from)) return tl::unexpected(*refusal);
    return parts->put ? read_capture(from, to, number(*parts->put)) : read_step(from, to);
}

template <int Words>
std::optional<Refusal> State<Words>::why_not_own(int from) const {
    if (of(to_move_).has(from)) return std::nullopt;
    if (of(other(to_move_)).has(from))
        return illegal("3.1",
                       "The pawn on " + name(from) + " is " + colour(other(to_move_)) + "'s; it is " +
                           colour(to_move_) + "'s turn.",
                       {name(from)});
    return illegal("3.1", "There is no pawn on " + name(from) + ".", {name(from)});
}

template <int Words>
tl::expected<Move, Refusal> State<Words>::read_step(int from, int to) const {
    const std::vector<std::string> both{name(from), name(to)};
    if (from == to)
        return refuse("3.2", "The pawn on " + name(from) + " must leave its square.", {name(from)});
    const int columns = field_->size.columns;
    const int across = to % columns - from % columns;
    const int along = to / columns - from / columns;
    if (std::abs(across) == 1 && std::abs(along) == 1) {
        if (of(other(to_move_)).has(to))
            return refuse("3.4",
                          "Capturing on " + name(to) + ", say where the captured pawn is put: " + name(from) +
                              "x" + name(to) + "@ and a square.",
                          both);
        return refuse(
            "3.2",
            "A pawn goes diagonally only to capture; " + name(from) + " to " + name(to) + " is no step.",
            both);
    }
    if (std::abs(across) + std::abs(along) != 1)
        return refuse("3.2", name(from) + " to " + name(to) + " is further than one square.", both);
    if (across + along != (to_move_ == Side::first ? 1 : -1))
        return refuse("3.2",
                      to_move_ == Side::first ? "Green's pawns step only right or up, towards their goal."
                                              : "Blue's pawns step only left or down, towards their goal.",
                      both);
    if (!empty().has(to))
        return refuse("3.2", "There is a pawn on " + name(to) + " already; a step needs an empty square.",
                      both);
    return Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), Move::nowhere};
}

template <int Words>
tl::expected<Move, Refusal> State<Words>::read_capture(int from, int to, int put) const {
    const int columns = field_->size.columns;
    if (std::abs(to % columns - from % columns) != 1 || std::abs(to / columns - from / columns) != 1)
        return refuse("3.3",
                      "A pawn captures one square diagonally; " + name(to) + " is not diagonally next to " +
                          name(from) + ".",
                      {name(from), name(to)});
    if (of(to_move_).has(to))
        return refuse("3.3", "The pawn on " + name(to) + " is your own.", {name(from), name(to)});
    if (empty().has(to))
        return refuse("3.3", "There is no pawn on " + name(to) + " to capture.", {name(from), name(to)});
    if (put == to)
        return refuse("3.4",
                      "Your capturing pawn stands on " + name(to) +
                          " now; the captured one must be put on an empty square.",
                      {name(put)});
    if (put == from) {
        if (!may_put_back_to_source())
            return refuse("6.2",
                          "In this variant the captured pawn may not be put on " + name(from) +
                              ", the square that the capturing pawn has just left.",
                          {name(put)});
    } else if (!empty().has(put)) {
        return refuse(
            "3.4",
            "There is a pawn on " + name(put) + " already; the captured one must be put on an empty square.",
            {name(put)});
    } else if (!places().has(put)) {
        return refuse("3.4", name(put) + " is a goal; captured pawns may not be put there.", {name(put)});
    }
    return Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                static_cast<std::uint8_t>(put)};
}

template <int Words>
typename State<Words>::Direction State<Words>::direction(int from, int to) const {
    const int columns = field_->size.columns;
    const int across = to % columns - from % columns;
    if (to / columns == from / columns) return across > 0 ? Direction::east : Direction::west;
    if (to > from)
        return across == 0 ? Direction::north : across > 0 ? Direction::north_east : Direction::north_west;
    return across == 0 ? Direction::south : across > 0 ? Direction::south_east : Direction::south_west;
}

template class State<1>;
template class State<2>;
template class State<3>;

}  // namespace pentad::engine::claustro
