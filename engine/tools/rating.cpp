#include "engine/tools/rating.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace pentad::engine::tools {
namespace {

// Adding 0 makes 0 of -0.
double elo(double share) { return -400 * std::log10(1 / share - 1) + 0.0; }

std::string with_sign(double number) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%+.0f", std::nearbyint(number) + 0.0);
    return digits;
}

}  // namespace

Rating rating(const Score& score) {
    const double games = score.games();
    const double share = score.share();
    // No interval reaches a share that half a point more or less would make certain.
    const double least = 0.5 / games, most = 1 - 0.5 / games;
    Rating rating;
    rating.only_bound = share <= 0 || share >= 1;
    double error = 0;
    const int pairs = std::accumulate(score.pairs.begin(), score.pairs.end(), 0);
    if (pairs > 1) {
        double squares = 0;
        for (std::size_t kind = 0; kind < score.pairs.size(); ++kind) {
            const double difference = static_cast<double>(kind) / 4 - share;
            squares += score.pairs[kind] * difference * difference;
        }
        error = 1.96 * std::sqrt(squares / (pairs - 1) / pairs);
    } else {
        error = 0.5;
    }
    const auto bounded = [&](double each) { return elo(std::clamp(each, least, most)); };
    rating.difference = bounded(share);
    rating.low = bounded(share - error);
    rating.high = bounded(share + error);
    return rating;
}

std::string text(const Rating& rating) {
    if (rating.only_bound)
        return (rating.difference > 0 ? "at least " : "at most ") + with_sign(rating.difference);
    return with_sign(rating.difference) + " (" + with_sign(rating.low) + " to " + with_sign(rating.high) +
           ")";
}

}  // namespace pentad::engine::tools
