#include <optional>

#include "engine/games/murus_gallicus/state.hpp"
#include "engine/geometry/rows.hpp"
#include "engine/search/make_position.hpp"

namespace pentad::engine::murus_gallicus {
namespace {

Square square_of(int number) { return {number % 8, number / 8}; }
int number_of(Square square) { return 8 * square.row + square.column; }

/// Both sides' stacks from height 1 upwards.
constexpr std::string_view letters = "wtcWTC";
constexpr std::array<const char*, 4> kinds{"", "wall", "tower", "catapult"};

char letter_of(Side side, int height) {
    return letters[static_cast<std::size_t>(3 * index(side) + height - 1)];
}

tl::unexpected<Refusal> illegal(std::string rule, std::string reason, std::vector<std::string> squares) {
    return tl::unexpected(
        Refusal{Refusal::Kind::illegal, std::move(rule), std::move(reason), std::move(squares)});
}

Move make_move(Square from, char sign, Square to) {
    return {static_cast<std::uint8_t>(number_of(from)), static_cast<std::uint8_t>(number_of(to)), sign};
}

struct WrittenMove {
    Square from;
    char sign = '-';
    Square to;
};

std::optional<WrittenMove> take_apart_move(std::string_view text) {
    const auto from = take_square(text);
    if (!from || text.empty()) return std::nullopt;
    const char sign = text[0];
    text.remove_prefix(1);
    const auto to = take_square(text);
    if ((sign != '-' && sign != 'x' && sign != '*') || !to || !text.empty()) return std::nullopt;
    return WrittenMove{*from, sign, *to};
}

}  // namespace

std::vector<Piece> State::pieces() const {
    std::vector<Piece> all;
    all.reserve(static_cast<std::size_t>(count(stacks_[0].all() | stacks_[1].all())));
    for (SquareSet rest = stacks_[0].all() | stacks_[1].all(); rest != 0;) {
        const int square = take_lowest(rest);
        const Side side = has(stacks_[0].all(), square) ? Side::first : Side::second;
        const int height = stacks_[index(side)].height(square);
        all.push_back(
            {square_name(square_of(square)), side, kinds[static_cast<std::size_t>(height)], height});
    }
    return all;
}

std::string State::to_text(Move move) const {
    // Rules 5.1, 6.7
    return square_name(square_of(move.from)) + move.sign + square_name(square_of(move.to));
}

tl::expected<Move, Refusal> State::read(std::string_view text) const {
    const auto written = take_apart_move(text);
    if (!written) {
        const char* how = variant_ == Variant::basic ? "A move is written like d1-d3 or d4xe5."
                                                     : "A move is written like d1-d3, d4xe5 or d4*e5.";
        return tl::unexpected(Refusal{Refusal::Kind::unreadable, "", how, {}});
    }
    for (const Square square : {written->from, written->to})
        if (square.column >= 8 || square.row >= rows_)
            return illegal(
                "1.1",
                square_name(square) + " is off the board, which ends at " + square_name({7, rows_ - 1}) + ".",
                {square_name(square)});

    const int from = number_of(written->from);
    const std::string from_name = square_name(written->from);
    // Rules 3.1: only stacks of one's own act.
    if (enemies().height(from) > 0) return illegal("3.1", from_name + " is not yours.", {from_name});
    const int height = own().height(from);
    if (height == 0) return illegal("3.1", from_name + " is empty.", {from_name});
    // Rules 3.2
    if (height == 1) return illegal("3.2", from_name + " is a wall, and walls never act.", {from_name});
    if (written->from == written->to)
        return illegal("3.1", "A move leads from one cell to another, not back to " + from_name + ".",
                       {from_name});
    return height == 2 ? read_tower(written->from, written->sign, written->to)
                       : read_catapult(written->from, written->sign, written->to);
}

tl::expected<Move, Refusal> State::read_tower(Square from, char sign, Square to) const {
    return sign == '-' ? read_distribution(from, to) : read_sacrifice(from, sign, to);
}

tl::expected<Move, Refusal> State::read_distribution(Square from, Square to) const {
    const std::string from_name = square_name(from);
    const std::string to_name = square_name(to);
    const auto line = line_between(from, to);
    if (line && line->length == 1) {
        // Rules 5.1: a distribution names the far cell, a sacrifice is written with x.
        const int enemy = enemies().height(number_of(to));
        if (enemy == 1 || enemy == 3)
            return illegal("5.1",
                           "An enemy " + std::string(kinds[static_cast<std::size_t>(enemy)]) + " stands on " +
                               to_name + ": write " + from_name + "x" + to_name + " to attack it.",
                           {to_name});
        return illegal("3.3",
                       to_name + " is next to " + from_name +
                           ": a tower puts its stones on two cells in a row, and the move names the far one.",
                       {from_name, to_name});
    }
    if (!line || line->length != 2)
        return illegal("3.3",
                       to_name + " is not two cells from " + from_name +
                           " in a straight line, where a tower puts its second stone.",
                       {from_name, to_name});
    const Square near{from.column + line->columns, from.row + line->rows};
    for (const Square cell : {near, to}) {
        const std::string cell_name = square_name(cell);
        // Rules 3.4, 6.3: an enemy stone or a full stack on either cell forbids it.
        if (enemies().height(number_of(cell)) > 0)
            return illegal("3.4", "An enemy stands on " + cell_name + ", so no stone can be put there.",
                           {cell_name});
        if (own().height(number_of(cell)) == stack_limit())
            return illegal(variant_ == Variant::basic ? "3.4" : "6.3",
                           cell_name + " is a " + kinds[static_cast<std::size_t>(stack_limit())] +
                               " already and takes no more stones.",
                           {cell_name});
    }
    return make_move(from, '-', to);
}

tl::expected<Move, Refusal> State::read_sacrifice(Square from, char sign, Square to) const {
    const std::string from_name = square_name(from);
    const std::string to_name = square_name(to);
    if (sign == '*' && variant_ == Variant::basic)
        return illegal("6.4", "Only in the advanced game may a tower give up both stones.", {from_name});
    const int enemy = enemies().height(number_of(to));
    if (own().height(number_of(to)) > 0) return illegal("3.5", to_name + " is your own.", {to_name});
    if (enemy == 0) return illegal("3.5", to_name + " is empty: there is nothing to attack.", {to_name});
    const auto line = line_between(from, to);
    if (!line || line->length != 1)
        return illegal(
            "3.5", to_name + " is not next to " + from_name + ", and a tower attacks its neighbours only.",
            {from_name, to_name});
    // Rules 3.6
    if (enemy == 2)
        return illegal("3.6", to_name + " is an enemy tower, and towers cannot be attacked.", {to_name});
    if (sign == '*' && enemy == 1)
        return illegal("6.4", to_name + " is a wall: two stones are given up only against a catapult.",
                       {to_name});
    return make_move(from, sign, to);
}

tl::expected<Move, Refusal> State::read_catapult(Square from, char sign, Square to) const {
    const std::string from_name = square_name(from);
    const std::string to_name = square_name(to);
    const std::vector<std::string> both{from_name, to_name};
    if (sign == '*')
        return illegal("6.5", from_name + " is a catapult, and a catapult can only throw one stone.",
                       {from_name});
    const auto line = line_between(from, to);
    if (!line)
        return illegal("6.5", "No straight line leads from " + from_name + " to " + to_name + ".", both);
    if (line->rows == (to_move_ == Side::first ? -1 : 1))
        return illegal("6.5", "A catapult cannot throw backwards, from " + from_name + " to " + to_name + ".",
                       both);
    if (line->length != 2 && line->length != 3)
        return illegal("6.5",
                       to_name + " is too " + (line->length == 1 ? "near to " : "far from ") + from_name +
                           ": a catapult throws two or three cells.",
                       both);
    if (own().height(number_of(to)) > 0)
        return illegal("6.5", to_name + " is your own: a stone lands on an empty cell or on the enemy.",
                       {to_name});
    // Rules 6.7: a hit is written with x, and only a hit.
    const bool hits = enemies().height(number_of(to)) > 0;
    if (hits && sign == '-')
        return illegal(
            "6.7", "An enemy stands on " + to_name + ": write " + from_name + "x" + to_name + " to hit it.",
            {to_name});
    if (!hits && sign == 'x')
        return illegal("6.7", to_name + " is empty: write " + from_name + "-" + to_name + ".", {to_name});
    return make_move(from, sign, to);
}

std::string State::encode_board() const {
    std::string squares(static_cast<std::size_t>(8 * rows_), '.');
    for (const Side side : {Side::first, Side::second})
        for (SquareSet rest = stacks_[index(side)].all(); rest != 0;) {
            const int square = take_lowest(rest);
            squares[static_cast<std::size_t>(square)] = letter_of(side, stacks_[index(side)].height(square));
        }
    return write_rows({8, rows_}, squares);
}

tl::expected<State, std::string> State::decode(Variant variant, int rows, const EncodedPosition& position) {
    const auto squares = read_rows({8, rows}, position.board, variant == Variant::basic ? "wtWT" : letters);
    if (!squares) return tl::unexpected(squares.error());
    State state(variant, rows);
    state.to_move_ = position.to_move;
    for (std::size_t square = 0; square < squares->size(); ++square) {
        const std::size_t kind = letters.find((*squares)[square]);
        if (kind == std::string_view::npos) continue;
        Stacks& stacks = state.stacks_[kind / 3];
        (kind % 3 == 0   ? stacks.walls
         : kind % 3 == 1 ? stacks.towers
                         : stacks.catapults) |= only(static_cast<int>(square));
    }

    const auto wrong = [](const char* why) { return tl::unexpected<std::string>(why); };
    // Every stone that is lost takes one of the enemy's with it, and the last ones stay: a sacrifice leaves
    // the attacker's wall or the catapult's, a shot the tower.
    if (state.stacks_[0].stones() != state.stacks_[1].stones())
        return wrong("Both sides always have the same number of stones.");
    if (state.stacks_[0].stones() == 0) return wrong("There are no stones.");
    if (state.stacks_[0].stones() > 16) return wrong("A side has 16 stones at most.");
    for (const Side side : {Side::first, Side::second}) {
        // A stone on the goal row ends the game before a second one can arrive.
        const Stacks& stacks = state.stacks_[index(side)];
        const SquareSet arrived = stacks.all() & state.goal_row(side);
        if (count(arrived) > 1 || (arrived & ~stacks.walls) != 0)
            return wrong("A side has no more than one wall on its goal row.");
    }
    if (variant == Variant::basic && (state.own().all() & state.goal_row(state.to_move_)) != 0)
        return wrong("The side to move has reached its goal row, so the game was over before.");
    state.ending_ = state.ending_now();
    return state;
}

}  // namespace pentad::engine::murus_gallicus
