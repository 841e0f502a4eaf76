#pragma once

#include <array>
#include <string>

namespace pentad::engine::tools {

/// Pairs of games with so many points: 0, 0.5, 1, 1.5, 2.
using PairCounts = std::array<int, 5>;

/// What one player has made of its games against another.
struct Score {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    PairCounts pairs{};  ///< of games that began alike, one with either side

    int games() const { return wins + draws + losses; }
    double share() const { return games() == 0 ? 0.5 : (wins + draws / 2.0) / games(); }
};

/// How much stronger, on the Elo scale, with an interval that holds the truth 19 times in 20.
struct Rating {
    double difference = 0;
    double low = 0;
    double high = 0;
    bool only_bound = false;  ///< all points or none: `low` or `high` is all that can be said
};

/// Elo's logistic curve; the interval is that of the mean of the pairs, whose games are not independent of
/// each other (https://www.chessprogramming.org/Match_Statistics). REQUIRES: score.games() > 0.
Rating rating(const Score& score);

/// `+153 (+98 to +214)`, `at least +470`.
std::string text(const Rating& rating);

}  // namespace pentad::engine::tools
