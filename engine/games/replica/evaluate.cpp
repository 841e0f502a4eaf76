#include <cstdlib>

#include "engine/games/replica/features.hpp"
#include "engine/games/replica/weights.hpp"
#include "engine/search/weighted_features.hpp"

namespace pentad::engine::replica {
namespace {

/// The least common multiple of 1 to 15. In these units every piece's value is whole, so that equal
/// positions have equal values whatever the order of the sum.
constexpr std::int64_t unit = 360360;

/// A piece is worth 2 + 3 / (D + 1), D steps along rows and columns from the goal corner.
constexpr std::array<std::int64_t, 64> values_for_first = [] {
    std::array<std::int64_t, 64> values{};
    for (int square = 0; square < 64; ++square) {
        const int distance = (7 - square % 8) + (7 - square / 8);
        values[static_cast<std::size_t>(square)] = 2 * unit + 3 * unit / (distance + 1);
    }
    return values;
}();

}  // namespace

double State::evaluate(Side side) const {
    if (over()) return *outcome().winner == side ? win_value : -win_value;
    std::int64_t first = 0;
    for (SquareSet rest = pieces_[0]; rest != 0;)
        first += values_for_first[static_cast<std::size_t>(take_lowest(rest))];
    std::int64_t second = 0;
    for (SquareSet rest = pieces_[1]; rest != 0;)
        second += values_for_first[static_cast<std::size_t>(63 - take_lowest(rest))];
    return static_cast<double>(side == Side::first ? first - second : second - first) / unit;
}

double State::search_value(Side side) const { return weighted_features(*this, weights, side); }

}  // namespace pentad::engine::replica
