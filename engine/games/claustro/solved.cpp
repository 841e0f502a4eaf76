#include "engine/games/claustro/solved.hpp"

#include <array>
#include <bit>

#include "engine/games/claustro/solved_space.hpp"
#include "engine/games/claustro/state.hpp"
#include "engine/search/retrograde.hpp"

namespace pentad::engine::claustro {
namespace {

// A pawn of a game that goes on stands on one of 21 squares: all but the corners. Sets of those, in the
// order of the squares, are what is numbered here.
using Inner = std::uint32_t;
constexpr int inner_squares = 21;
constexpr int pawns = 4;

constexpr std::array<std::array<std::uint32_t, pawns + 1>, inner_squares + 1> choose_from = [] {
    std::array<std::array<std::uint32_t, pawns + 1>, inner_squares + 1> table{};
    for (std::size_t n = 0; n < table.size(); ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= pawns && n > 0; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}();
constexpr std::size_t own_sets = choose_from[inner_squares][pawns];
constexpr std::size_t enemy_sets = choose_from[inner_squares - pawns][pawns];
static_assert(own_sets * enemy_sets == 14'244'300);

constexpr Inner inner_of(std::uint64_t squares) {
    return static_cast<Inner>((squares >> 1 & 7) | (squares >> 5 & 0x7fff) << 3 | (squares >> 21 & 7) << 18);
}
constexpr std::uint64_t squares_of(Inner inner) {
    const std::uint64_t set = inner;
    return (set & 7) << 1 | (set >> 3 & 0x7fff) << 5 | (set >> 18 & 7) << 21;
}

Bitboard<1> bitboard_of(Inner inner) {
    Bitboard<1> squares;
    for (std::uint64_t rest = squares_of(inner); rest != 0; rest &= rest - 1)
        squares.add(std::countr_zero(rest));
    return squares;
}

constexpr std::array<std::uint8_t, 128> seven_reversed = [] {
    std::array<std::uint8_t, 128> table{};
    for (unsigned n = 0; n < 128; ++n)
        for (unsigned bit = 0; bit < 7; ++bit)
            if (n >> bit & 1) table[n] = static_cast<std::uint8_t>(table[n] | 1u << (6 - bit));
    return table;
}();
/// The board turned by 180 degrees.
constexpr Inner turned(Inner set) {
    return static_cast<Inner>(seven_reversed[set & 127] << 14 | seven_reversed[set >> 7 & 127] << 7 |
                              seven_reversed[set >> 14]);
}

/// Combinadic: sets are numbered by their highest member first.
std::size_t number_of(Inner set) {
    std::size_t number = 0;
    for (std::size_t k = 1; set != 0; set &= set - 1, ++k)
        number += choose_from[static_cast<std::size_t>(std::countr_zero(set))][k];
    return number;
}
Inner set_of(std::size_t number) {
    Inner set = 0;
    std::size_t square = inner_squares;
    for (std::size_t k = pawns; k > 0; --k) {
        while (choose_from[--square][k] > number) continue;
        number -= choose_from[square][k];
        set |= Inner{1} << square;
    }
    return set;
}

/// Squares counted without those of `taken`, and back.
Inner close_up(Inner set, Inner taken) {
    Inner closed = 0;
    for (; set != 0; set &= set - 1) {
        const int square = std::countr_zero(set);
        closed |= Inner{1} << (square - std::popcount(taken & ((Inner{1} << square) - 1)));
    }
    return closed;
}
Inner open_up(Inner closed, Inner taken) {
    Inner set = 0;
    for (int square = 0, at = 0; square < inner_squares; ++square) {
        if (taken >> square & 1) continue;
        if (closed >> at++ & 1) set |= Inner{1} << square;
    }
    return set;
}

std::size_t place_of(Inner own, Inner enemy) {
    return number_of(own) * enemy_sets + number_of(close_up(enemy, own));
}

class Space {
  public:
    std::size_t positions() const { return own_sets * enemy_sets; }

    std::int8_t value_at_once(std::size_t place) const {
        const State<1> state = state_at(place);
        // Rules 4.2: who cannot act wins.
        if (state.over()) return SolvedValue::win_in(0);
        return state.can_enter_goal() ? SolvedValue::win_in(1) : SolvedValue::open;
    }
    unsigned moves(std::size_t place) const { return static_cast<unsigned>(state_at(place).count_moves()); }

    /// Blue has made the last move, which is taken back, and the board turned.
    template <class Visit>
    void each_predecessor(std::size_t place, Visit&& visit) const {
        const auto [own, enemy] = sets_at(place);
        const std::uint64_t green = squares_of(own), blue = squares_of(enemy);
        const std::uint64_t empty = squares_of((Inner{1} << inner_squares) - 1) & ~(green | blue);
        const auto before = [&](std::uint64_t green_then, std::uint64_t blue_then) {
            visit(place_of(turned(inner_of(blue_then)), turned(inner_of(green_then))));
        };
        for (std::uint64_t rest = blue; rest != 0; rest &= rest - 1) {
            const int to = std::countr_zero(rest);
            const std::uint64_t there = std::uint64_t{1} << to;
            const std::uint64_t others = blue & ~there;
            // Rules 3.2: Blue steps to the left and down.
            for (std::uint64_t from = steps_[index_of(to)] & empty; from != 0; from &= from - 1)
                before(green, others | (from & -from));
            // Rules 3.3 and 3.4: a pawn that was captured stood here, and stands wherever it was put.
            for (std::uint64_t from = diagonals_[index_of(to)] & (empty | green); from != 0;
                 from &= from - 1) {
                const std::uint64_t source = from & -from;
                if (source & green) {
                    before((green & ~source) | there, others | source);
                    continue;
                }
                for (std::uint64_t put = green; put != 0; put &= put - 1)
                    before((green & ~(put & -put)) | there, others | source);
            }
        }
    }

    State<1> state_at(std::size_t place) const {
        const auto [own, enemy] = sets_at(place);
        return State<1>::green_to_move(field<1>(solved_size), bitboard_of(own), bitboard_of(enemy));
    }

  private:
    struct Sets {
        Inner own;
        Inner enemy;
    };

    static std::size_t index_of(int square) { return static_cast<std::size_t>(square); }

    Sets sets_at(std::size_t place) const {
        const Inner own = sets_[place / enemy_sets];
        return {own, open_up(sets_[place % enemy_sets], own)};
    }

    /// From where a pawn of Blue's can have come by a step, and by a capture.
    const std::array<std::uint64_t, 25> steps_ = around({{{1, 0}, {0, 1}}});
    const std::array<std::uint64_t, 25> diagonals_ = around({{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}});
    const std::vector<Inner> sets_ = [] {
        std::vector<Inner> sets;
        for (std::size_t number = 0; number < own_sets; ++number) sets.push_back(set_of(number));
        return sets;
    }();

    static std::array<std::uint64_t, 25> around(const std::vector<std::array<int, 2>>& ways) {
        std::array<std::uint64_t, 25> table{};
        for (int square = 0; square < 25; ++square)
            for (const auto& [columns, rows] : ways) {
                const int column = square % 5 + columns, row = square / 5 + rows;
                if (column >= 0 && column < 5 && row >= 0 && row < 5)
                    table[index_of(square)] |= std::uint64_t{1} << (5 * row + column);
            }
        return table;
    }
};

}  // namespace

State<1> solved_state(std::size_t place) {
    static const Space space;
    return space.state_at(place);
}

std::vector<std::size_t> solved_predecessors(std::size_t place) {
    static const Space space;
    std::vector<std::size_t> places;
    space.each_predecessor(place, [&](std::size_t before) { places.push_back(before); });
    return places;
}

Tablebase& solved_table() {
    static Tablebase table(
        "claustro-5x5-standard-1.table", own_sets * enemy_sets,
        [](std::span<std::int8_t> values, const Tablebase::Told& told, const std::stop_token& stop) {
            return solve_backwards(Space(), values, told, stop);
        });
    return table;
}

std::size_t solved_place(Bitboard<1> own, Bitboard<1> enemy, Side side) {
    Inner mine = inner_of(own.low_word()), theirs = inner_of(enemy.low_word());
    if (side == Side::second) {
        mine = turned(mine);
        theirs = turned(theirs);
    }
    return place_of(mine, theirs);
}

}  // namespace pentad::engine::claustro
