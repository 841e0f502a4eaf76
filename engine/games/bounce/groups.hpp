#pragma once

#include "engine/games/bounce/state.hpp"

namespace pentad::engine::bounce {

/// The groups of one side. Lone checkers, which are most of the groups while there are many, are kept as
/// one set and cost no flood fill.
template <int Words>
class Groups {
  public:
    using Squares = Bitboard<Words>;
    struct Group {
        Squares squares;
        int size;
    };

    Groups(const Geometry<Words>& geometry, const Squares& own)
        : geometry_(geometry), own_(own), lone_(own & ~geometry.beside(own)) {
        for (Squares rest = own & ~lone_; rest.any();) {
            const Squares squares = geometry.group_of(Squares::of(rest.lowest()), rest);
            groups_[count_++] = {squares, squares.count()};
            rest ^= squares;
        }
    }

    const Squares& lone() const { return lone_; }
    const Group* begin() const { return groups_; }
    const Group* end() const { return groups_ + count_; }

    /// Rules 3.2: the own checkers that may be put on the empty square `target`.
    Squares that_may_go_to(int target) const {
        const Squares near = geometry_.beside(Squares::of(target)) & own_;
        if (near.none()) return {};
        const Squares near_lone = near & lone_;
        int joined = near_lone.count();
        for (const Group& group : *this)
            if ((group.squares & near).any()) joined += group.size;

        Squares sources = joined == 1 ? lone_ & ~near_lone : lone_;
        for (const Group& group : *this) {
            const bool touches = (group.squares & near).any();
            const int others = touches ? joined - group.size : joined;
            if (others >= group.size)
                sources |= group.squares;
            else if (touches && others > 0)
                sources |= that_keep_enough(group, near, group.size - others);
        }
        return sources;
    }

  private:
    /// The checkers of `group` without which what is left of it beside the target, in one part or several,
    /// has at least `enough` checkers. REQUIRES: 0 < enough < group.size.
    Squares that_keep_enough(const Group& group, const Squares& near, int enough) const {
        const Squares touching = group.squares & near;
        Squares sources = group.squares;
        // Where nothing falls apart, one less is left, unless it no longer touches the target.
        if (touching.count() == 1) sources &= ~touching;
        (pinches() & sources).each([&](int source) {
            Squares rest = group.squares;
            rest.remove(source);
            int left = 0;
            for (Squares seeds = touching & rest; seeds.any() && left < enough;) {
                const Squares part = geometry_.group_of(Squares::of(seeds.lowest()), rest);
                left += part.count();
                seeds &= ~part;
            }
            if (left < enough) sources.remove(source);
        });
        return sources;
    }

    /// The only checkers whose group can fall apart without them: those whose own neighbours are not
    /// joined, going round them, by own checkers on the diagonals.
    const Squares& pinches() const {
        if (pinches_known_) return pinches_;
        const int n = geometry_.size;
        const Squares west = (own_ & geometry_.not_last_column) << 1;  // squares with an own one in the west
        const Squares east = (own_ & geometry_.not_first_column) >> 1;
        const Squares north = own_ >> n, south = own_ << n;
        // A stretch of joined neighbours begins, clockwise, where nothing joins to the neighbour before.
        const Squares from_north = north & ~(west & west >> n);
        const Squares from_east = east & ~(north & east >> n);
        const Squares from_south = south & ~(east & east << n);
        const Squares from_west = west & ~(south & west << n);
        pinches_ = own_ & ((from_north & from_east) | ((from_north | from_east) & (from_south | from_west)) |
                           (from_south & from_west));
        pinches_known_ = true;
        return pinches_;
    }

    const Geometry<Words>& geometry_;
    const Squares own_;
    const Squares lone_;
    mutable Squares pinches_;
    mutable bool pinches_known_ = false;
    int count_ = 0;
    union {
        Group groups_[State<Words>::most_checkers / 2];  // only the first count_ are ever written
    };
};

}  // namespace pentad::engine::bounce
