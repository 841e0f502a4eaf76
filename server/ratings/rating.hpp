#pragma once

#include <array>
#include <optional>

#include "server/match/match.hpp"

/// How strong a player is thought to be, by Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system",
/// 2012 and later). Pure.
namespace pentad::server {

/// A player's strength in one game; of a newcomer what it is made with.
struct Rating {
    double rating = 1500;
    double deviation = 350;  ///< half of the width of a 68 % interval; grows with time, see current()
    double volatility = 0.06;
    int games = 0;
    ServerTime at{};  ///< to which the deviation belongs: of the last rated match, unless current() made it

    /// Too uncertain to be compared with others.
    bool provisional() const { return deviation > 110; }

    friend bool operator==(const Rating&, const Rating&) = default;
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
Rating after_period(const Rating& before, const std::vector<RatedGame>& games, double periods = 1);

/// How long who plays no rated match stays in the list of a game.
inline constexpr std::chrono::days listed_for{90};

/// The rating as it is now. A day is a rating period, and one without a match makes the deviation grow by the
/// volatility alone (the paper's step 6), up to that of a newcomer. Whoever shows or compares ratings takes
/// this one: what is stored is as of the last match. A newcomer's, and one of the future, stays as it is.
Rating current(const Rating& rating, ServerTime now);

/// Does the player belong into the list of the strongest: established now, and played of late? What this is
/// false for stays out until the next match, since deviations only grow in between.
bool is_listed(const Rating& rating, ServerTime now);

/// After a match that ended at `at`: each match is a period of its own, for both with the other's rating as
/// it was right before it, and deviations grow with the days since the last one.
std::array<Rating, 2> after_match(const std::array<Rating, 2>& before, double score_of_first, ServerTime at);

/// 1, 0.5 or 0; none for a match that counts for nobody (aborted, abandoned and the like).
std::optional<double> score_of_first(const MatchResult& result);

}  // namespace pentad::server
