#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/geometry/bitboard.hpp"
#include "engine/geometry/square.hpp"
#include "engine/outcome.hpp"
#include "engine/search/move_list.hpp"
#include "engine/search/search_value.hpp"
#include "engine/side.hpp"
#include "engine/view.hpp"

/// Bounce; the rules are in RULES.md beside this file.
namespace pentad::engine::bounce {

/// Squares are numbered along the rows from a1, as many to a row as the board has columns.
struct Move {
    std::int16_t from;
    std::int16_t to;  ///< `off_board` for a removal

    static constexpr std::int16_t off_board = -1;
    bool removal() const { return to == off_board; }
    friend bool operator==(const Move&, const Move&) = default;
};

/// What is fixed by the size of the board.
template <int Words>
struct Geometry {
    using Squares = Bitboard<Words>;

    explicit Geometry(int size);
    /// REQUIRES: size is even, at least 4 and fits into Words. One object a size, for ever.
    static const Geometry& of(int size);

    int number(Square square) const { return square.row * size + square.column; }
    std::string name(int square) const { return square_name({square % size, square / size}); }
    bool contains(Square square) const { return square.column < size && square.row < size; }

    /// The squares beside any of `squares`, and perhaps numbers beyond the board.
    Squares beside(const Squares& squares) const {
        return (squares & not_last_column) << 1 | (squares & not_first_column) >> 1 | squares << size |
               squares >> size;
    }
    /// Rules 1.2: all of `own` that hangs together with `seed`. REQUIRES: seed is one square of own.
    Squares group_of(Squares seed, const Squares& own) const {
        for (;;) {
            const Squares wider = (seed | beside(seed)) & own;
            if (wider == seed) return seed;
            seed = wider;
        }
    }

    int size;
    Squares all;
    Squares not_first_column;
    Squares not_last_column;
};

/// Board and side to move. Words says how many squares there is room for: see game.cpp.
template <int Words>
class State {
  public:
    using Squares = Bitboard<Words>;

    static constexpr int largest_size = Words == 1 ? 8 : Words == 2 ? 10 : Words == 4 ? 16 : 20;
    static constexpr int most_checkers = largest_size * largest_size / 2 - 2;
    /// Own checkers are c <= most_checkers at most, empty squares n * n - c - 1 at most, since the other
    /// side owns one; their product rises with c. Removals are fewer.
    using Moves = MoveList<bounce::Move, most_checkers*(most_checkers + 3)>;
    using Move = bounce::Move;
    /// Above 1000 * groups + 10 * checkers + checkers with 198 of each.
    static constexpr double win_value = 1e6;
    /// Fewer than in other games: a position takes longer.
    static constexpr LevelNodes level_nodes{3'000, 12'000, 60'000, 300'000, 1'500'000};
    /// Measured on the largest size of each, against 8x8.
    static constexpr double search_cost = Words == 1 ? 1 : Words == 2 ? 1.3 : Words == 4 ? 3 : 6;

    static State initial(int size);
    /// Reads what encode_board wrote: the State, or a sentence that says what is wrong.
    static tl::expected<State, std::string> read_board(int size, std::string_view text, Side to_move);

    Side to_move() const { return to_move_; }
    bool over() const { return over_; }
    Outcome outcome() const { return {other(to_move_), "one_group"}; }
    void legal_moves(Moves& moves) const;
    std::uint64_t count_moves() const;
    void play(Move move);
    std::uint64_t key() const;
    int repetition_limit() const { return 0; }
    Outcome repetition_outcome() const { return {}; }
    double evaluate(Side side) const;
    /// Fitted to self-play; see engine/search/README.md.
    double search_value(Side side) const;
    /// What search_value() weighs: add(number, amount), seen by the side to move.
    template <class Add>
    void each_feature(Add&& add) const;
    /// The original greedy player looks only at its own cost after the move.
    double greedy_value(Move move) const;
    std::vector<Piece> pieces() const;
    std::string to_text(Move move) const;
    tl::expected<Move, Refusal> read(std::string_view text) const;
    std::string encode_board() const;

  private:
    State(const Geometry<Words>& geometry, Side to_move) : geometry_(&geometry), to_move_(to_move) {}

    const Squares& own() const { return checkers_[index(to_move_)]; }
    Squares empty() const { return geometry_->all & ~(checkers_[0] | checkers_[1]); }
    bool one_group(Side side) const;
    double cost(Side side) const;
    int group_size(int square, const Squares& of) const {
        return geometry_->group_of(Squares::of(square), of).count();
    }
    template <class Visit>
    void each_target(Visit&& visit) const;
    bool can_move() const;
    tl::expected<Move, Refusal> check_removal(Move move) const;
    tl::expected<Move, Refusal> check_move(Move move) const;

    const Geometry<Words>* geometry_;
    Squares checkers_[2];
    Side to_move_;
    bool over_ = false;
};

}  // namespace pentad::engine::bounce
