#include "engine/games/claustro/state.hpp"
#include "engine/search/random.hpp"

namespace pentad::engine::claustro {

/// Nearness to the goal: a pawn is worth 1 / distance. With open goals a pawn may have been put on its own
/// goal, where it has not won; it is worth as much as one beside the goal.
template <int Words>
double State<Words>::evaluate(Side side) const {
    if (over()) return outcome().winner == side ? win_value : -win_value;
    const auto worth = [&](Side owner) {
        double sum = 0;
        of(owner).each([&](int pawn) { sum += 1.0 / std::max(field_->distance(owner, pawn), 1); });
        return sum;
    };
    return worth(side) - worth(other(side));
}

/// 0.9 / distance of the pawn after its move, and 0.1 for a capture. A capture that does not put the pawn as
/// far from its goal as possible is worth a little less; the rest is as it was, so that equal moves stay
/// equal.
template <int Words>
double State<Words>::greedy_value(Move move) const {
    State next = *this;
    next.play(move);
    if (next.over() && next.outcome().winner == to_move_) return win_value;
    const double distance = std::max(field_->distance(to_move_, move.to), 1);
    if (!move.captures()) return 9 / (10 * distance);
    const Side enemy = other(to_move_);
    int farthest = 0;
    places_after_leaving(move.from).each(
        [&](int square) { farthest = std::max(farthest, field_->distance(enemy, square)); });
    return (9 + distance) / (10 * distance) - 1e-6 * (farthest - field_->distance(enemy, move.put));
}

template <int Words>
std::uint64_t State<Words>::key() const {
    // With open goals the same pawns can be won, by entering the goal, or not, the pawn having been put
    // there: the win is another position, and occurs once like every end.
    std::uint64_t key = static_cast<std::uint64_t>(index(to_move_)) << 1 | (reached_goal_ ? 1 : 0);
    for (const Trail& trail : trails_)
        key = key << 8 | static_cast<std::uint64_t>(trail.direction) << 4 | trail.run;
    key = Random(key).next();  // spread over all bits, so that it and a square do not cancel each other
    for (const Squares& pawns : pawns_)
        for (std::uint64_t word : pawns.words()) key = Random(key ^ word).next();
    return key;
}

#define PENTAD_INSTANTIATE(words)                           \
    template double State<words>::evaluate(Side) const;     \
    template double State<words>::greedy_value(Move) const; \
    template std::uint64_t State<words>::key() const;
PENTAD_INSTANTIATE(1)
PENTAD_INSTANTIATE(2)
PENTAD_INSTANTIATE(3)
#undef PENTAD_INSTANTIATE

}  // namespace pentad::engine::claustro
