#include "engine/tools/rating.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

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
    if (score.pairs.size() > 1) {
        const double n = static_cast<double>(score.pairs.size());
        double squares = 0;
        for (const double points : score.pairs) squares += (points / 2 - share) * (points / 2 - share);
        error = 1.96 * std::sqrt(squares / (n - 1) / n);
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
