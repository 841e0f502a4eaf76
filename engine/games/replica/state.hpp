#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/geometry/square_set.hpp"
#include "engine/outcome.hpp"
#include "engine/search/move_list.hpp"
#include "engine/search/search_value.hpp"
#include "engine/side.hpp"
#include "engine/view.hpp"

namespace pentad::engine {
struct EncodedPosition;
}

/// Replica, Alek Erickson 2024. The rules are in RULES.md beside this file; code cites its paragraphs.
namespace pentad::engine::replica {

/// A step or jump; or a transformation, where both squares are the same. Squares as in SquareSet.
struct Move {
    std::uint8_t from = 0;
    std::uint8_t to = 0;

    bool transforms() const { return from == to; }
    friend bool operator==(const Move&, const Move&) = default;
};

/// Where a king sees men, the one thing in which the variants differ.
enum class Sight : std::uint8_t { all_around, forward };

enum class Ending : std::uint8_t { none, king_captured, king_in_corner };

class State {
  public:
    using Move = replica::Move;
    /// A side starts with 12 pieces and never gains one; each has at most one landing square in each of
    /// three directions. While the game goes on one of the 12 at least is a king, so that 11 men at most
    /// can be transformed.
    using Moves = MoveList<Move, 12 * 3 + 11>;
    /// Above any evaluation: 12 pieces at the goal corner are worth less than 12 * (2 + 3).
    static constexpr double win_value = 60;
    /// Further apart than in other games: what a level sees more counts less the further it sees.
    static constexpr LevelNodes level_nodes{1'500, 9'000, 55'000, 350'000, 2'500'000};

    static State initial(Sight sight);
    /// The board of an encoded position, or a sentence that says why no game comes to it.
    static tl::expected<State, std::string> decode(Sight sight, const EncodedPosition& position);

    Side to_move() const { return to_move_; }
    bool over() const { return ending_ != Ending::none; }
    Outcome outcome() const;
    void legal_moves(Moves& moves) const;
    std::uint64_t count_moves() const;
    void play(Move move);
    std::uint64_t key() const;
    int repetition_limit() const { return 0; }
    Outcome repetition_outcome() const { return {}; }
    double evaluate(Side side) const;
    /// Fitted to self-play; see engine/search/README.md.
    double search_value(Side side) const;
    /// Could that side end the game with one move, if it were its turn?
    bool wins_at_once(Side side) const;
    /// What search_value() weighs: add(number, amount), amounts of the side to move less those of the other.
    template <class Add>
    void each_feature(Add&& add) const;
    std::vector<Piece> pieces() const;
    std::string to_text(Move move) const;
    tl::expected<Move, Refusal> read(std::string_view text) const;
    std::string encode_board() const;

  private:
    explicit State(Sight sight) : sight_(sight) {}

    SquareSet own() const { return pieces_[index(to_move_)]; }
    SquareSet enemies() const { return pieces_[index(other(to_move_))]; }
    /// The men of a side that one of its kings sees.
    SquareSet transformable(Side side) const;
    /// The squares one step ahead of a side's pieces. Those that are not its own are all that it can land
    /// on, as a jump ends where the last piece that it passes can step. Those that are its own are guarded.
    SquareSet ahead_of(Side side) const;
    template <Side Mover>
    void moves_of(Moves& moves) const;
    template <Side Mover>
    std::uint64_t count_of() const;
    tl::expected<Move, Refusal> read_travel(int from, char sign, int to) const;
    tl::expected<Move, Refusal> read_transformation(int square) const;

    std::array<SquareSet, 2> pieces_{};  ///< men and kings, by side
    SquareSet kings_ = 0;                ///< of both sides
    Sight sight_;
    Side to_move_ = Side::first;
    Ending ending_ = Ending::none;
};

/// The corner that a side's kings want to reach: the home corner of the other.
constexpr int goal_corner(Side side) { return side == Side::first ? 63 : 0; }

}  // namespace pentad::engine::replica
