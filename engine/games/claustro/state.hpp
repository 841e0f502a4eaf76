#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/games/claustro/field.hpp"
#include "engine/games/claustro/solved.hpp"
#include "engine/outcome.hpp"
#include "engine/search/move_list.hpp"
#include "engine/side.hpp"
#include "engine/view.hpp"

namespace pentad::engine {
struct EncodedPosition;
}

namespace pentad::engine::claustro {

enum class Variant : std::uint8_t { standard, original, open_goals };

struct Move {
    static constexpr std::uint8_t nowhere = 255;

    std::uint8_t from = 0;
    std::uint8_t to = 0;
    std::uint8_t put = nowhere;  ///< where a captured pawn goes; `nowhere` for a step

    bool captures() const { return put != nowhere; }
    friend bool operator==(const Move&, const Move&) = default;
};

/// Most moves on any board of up to 64 * words squares. Each of a side's pawns has at most two steps and
/// four captures, each with at most one place for every open square that is empty and one more for the
/// square just left: 1740 on 8x8, 5664 on 11x11, 7740 on 12x12.
constexpr std::size_t most_moves(int words) {
    int most = 0;
    for (int columns = shortest_edge; columns <= longest_edge; ++columns)
        for (int rows = shortest_edge; rows <= longest_edge; ++rows) {
            if (words_for({columns, rows}) > words) continue;
            const int pawns = columns + rows - 6;
            const int places = columns * rows - 2 - 2 * pawns + 1;
            most = std::max(most, 2 * pawns + 4 * pawns * places);
        }
    return static_cast<std::size_t>(most);
}

/// A position of Claustro.
template <int Words>
class State {
  public:
    using Squares = Bitboard<Words>;
    using Move = claustro::Move;
    using Moves = MoveList<Move, most_moves(Words)>;
    static constexpr double win_value = 1000;
    /// Most moves are captures that differ in where the pawn is put, and their order says little of them.
    static constexpr bool reduces_late_moves = false;

    /// The start. REQUIRES: `field` lives as long as the program.
    State(const Field<Words>& field, Variant variant)
        : field_(&field), pawns_(field.start), variant_(variant) {}

    /// Any placing of the pawns by the standard rules, Green's turn. REQUIRES: as many pawns a side as at the
    /// start, on open squares, none on a goal.
    static State green_to_move(const Field<Words>& field, const Squares& green, const Squares& blue) {
        State state(field, Variant::standard);
        state.pawns_ = {green, blue};
        return state;
    }

    /// Reads what encode_board() wrote. With open goals a pawn may stand on its goal without having won;
    /// there the outcome tells.
    static tl::expected<State, std::string> decode(const Field<Words>& field, Variant variant,
                                                   const EncodedPosition& parts);

    Side to_move() const { return to_move_; }
    bool over() const { return stopped() || !can_act(); }
    Outcome outcome() const {
        // Rules 4.4: in this order.
        if (reached_goal_) return {other(to_move_), "goal"};
        if (!can_act()) return {to_move_, "cannot_act"};
        return repetition_outcome();
    }

    void legal_moves(Moves& moves) const;
    std::uint64_t count_moves() const;
    void play(Move move);

    /// Is one step enough to win?
    bool can_enter_goal() const {
        return !stopped() && (sideways_steps() | lengthwise_steps()).has(field_->goal(to_move_));
    }

    /// The table that has this position unless it is over by a goal; nullptr when none has.
    Tablebase* tablebase() const requires(Words == 1) {
        const bool solved = variant_ == Variant::standard && field_->squares() == 25;
        return solved ? &solved_table() : nullptr;
    }
    /// Its number there. REQUIRES: tablebase() and !over().
    std::size_t place() const requires(Words == 1) {
        // clang 14 makes this of every size, whatever it requires.
        if constexpr (Words == 1) return solved_place(of(to_move_), of(other(to_move_)), to_move_);
        return 0;
    }

    std::uint64_t key() const;
    // Rules 4.3, and 6.2 for the original program's rule, which looks at directions instead.
    int repetition_limit() const { return variant_ == Variant::original ? 0 : 4; }
    Outcome repetition_outcome() const { return {other(to_move_), "repetition"}; }
    double evaluate(Side side) const;
    double greedy_value(Move move) const;

    std::vector<Piece> pieces() const;
    std::string to_text(Move move) const;
    tl::expected<Move, Refusal> read(std::string_view text) const;
    std::string encode_board() const;

  private:
    enum class Direction : std::uint8_t {
        none,
        east,
        north,
        west,
        south,
        north_east,
        north_west,
        south_east,
        south_west
    };

    /// Only kept in `original`: the direction of a side's last move and how often it went there in a row.
    struct Trail {
        static constexpr std::uint8_t limit = 3;
        Direction direction = Direction::none;
        std::uint8_t run = 0;  ///< up to `limit`

        void follow(Direction next) {
            run = next != direction ? 1 : run < limit ? static_cast<std::uint8_t>(run + 1) : limit;
            direction = next;
        }
    };

