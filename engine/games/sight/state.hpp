#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/games/sight/board.hpp"
#include "engine/outcome.hpp"
#include "engine/search/move_list.hpp"
#include "engine/search/search_value.hpp"
#include "engine/side.hpp"
#include "engine/view.hpp"

namespace pentad::engine::sight {

enum class Variant : std::uint8_t { standard, strict };

struct Move {
    static constexpr std::int8_t hand = -1;

    std::int8_t from = hand;  ///< a point, or `hand` for a placement
    std::int8_t to = 0;

    friend bool operator==(const Move&, const Move&) = default;
};

/// A position of Sight: whose points, and how high. Heights are kept as binary digits, one set of points a
/// digit, so that all points in sight grow at once and the tallest are found without looking at each.
template <int Words>
class State {
  public:
    using Points = Bitboard<Words>;
    using Move = sight::Move;
    /// A placement can go to each of n*n points. A stack's move goes along one of the lines between two
    /// neighbours, and no line serves two moves, since one of its ends is the stack and the other is empty:
    /// at most 2n(n-1) + (n-1)^2 lines, 120 on 7x7 and 208 on 9x9, which is the larger number from 5x5 on
    /// (3x3: 16 lines, 9 points).
    using Moves = MoveList<Move, Words == 1 ? 120 : 208>;
    static constexpr double win_value = 1000;
    /// Further apart than in other games: on 5x5 the higher levels see to the end early on.
    static constexpr LevelNodes level_nodes{350, 1'500, 9'000, 80'000, 4'000'000};

    /// The empty board. REQUIRES: `lines` lives as long as the program.
    State(const Lines<Words>& lines, Variant variant) : lines_(&lines), variant_(variant) {}

    /// Reads what encode_board() wrote.
    static tl::expected<State, std::string> decode(const Lines<Words>& lines, Variant variant,
                                                   std::string_view board, Side to_move);

    Side to_move() const { return to_move_; }
    bool over() const {
        const Points own = stacks(to_move_);
        if (own.none()) return empty().none();
        return movers(own).none();
    }
    // Rules 4.1: a player who cannot act on his turn loses.
    Outcome outcome() const { return {other(to_move_), "no_moves"}; }

    void legal_moves(Moves& moves) const;
    std::uint64_t count_moves() const { return count_moves(to_move_); }
    void play(Move move);

    std::uint64_t key() const;
    int repetition_limit() const { return 0; }  // Rules 4.3: every ply fills a point
    Outcome repetition_outcome() const { return outcome(); }
    double evaluate(Side side) const;
    /// Fitted to self-play; see engine/search/README.md.
    double search_value(Side side) const;
    /// What search_value() weighs: add(number, amount), seen by the side to move.
    template <class Add>
    void each_feature(Add&& add) const;

    std::vector<Piece> pieces() const;
    std::string to_text(Move move) const;
    tl::expected<Move, Refusal> read(std::string_view text) const;
    std::string encode_board() const;

    int height(int point) const {
        int sum = 0;
        for (std::size_t digit = 0; digit < digits; ++digit) sum += digits_[digit].has(point) << digit;
        return sum;
    }

  private:
    /// A point gains at most one piece in each own turn and the own turns are at most half of n*n, rounded
    /// up: 25 on 7x7, 41 on 9x9.
    static constexpr std::size_t digits = Words == 1 ? 5 : 6;

    const Points& of(Side side) const { return sides_[static_cast<std::size_t>(index(side))]; }
    Points& of(Side side) { return sides_[static_cast<std::size_t>(index(side))]; }
    Points empty() const { return lines_->all & ~(sides_[0] | sides_[1]); }
    Points stacks(Side side) const {
        Points high = digits_[1];
        for (std::size_t digit = 2; digit < digits; ++digit) high |= digits_[digit];
        return high & of(side);
    }
    Points tallest(Points among) const {
        for (std::size_t digit = digits; digit-- > 0;)
            if (const Points higher = among & digits_[digit]; higher.any()) among = higher;
        return among;
    }
    /// The points joined to at least one of `points`.
    Points joined(const Points& points) const {
        const auto shift_sideways = [&](const Points& row) {
            return ((row << 1) & lines_->but_left) | ((row >> 1) & lines_->but_right);
        };
        const Points diagonal = shift_sideways(points & lines_->crossings);
        const Points rows = points | diagonal;
        return shift_sideways(points) | (rows << lines_->size) | (rows >> lines_->size);
    }
    /// The stacks that may move, `stacks` being those of the side whose turn it is thought to be.
    Points movers(const Points& stacks) const {
        const Points free = joined(empty());
        // Rules 3.3 and 3.4: the tallest ones of those that can move; 6.2: of all.
        return variant_ == Variant::standard ? tallest(stacks & free) : tallest(stacks) & free;
    }
    Points seen_from(int point) const;
    void raise(Points points) {
        for (std::size_t digit = 0; digit < digits; ++digit) {
            const Points carry = digits_[digit] & points;
            digits_[digit] ^= points;
            points = carry;
        }
    }
    void lower(Points points) {
        for (std::size_t digit = 0; digit < digits; ++digit) {
            digits_[digit] ^= points;
            points &= digits_[digit];
        }
    }
    std::uint64_t count_moves(Side side) const;
    const Points& neighbours(int point) const { return lines_->neighbours[static_cast<std::size_t>(point)]; }
    std::string name(int point) const;
    std::string list(const Points& points) const;
    std::vector<std::string> names(const Points& points) const;
    tl::expected<Move, Refusal> read_placement(int to) const;
    tl::expected<Move, Refusal> read_stack_move(int from, int to) const;

    const Lines<Words>* lines_;
    std::array<Points, 2> sides_{};
    std::array<Points, digits> digits_{};
    Variant variant_;
    Side to_move_ = Side::first;
};

template <int Words>
void State<Words>::legal_moves(Moves& moves) const {
    const Points room = empty();
    const Points own = stacks(to_move_);
    if (own.none()) {  // Rules 3.2: without a stack a piece is placed on any empty point
        room.each([&](int to) { moves.add({Move::hand, static_cast<std::int8_t>(to)}); });
        return;
    }
    movers(own).each([&](int from) {
        (neighbours(from) & room).each([&](int to) {
            moves.add({static_cast<std::int8_t>(from), static_cast<std::int8_t>(to)});
        });
    });
}

template <int Words>
std::uint64_t State<Words>::count_moves(Side side) const {
    const Points room = empty();
    const Points own = stacks(side);
    if (own.none()) return static_cast<std::uint64_t>(room.count());
    int sum = 0;
    movers(own).each([&](int from) { sum += (neighbours(from) & room).count(); });
    return static_cast<std::uint64_t>(sum);
}

template <int Words>
Bitboard<Words> State<Words>::seen_from(int point) const {
    const Points occupied = sides_[0] | sides_[1];
    const auto at = static_cast<std::size_t>(point);
    const std::size_t axes = lines_->crossings.has(point) ? 4 : 2;
    Points seen;
    // Rules 1.3: the first piece along each line, and nothing beyond it.
    for (std::size_t axis = 0; axis < axes; ++axis) {
        if (const Points ahead = lines_->ahead[at][axis] & occupied; ahead.any()) seen.add(ahead.lowest());
        if (const Points behind = lines_->behind[at][axis] & occupied; behind.any())
            seen.add(behind.highest());
    }
    return seen;
}

template <int Words>
void State<Words>::play(Move move) {
    // Rules 3.5: one's own points in sight of the new one grow.
    Points growing = seen_from(move.to) & of(to_move_);
    if (move.from != Move::hand) {
        growing.remove(move.from);  // Rules 3.6: but not the point that gave the piece
        lower(Points::of(move.from));
    }
    growing.add(move.to);
    raise(growing);
    of(to_move_).add(move.to);
    to_move_ = other(to_move_);
}

}  // namespace pentad::engine::sight
