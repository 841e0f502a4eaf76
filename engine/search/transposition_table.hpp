#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/search/search_value.hpp"

namespace pentad::engine {

/// What search has found out about positions, by key
/// (https://www.chessprogramming.org/Transposition_Table). Its size is fixed when it is made. Two entries
/// share a place: the first keeps the deepest result, the second the latest.
///
/// Values must hold whatever the moves before the position were; results that depend on a repetition do not
/// belong here. A key of another position may be taken for the right one (once in 2^32 looks at a place), so
/// a move found here may not be legal.
template <class Move>
class TranspositionTable {
  public:
    enum class Bound : std::uint8_t { none, at_least, at_most, exact };

    struct Entry {
        std::uint32_t check = 0;
        Value value = 0;
        Move move{};
        std::int8_t depth = 0;
        Bound bound = Bound::none;
    };

    /// `entries` is rounded up to a power of two, and is two at least.
    explicit TranspositionTable(std::size_t entries)
        : places_(std::bit_ceil(entries < 2 ? std::size_t{2} : entries) / 2) {}

    std::size_t bytes() const { return places_.size() * sizeof(Place); }

    /// nullptr when nothing is known. The value is from the position's own point of view: see from_table().
    const Entry* find(std::uint64_t key) const {
        const Place& place = place_of(key);
        for (const Entry* entry : {&place.deepest, &place.latest})
            if (entry->bound != Bound::none && entry->check == check_of(key)) return entry;
        return nullptr;
    }

    /// `value` was found `ply` plies below the root.
    void store(std::uint64_t key, Value value, Move move, int depth, Bound bound, int ply) {
        Place& place = place_of(key);
        Entry entry;
        entry.check = check_of(key);
        entry.value = wins(value) ? value + ply : loses(value) ? value - ply : value;
        entry.move = move;
        entry.depth = static_cast<std::int8_t>(depth);
        entry.bound = bound;
        const bool deep = place.deepest.bound == Bound::none || place.deepest.check == entry.check ||
                          depth >= place.deepest.depth;
        if (deep && place.deepest.check != entry.check) place.latest = place.deepest;
        (deep ? place.deepest : place.latest) = entry;
    }

    /// A stored value as seen from the root: the distance to an end is counted from there.
    static Value from_table(Value value, int ply) {
        return wins(value) ? value - ply : loses(value) ? value + ply : value;
    }

  private:
    struct Place {
        Entry deepest;
        Entry latest;
    };

    static std::uint32_t check_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }
    const Place& place_of(std::uint64_t key) const { return places_[key & (places_.size() - 1)]; }
    Place& place_of(std::uint64_t key) { return places_[key & (places_.size() - 1)]; }

    std::vector<Place> places_;
};

}  // namespace pentad::engine