    const Squares& of(Side side) const { return pawns_[static_cast<std::size_t>(index(side))]; }
    Squares& of(Side side) { return pawns_[static_cast<std::size_t>(index(side))]; }
    Squares empty() const { return field_->open & ~(pawns_[0] | pawns_[1]); }

    // Rules 3.2: Green goes right and up, Blue left and down.
    Squares sideways_steps() const {
        const Squares& own = of(to_move_);
        return (to_move_ == Side::first ? (own << 1) & field_->but_left : (own >> 1) & field_->but_right) &
               empty();
    }
    Squares lengthwise_steps() const {
        const Squares& own = of(to_move_);
        return (to_move_ == Side::first ? own << field_->size.columns : own >> field_->size.columns) &
               empty();
    }
    /// Calls visit(targets, distance from a capturing pawn to its target) for the four diagonals.
    template <class Visit>
    void each_capture_direction(Visit&& visit) const {
        // Rules 3.3: a pawn captures in any of the four diagonal directions.
        const Squares& own = of(to_move_);
        const Squares& enemy = of(other(to_move_));
        const int columns = field_->size.columns;
        const Squares west = enemy & field_->but_right;  // what one meets going left
        const Squares east = enemy & field_->but_left;
        visit((own << (columns + 1)) & east, columns + 1);
        visit((own << (columns - 1)) & west, columns - 1);
        visit((own >> (columns - 1)) & east, -(columns - 1));
        visit((own >> (columns + 1)) & west, -(columns + 1));
    }
    /// Where a captured pawn may be put, but for the square just left.
    Squares places() const {
        // Rules 3.4: not on a goal; 6.3: also on a goal.
        return (variant_ == Variant::open_goals ? field_->open : field_->inner) & ~(pawns_[0] | pawns_[1]);
    }
    /// Rules 3.4: the square just left is empty; 6.2: but may not be used.
    bool may_put_back_to_source() const { return variant_ != Variant::original; }
    Squares places_after_leaving(int from) const {
        return may_put_back_to_source() ? places() | Squares::of(from) : places();
    }

    bool can_act() const {
        if ((sideways_steps() | lengthwise_steps()).any()) return true;
        bool capture = false;
        each_capture_direction([&](const Squares& targets, int) { capture |= targets.any(); });
        return capture;
    }
    /// Has the last move ended the game, whatever the other side could do?
    bool stopped() const { return reached_goal_ || directions_repeated(); }
    bool directions_repeated() const {
        return trails_[0].run == Trail::limit && trails_[1].run == Trail::limit;
    }
    Direction direction(int from, int to) const;

    std::string name(int square) const;
    tl::expected<Move, Refusal> read_step(int from, int to) const;
    tl::expected<Move, Refusal> read_capture(int from, int to, int put) const;
    std::optional<Refusal> why_not_own(int from) const;
    std::optional<std::string> read_trails(std::string_view text);

    const Field<Words>* field_;
    std::array<Squares, 2> pawns_;
    Variant variant_;
    Side to_move_ = Side::first;
    bool reached_goal_ = false;
    std::array<Trail, 2> trails_{};
};

template <int Words>
void State<Words>::legal_moves(Moves& moves) const {
    if (stopped()) return;
    const auto add_steps = [&](const Squares& targets, int by) {
        targets.each([&](int to) {
            moves.add({static_cast<std::uint8_t>(to - by), static_cast<std::uint8_t>(to), Move::nowhere});
        });
    };
    const int forwards = to_move_ == Side::first ? 1 : -1;
    add_steps(sideways_steps(), forwards);
    add_steps(lengthwise_steps(), forwards * field_->size.columns);
    each_capture_direction([&](const Squares& targets, int by) {
        targets.each([&](int to) {
            const int from = to - by;
            places_after_leaving(from).each([&](int put) {
                moves.add({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                           static_cast<std::uint8_t>(put)});
            });
        });
    });
}

template <int Words>
std::uint64_t State<Words>::count_moves() const {
    if (stopped()) return 0;
    int captures = 0;
    each_capture_direction([&](const Squares& targets, int) { captures += targets.count(); });
    int sum = sideways_steps().count() + lengthwise_steps().count();
    if (captures > 0) sum += captures * (places().count() + (may_put_back_to_source() ? 1 : 0));
    return static_cast<std::uint64_t>(sum);
}

template <int Words>
void State<Words>::play(Move move) {
    Squares& own = of(to_move_);
    own.remove(move.from);
    own.add(move.to);
    if (move.captures()) {
        Squares& enemy = of(other(to_move_));
        enemy.remove(move.to);
        enemy.add(move.put);
    }
    // Rules 4.1: a pawn that enters its own goal wins; a pawn that is put there does not (6.3).
    reached_goal_ = move.to == field_->goal(to_move_);
    if (variant_ == Variant::original)
        trails_[static_cast<std::size_t>(index(to_move_))].follow(direction(move.from, move.to));
    to_move_ = other(to_move_);
}

}  // namespace pentad::engine::claustro
