#pragma once

#include <bit>
#include <cstdint>

/// Sets of squares of a board that is eight columns wide and at most eight rows high, in one word.
/// Square 8 * row + column is bit 8 * row + column: a1 is bit 0, h1 bit 7, a2 bit 8.
namespace pentad::engine {

using SquareSet = std::uint64_t;

constexpr SquareSet every_square = ~SquareSet{0};

constexpr SquareSet only(int square) { return SquareSet{1} << square; }
constexpr bool has(SquareSet set, int square) { return ((set >> square) & 1) != 0; }
constexpr int count(SquareSet set) { return std::popcount(set); }
constexpr SquareSet row_set(int row) { return SquareSet{0xff} << (8 * row); }

/// Removes and returns the lowest square. REQUIRES: set is not empty.
constexpr int take_lowest(SquareSet& set) {
    const int square = std::countr_zero(set);
    set &= set - 1;
    return square;
}

/// Every square moved by so many columns and rows; those that would leave the eight columns, row 1
/// downwards or row 8 upwards are dropped. REQUIRES: fewer than eight of each.
template <int Columns, int Rows>
constexpr SquareSet shifted(SquareSet set) {
    static_assert(-8 < Columns && Columns < 8 && -8 < Rows && Rows < 8);
    constexpr int by = 8 * Rows + Columns;
    constexpr SquareSet row = Columns >= 0 ? (0xff << Columns) & 0xff : 0xff >> -Columns;
    constexpr SquareSet arrivals = row * 0x0101010101010101ULL;
    if constexpr (by >= 0)
        return (set << by) & arrivals;
    else
        return (set >> -by) & arrivals;
}

/// The squares of `set` from which every further square in a direction is in `set` too, up to the edge of
/// the 8x8 board.
template <int Columns, int Rows>
constexpr SquareSet unbroken_to_edge(SquareSet set) {
    // What is still in the set after the steps of 1, 2 and 4 has the set, or the edge, 7 squares on.
    set &= shifted<-Columns, -Rows>(set) | ~shifted<-Columns, -Rows>(every_square);
    set &= shifted<-2 * Columns, -2 * Rows>(set) | ~shifted<-2 * Columns, -2 * Rows>(every_square);
    set &= shifted<-4 * Columns, -4 * Rows>(set) | ~shifted<-4 * Columns, -4 * Rows>(every_square);
    return set;
}

/// `from` and all squares that a ray in a direction reaches from there through squares of `through`
/// (Kogge-Stone fill, https://www.chessprogramming.org/Kogge-Stone_Algorithm).
template <int Columns, int Rows>
constexpr SquareSet rays(SquareSet from, SquareSet through) {
    from |= through & shifted<Columns, Rows>(from);
    through &= shifted<Columns, Rows>(through);
    from |= through & shifted<2 * Columns, 2 * Rows>(from);
    through &= shifted<2 * Columns, 2 * Rows>(through);
    from |= through & shifted<4 * Columns, 4 * Rows>(from);
    return from;
}

/// Adds up the sizes of many sets with few population counts: plane n holds the squares whose number of
/// sets has bit n (a carry-save adder, https://www.chessprogramming.org/Population_Count#Odd_and_Major).
/// REQUIRES: no square is in 2 to the power of Planes sets or more.
template <int Planes>
class Tally {
  public:
    constexpr void add(SquareSet carry) {
        for (SquareSet& plane : planes_) {
            const SquareSet sum = plane ^ carry;
            carry &= plane;
            plane = sum;
        }
    }
    constexpr int total() const {
        int sum = 0;
        for (int n = 0; n < Planes; ++n) sum += count(planes_[n]) << n;
        return sum;
    }

  private:
    SquareSet planes_[Planes]{};
};

/// Calls visit<Columns, Rows>() for each of the eight directions.
template <class Visit>
constexpr void each_direction(Visit&& visit) {
    visit.template operator()<0, 1>();
    visit.template operator()<1, 0>();
    visit.template operator()<0, -1>();
    visit.template operator()<-1, 0>();
    visit.template operator()<1, 1>();
    visit.template operator()<1, -1>();
    visit.template operator()<-1, -1>();
    visit.template operator()<-1, 1>();
}

}  // namespace pentad::engine
