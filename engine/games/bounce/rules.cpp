#include "engine/games/bounce/groups.hpp"
#include "engine/games/bounce/state.hpp"

namespace pentad::engine::bounce {

template <int Words>
Geometry<Words>::Geometry(int size_of_side) : size(size_of_side), all(Squares::first(size * size)) {
    not_first_column = not_last_column = all;
    for (int row = 0; row < size; ++row) {
        not_first_column.remove(row * size);
        not_last_column.remove(row * size + size - 1);
    }
}

template <int Words>
const Geometry<Words>& Geometry<Words>::of(int size) {
    static const auto all_sizes = [] {
        std::vector<Geometry> made;
        for (int n = 4; n <= State<Words>::largest_size; n += 2) made.emplace_back(n);
        return made;
    }();
    return all_sizes[static_cast<std::size_t>(size / 2 - 2)];
}

template <int Words>
State<Words> State<Words>::initial(int size) {
    State state(Geometry<Words>::of(size), Side::first);
    // Rules 2.1: all squares but the corners, Red where column and row (from 1) add up to an odd number.
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            const bool corner = (row == 0 || row == size - 1) && (column == 0 || column == size - 1);
            if (!corner) state.checkers_[(column + row) % 2 == 1 ? 0 : 1].add(row * size + column);
        }
    return state;
}

/// Calls visit(sources, target) for each empty square: Rules 3.1 and 3.2.
template <int Words>
template <class Visit>
void State<Words>::each_target(Visit&& visit) const {
    const Groups<Words> groups(*geometry_, own());
    (empty() & geometry_->beside(own())).each([&](int target) {
        visit(groups.that_may_go_to(target), target);
    });
}

template <int Words>
void State<Words>::legal_moves(Moves& moves) const {
    if (over_) return;
    each_target([&](const Squares& sources, int target) {
        sources.each([&](int source) {
            moves.add({static_cast<std::int16_t>(source), static_cast<std::int16_t>(target)});
        });
    });
    // Rules 3.3: a removal only when there is no move.
    if (moves.empty())
        own().each([&](int square) { moves.add({static_cast<std::int16_t>(square), Move::off_board}); });
}

template <int Words>
std::uint64_t State<Words>::count_moves() const {
    if (over_) return 0;
    int sum = 0;
    each_target([&](const Squares& sources, int) { sum += sources.count(); });
    return static_cast<std::uint64_t>(sum > 0 ? sum : own().count());
}

template <int Words>
bool State<Words>::can_move() const {
    bool can = false;
    each_target([&](const Squares& sources, int) { can = can || sources.any(); });
    return can;
}

template <int Words>
void State<Words>::play(Move move) {
    Squares& mine = checkers_[index(to_move_)];
    mine.remove(move.from);
    if (!move.removal()) mine.add(move.to);
    // Rules 4.1: only the mover's groups can have changed.
    over_ = one_group(to_move_);
    to_move_ = other(to_move_);
}

template <int Words>
bool State<Words>::one_group(Side side) const {
    const Squares& all = checkers_[index(side)];
    const Squares lone = all & ~geometry_->beside(all);
    if (lone.any()) return lone == all && all.count() == 1;
    return geometry_->group_of(Squares::of(all.lowest()), all) == all;
}

template <int Words>
std::uint64_t State<Words>::key() const {
    // Spread over all bits, so that the side and a square do not cancel each other.
    std::uint64_t hash = to_move_ == Side::first ? 0xd1b54a32d192ed03ULL : 0x8cb92ba72f3d8dd7ULL;
    for (const Squares& side : checkers_)
        for (std::uint64_t word : side.words()) {
            hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
            hash ^= hash >> 29;
        }
    return hash;
}

template struct Geometry<1>;
template struct Geometry<2>;
template struct Geometry<4>;
template struct Geometry<7>;
template class State<1>;
template class State<2>;
template class State<4>;
template class State<7>;

}  // namespace pentad::engine::bounce
