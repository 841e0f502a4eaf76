#include "engine/games/sight/features.hpp"
#include "engine/games/sight/weights.hpp"
#include "engine/search/random.hpp"
#include "engine/search/weighted_features.hpp"

namespace pentad::engine::sight {

/// Freedom: what `side` could do if it were its turn, less what the enemy could.
template <int Words>
double State<Words>::evaluate(Side side) const {
    if (over()) return to_move_ == side ? -win_value : win_value;
    return static_cast<double>(count_moves(side)) - static_cast<double>(count_moves(other(side)));
}

template <int Words>
double State<Words>::search_value(Side side) const {
    return weighted_features(*this, weights, side);
}

template <int Words>
std::uint64_t State<Words>::key() const {
    std::uint64_t key = Random(static_cast<std::uint64_t>(index(to_move_))).next();
    const auto stir = [&](const Points& points) {
        for (std::uint64_t word : points.words()) key = Random(key ^ word).next();
    };
    for (const Points& points : sides_) stir(points);
    for (const Points& points : digits_) stir(points);
    return key;
}

template double State<1>::evaluate(Side) const;
template double State<2>::evaluate(Side) const;
template double State<1>::search_value(Side) const;
template double State<2>::search_value(Side) const;
template std::uint64_t State<1>::key() const;
template std::uint64_t State<2>::key() const;

}  // namespace pentad::engine::sight
