#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/geometry/square.hpp"
#include "engine/geometry/square_set.hpp"
#include "engine/outcome.hpp"
#include "engine/search/move_list.hpp"
#include "engine/side.hpp"
#include "engine/view.hpp"

namespace pentad::engine {
struct EncodedPosition;
}

/// Murus Gallicus, Phil Leduc 2009. The rules are in RULES.md beside this file; code cites its paragraphs.
namespace pentad::engine::murus_gallicus {

/// Squares as in SquareSet; `sign` as it is written: `-`, `x` or `*`.
struct Move {
    std::uint8_t from = 0;
    std::uint8_t to = 0;
    char sign = '-';

    friend bool operator==(const Move&, const Move&) = default;
};

enum class Variant : std::uint8_t { basic, advanced };

enum class Ending : std::uint8_t { none, home_row, no_moves };

/// The stacks of one side, apart by their height.
struct Stacks {
    SquareSet walls = 0;
    SquareSet towers = 0;
    SquareSet catapults = 0;

    SquareSet all() const { return walls | towers | catapults; }
    int height(int square) const;
    int stones() const { return count(walls) + 2 * count(towers) + 3 * count(catapults); }
    /// One stone more on each of the squares. REQUIRES: none is a catapult.
    void raise(SquareSet squares);
    /// One stone less on each of the squares. REQUIRES: a stack stands on each.
    void lower(SquareSet squares);
};

class State {
  public:
    using Move = murus_gallicus::Move;
    /// A side has 16 stones at most, so t towers and c catapults with 2t + 3c <= 16. A tower has one act
    /// in each of eight directions, a catapult two shots in each of five: 8t + 10c <= 4 * (2t + 3c) = 64.
    /// Only against a catapult has a tower a second act, and the enemy has five of them at most with eight
    /// neighbours each: 64 + 40.
    using Moves = MoveList<Move, 104>;
    /// Above any evaluation: 5 for each of 104 moves, 15 for the one stone that can stand on the goal row
    /// and 7 at most for each of the 15 others make 640.
    static constexpr double win_value = 1000;

    /// REQUIRES: rows is 7 or 8.
    static State initial(Variant variant, int rows);
    /// The board of an encoded position, or a sentence that says why no game comes to it.
    static tl::expected<State, std::string> decode(Variant variant, int rows,
                                                   const EncodedPosition& position);

    Side to_move() const { return to_move_; }
    bool over() const { return ending_ != Ending::none; }
    Outcome outcome() const;
    void legal_moves(Moves& moves) const;
    std::uint64_t count_moves() const { return over() ? 0 : count_moves_of(to_move_); }
    void play(Move move);
    std::uint64_t key() const;
    int repetition_limit() const { return 3; }  // Rules 4.3
    Outcome repetition_outcome() const { return {std::nullopt, "repetition"}; }
    double evaluate(Side side) const;
    std::vector<Piece> pieces() const;
    std::string to_text(Move move) const;
    tl::expected<Move, Refusal> read(std::string_view text) const;
    std::string encode_board() const;

  private:
    struct Reach;

    State(Variant variant, int rows) : rows_(static_cast<std::uint8_t>(rows)), variant_(variant) {}

    SquareSet board() const { return every_square >> (64 - 8 * rows_); }
    SquareSet goal_row(Side side) const { return row_set(side == Side::first ? rows_ - 1 : 0); }
    const Stacks& own() const { return stacks_[index(to_move_)]; }
    const Stacks& enemies() const { return stacks_[index(other(to_move_))]; }
    int stack_limit() const { return variant_ == Variant::advanced ? 3 : 2; }
    Reach reach(Side side) const;
    template <Side Mover, Variant Kind>
    void moves_of(Moves& moves) const;
    /// As if it were that side's turn.
    std::uint64_t count_moves_of(Side side) const;
    bool can_move(Side side) const;
    /// How the game stands for the side to move, repetition apart.
    Ending ending_now() const;

    tl::expected<Move, Refusal> read_tower(Square from, char sign, Square to) const;
    tl::expected<Move, Refusal> read_distribution(Square from, Square to) const;
    tl::expected<Move, Refusal> read_sacrifice(Square from, char sign, Square to) const;
    tl::expected<Move, Refusal> read_catapult(Square from, char sign, Square to) const;

    std::array<Stacks, 2> stacks_{};
    std::uint8_t rows_;
    Variant variant_;
    Side to_move_ = Side::first;
    Ending ending_ = Ending::none;
};

}  // namespace pentad::engine::murus_gallicus
