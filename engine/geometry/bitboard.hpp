#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace pentad::engine {

/// A set of squares numbered from 0 to 64 * Words - 1. Bitboard<1> compiles to plain 64-bit operations.
template <int Words>
class Bitboard {
  public:
    static constexpr int capacity = 64 * Words;

    constexpr Bitboard() = default;

    static constexpr Bitboard of(int square) {
        Bitboard set;
        set.add(square);
        return set;
    }
    /// The squares 0 to count - 1. REQUIRES: 0 <= count <= capacity.
    static constexpr Bitboard first(int count) {
        Bitboard set;
        for (int w = 0; w < Words; ++w) {
            const int here = count - 64 * w;
            set.words_[w] = here >= 64 ? ~0ULL : here <= 0 ? 0 : (1ULL << here) - 1;
        }
        return set;
    }

    constexpr void add(int square) { words_[word(square)] |= bit(square); }
    constexpr void remove(int square) { words_[word(square)] &= ~bit(square); }
    constexpr bool has(int square) const { return (words_[word(square)] & bit(square)) != 0; }

    constexpr bool any() const {
        if constexpr (Words == 1) return words_[0] != 0;
        std::uint64_t all = 0;
        for (std::uint64_t w : words_) all |= w;
        return all != 0;
    }
    constexpr bool none() const { return !any(); }
    constexpr int count() const {
        int n = 0;
        for (std::uint64_t w : words_) n += std::popcount(w);
        return n;
    }
    /// The lowest square. REQUIRES: any().
    constexpr int lowest() const {
        if constexpr (Words > 1)
            for (int w = 0; w < Words - 1; ++w)
                if (words_[w] != 0) return 64 * w + std::countr_zero(words_[w]);
        return 64 * (Words - 1) + std::countr_zero(words_[Words - 1]);
    }
    /// The highest square. REQUIRES: any().
    constexpr int highest() const {
        if constexpr (Words > 1)
            for (int w = Words - 1; w > 0; --w)
                if (words_[w] != 0) return 64 * w + 63 - std::countl_zero(words_[w]);
        return 63 - std::countl_zero(words_[0]);
    }
    /// Removes and returns the lowest square. REQUIRES: any().
    constexpr int take_lowest() {
        const int square = lowest();
        words_[word(square)] &= words_[word(square)] - 1;
        return square;
    }
    /// Calls visit(square) for each square, lowest first.
    template <class Visit>
    constexpr void each(Visit&& visit) const {
        for (int w = 0; w < Words; ++w)
            for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
                visit(64 * w + std::countr_zero(rest));
    }

    constexpr Bitboard& operator&=(const Bitboard& o) {
        return combine(o, [](auto a, auto b) { return a & b; });
    }
    constexpr Bitboard& operator|=(const Bitboard& o) {
        return combine(o, [](auto a, auto b) { return a | b; });
    }
    constexpr Bitboard& operator^=(const Bitboard& o) {
        return combine(o, [](auto a, auto b) { return a ^ b; });
    }
    friend constexpr Bitboard operator&(Bitboard a, const Bitboard& b) { return a &= b; }
    friend constexpr Bitboard operator|(Bitboard a, const Bitboard& b) { return a |= b; }
    friend constexpr Bitboard operator^(Bitboard a, const Bitboard& b) { return a ^= b; }
    /// Also contains the numbers beyond the board: mask before counting.
    constexpr Bitboard operator~() const {
        Bitboard set;
        for (int w = 0; w < Words; ++w) set.words_[w] = ~words_[w];
        return set;
    }
    /// Every square's number raised by `by`; what leaves the top is lost. REQUIRES: 0 <= by < 64.
    constexpr Bitboard operator<<(int by) const {
        if (by == 0) return *this;
        Bitboard set;
        for (int w = Words - 1; w >= 0; --w) {
            set.words_[w] = words_[w] << by;
            if (w > 0) set.words_[w] |= words_[w - 1] >> (64 - by);
        }
        return set;
    }
    /// Every square's number lowered by `by`. REQUIRES: 0 <= by < 64.
    constexpr Bitboard operator>>(int by) const {
        if (by == 0) return *this;
        Bitboard set;
        for (int w = 0; w < Words; ++w) {
            set.words_[w] = words_[w] >> by;
            if (w + 1 < Words) set.words_[w] |= words_[w + 1] << (64 - by);
        }
        return set;
    }
    friend constexpr bool operator==(const Bitboard&, const Bitboard&) = default;

    /// The lowest 64 squares as bits.
    constexpr std::uint64_t low_word() const { return words_[0]; }
    constexpr const std::array<std::uint64_t, Words>& words() const { return words_; }

  private:
    static constexpr int word(int square) { return Words == 1 ? 0 : square >> 6; }
    static constexpr std::uint64_t bit(int square) { return 1ULL << (square & 63); }
    template <class Op>
    constexpr Bitboard& combine(const Bitboard& o, Op op) {
        for (int w = 0; w < Words; ++w) words_[w] = op(words_[w], o.words_[w]);
        return *this;
    }

    std::array<std::uint64_t, Words> words_{};
};

}  // namespace pentad::engine
