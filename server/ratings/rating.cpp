#include "server/ratings/rating.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pentad::server {
namespace {

constexpr double tau = 0.5;
constexpr double scale = 173.7178;
constexpr double convergence = 0.000001;
constexpr double least_deviation = 30;
constexpr double most_deviation = 350;

// The paper's names: mu, phi and sigma are rating, deviation and volatility on the inner scale.

double g(double phi) { return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi)); }

double expected(double mu, double opponent_mu, double opponent_phi) {
    return 1 / (1 + std::exp(-g(opponent_phi) * (mu - opponent_mu)));
}

/// Step 5, by the Illinois algorithm.
double new_volatility(double sigma, double phi, double v, double delta) {
    const double a = std::log(sigma * sigma);
    const auto f = [&](double x) {
        const double e = std::exp(x);
        const double d = phi * phi + v + e;
        return e * (delta * delta - d) / (2 * d * d) - (x - a) / (tau * tau);
    };
    double low = a;
    double high = 0;
    if (delta * delta > phi * phi + v) {
        high = std::log(delta * delta - phi * phi - v);
    } else {
        int k = 1;
        while (f(a - k * tau) < 0) ++k;
        high = a - k * tau;
    }
    double f_low = f(low);
    double f_high = f(high);
    while (std::abs(high - low) > convergence) {
        const double middle = low + (low - high) * f_low / (f_high - f_low);
        const double f_middle = f(middle);
        if (f_middle * f_high <= 0) {
            low = high;
            f_low = f_high;
        } else {
            f_low /= 2;
        }
        high = middle;
        f_high = f_middle;
    }
    return std::exp(low / 2);
}

double days_between(ServerTime from, ServerTime to) {
    return std::max(0.0, std::chrono::duration<double, std::ratio<86400>>(to - from).count());
}

}  // namespace

GlickoRating after_period(const GlickoRating& before, const std::vector<RatedGame>& games, double periods) {
    const double mu = (before.rating - 1500) / scale;
    const double phi = before.deviation / scale;
    double information = 0;
    double surprise = 0;
    for (const RatedGame& game : games) {
        const double opponent_phi = game.opponent_deviation / scale;
        const double e = expected(mu, (game.opponent_rating - 1500) / scale, opponent_phi);
        information += g(opponent_phi) * g(opponent_phi) * e * (1 - e);
        surprise += g(opponent_phi) * (game.score - e);
    }
    const double v = 1 / information;
    const double sigma = new_volatility(before.volatility, phi, v, v * surprise);
    const double grown =
        std::min(phi * phi + periods * sigma * sigma, most_deviation * most_deviation / (scale * scale));
    const double new_phi = 1 / std::sqrt(1 / grown + information);
    GlickoRating after = before;
    after.rating = 1500 + scale * (mu + new_phi * new_phi * surprise);
    after.deviation = std::clamp(scale * new_phi, least_deviation, most_deviation);
    after.volatility = sigma;
    return after;
}

GlickoRating current(const GlickoRating& rating, ServerTime now) {
    if (rating.games == 0 || now <= rating.at) return rating;
    GlickoRating grown = rating;
    const double a_day = scale * rating.volatility;
    grown.deviation = std::min(most_deviation, std::sqrt(rating.deviation * rating.deviation +
                                                         days_between(rating.at, now) * a_day * a_day));
    grown.at = now;
    return grown;
}

bool is_listed(const GlickoRating& rating, ServerTime now) {
    return rating.games > 0 && now - rating.at <= listed_for && !current(rating, now).provisional();
}

std::array<GlickoRating, 2> after_match(const std::array<GlickoRating, 2>& before, double score_of_first,
                                        ServerTime at) {
    std::array<GlickoRating, 2> after;
    for (std::size_t i = 0; i < 2; ++i) {
        const GlickoRating& mine = before[i];
        const GlickoRating other = current(before[1 - i], at);
        const double days = mine.games == 0 ? 0 : days_between(mine.at, at);
        const double score = i == 0 ? score_of_first : 1 - score_of_first;
        after[i] = after_period(mine, {{other.rating, other.deviation, score}}, days);
        ++after[i].games;
        after[i].at = at;
    }
    return after;
}

std::optional<double> score_of_first(const MatchResult& result) {
    if (result.winner) return *result.winner == Side::first ? 1 : 0;
    if (result.reason == "repetition" || result.reason == "agreement") return 0.5;
    return std::nullopt;
}

}  // namespace pentad::server
