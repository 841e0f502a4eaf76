#pragma once

#include <array>
#include <optional>

#include "server/match/match.hpp"

/// Ratings by Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2012 and later). Pure.
namespace pentad::server {

/// A player's strength in one game; by default a newcomer's.
struct GlickoRating {
    double rating = 1500;
    double deviation = 350;  ///< half of the width of a 68 % interval; grows with time, see current()
    double volatility = 0.06;
    int games = 0;
    ServerTime at{};  ///< when the deviation was true: at the last rated match, unless current() made it

    /// Too uncertain to compare.
    bool provisional() const { return deviation > 110; }

    friend bool operator==(const GlickoRating&, const GlickoRating&) = default;
};

/// One opponent of a rating period and the result against them: 1 won, 0.5 drawn, 0 lost.
struct RatedGame {
    double opponent_rating = 1500;
    double opponent_deviation = 350;
    double score = 0;
};

/// The paper's steps 2 to 8 with the system constant tau = 0.5 for a period with these games, after `periods`
/// periods in which the deviation grew (1 in the paper). Rating, deviation and volatility change, nothing
/// else; the deviation stays within 30 and 350. REQUIRES: at least one game.
GlickoRating after_period(const GlickoRating& before, const std::vector<RatedGame>& games,
                          double periods = 1);

/// How long a player without a rated match stays in a game's leaderboard.
inline constexpr std::chrono::days listed_for{90};

/// The rating as it is now. A day is a rating period, and one without a match makes the deviation grow by the
/// volatility alone (the paper's step 6), up to that of a newcomer. Show and compare this one: the stored
/// rating is that of the last match. A newcomer's, and one of the future, does not change.
GlickoRating current(const GlickoRating& rating, ServerTime now);

/// Does the player belong in the leaderboard: established now, and with a recent match? If not, then not
/// before the next match either, since deviations only grow in between.
bool is_listed(const GlickoRating& rating, ServerTime now);

/// After a match that ended at `at`: each match is a period of its own, for both with the other's rating as
/// it was right before it, and deviations grow with the days since the last one.
std::array<GlickoRating, 2> after_match(const std::array<GlickoRating, 2>& before, double score_of_first,
                                        ServerTime at);

/// 1, 0.5 or 0; empty for a match that does not count (aborted, abandoned and the like).
std::optional<double> score_of_first(const MatchResult& result);

}  // namespace pentad::server
