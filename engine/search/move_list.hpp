#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>

namespace pentad::engine {

/// The legal moves of one position, in place: no allocation, and nothing is initialised before it is used.
/// Bound is a proven maximum for the game, not a guess from play.
template <class Move, std::size_t Bound>
class MoveList {
    static_assert(std::is_trivially_copyable_v<Move>);

  public:
    static constexpr std::size_t bound = Bound;

    MoveList() {}  // NOLINT: leaves moves_ uninitialised on purpose

    void add(Move move) {
        assert(size_ < Bound);
        moves_[size_++] = move;
    }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Move& operator[](std::size_t i) const { return moves_[i]; }
    Move& operator[](std::size_t i) { return moves_[i]; }
    Move* begin() { return moves_; }
    Move* end() { return moves_ + size_; }
    const Move* begin() const { return moves_; }
    const Move* end() const { return moves_ + size_; }

  private:
    std::size_t size_ = 0;
    union {
        Move moves_[Bound];
    };
};

}  // namespace pentad::engine
