#include "server/ratings/rating.hpp"

#include <gtest/gtest.h>

#include "server/ratings/early_exits.hpp"
#include "server/ratings/first_seats.hpp"

#include <cmath>

namespace pentad::server {
namespace {

using namespace std::chrono_literals;

constexpr ServerTime noon{1'760'000'000'000ms};

TEST(Rating, MatchesThePapersExample) {
    GlickoRating player;
    player.deviation = 200;
    const GlickoRating after = after_period(player, {{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}});
    EXPECT_NEAR(after.rating, 1464.06, 0.01);
    EXPECT_NEAR(after.deviation, 151.52, 0.01);
    EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
}

TEST(Rating, OfNewcomersMovesEquallyForBoth) {
    const auto [winner, loser] = after_match({}, 1, noon);
    EXPECT_GT(winner.rating, 1600);
    EXPECT_NEAR(winner.rating + loser.rating, 3000, 1e-6);
    EXPECT_EQ(winner.games, 1);
    EXPECT_EQ(loser.at, noon);
    EXPECT_TRUE(winner.provisional());
    const auto [first, second] = after_match({}, 0.5, noon);
    EXPECT_NEAR(first.rating, 1500, 1e-9);
    EXPECT_LT(second.deviation, 350);
}

TEST(Rating, IsProvisionalAtFirstAndAgainAfterYears) {
    std::array<GlickoRating, 2> both;
    int matches = 0;
    while (both[0].provisional()) {
        both = after_match(both, matches % 2, noon + matches * 1min);
        ASSERT_LT(++matches, 20);
    }
    EXPECT_GT(matches, 5);
    const auto much_later = after_match(both, 0.5, noon + 24h * 365 * 40);
    EXPECT_GT(much_later[0].deviation, both[0].deviation);
    EXPECT_LE(much_later[0].deviation, 350);
}

/// As after many matches.
GlickoRating established(double rating = 1900) { return {rating, 60, 0.06, 50, noon}; }

TEST(Rating, GrowsUncertainWithoutMatches) {
    const GlickoRating away = established();
    EXPECT_EQ(current(away, noon), away);
    EXPECT_EQ(current(away, noon - 24h), away) << "a clock that was set back";
    // The paper's step 6 for a period without a match: 60 and 0.06 give sqrt(60^2 + (173.7178 * 0.06)^2).
    const GlickoRating tomorrow = current(away, noon + 24h);
    EXPECT_NEAR(tomorrow.deviation, 60.899, 0.001);
    EXPECT_EQ(tomorrow.rating, away.rating);
    EXPECT_EQ(tomorrow.games, away.games);
    // It does not matter how often one looks.
    EXPECT_NEAR(current(tomorrow, noon + 48h).deviation, current(away, noon + 48h).deviation, 1e-9);
    EXPECT_FALSE(current(away, noon + 24h * 70).provisional());
    EXPECT_TRUE(current(away, noon + 24h * 85).provisional());
    EXPECT_EQ(current(away, noon + 24h * 365 * 3).deviation, 350);
    EXPECT_EQ(current({}, noon).deviation, 350);
}

TEST(Rating, OfAnAbsentPlayerCountsLessForTheOpponent) {
    const ServerTime later = noon + 24h * 365 * 3;
    GlickoRating active = established(1500);
    active.at = later;
    const GlickoRating fresh{1500, 60, 0.06, 50, later};
    const double after_fresh = after_match({active, fresh}, 1, later)[0].rating;
    const double after_away = after_match({active, established(1500)}, 1, later)[0].rating;
    EXPECT_LT(after_away, after_fresh - 1);
}

TEST(Rating, IsListedWhileEstablishedAndRecent) {
    EXPECT_TRUE(is_listed(established(), noon));
    EXPECT_TRUE(is_listed(established(), noon + 24h * 70));
    EXPECT_FALSE(is_listed(established(), noon + 24h * 85)) << "not established any more";
    GlickoRating steady = established();
    steady.volatility = 0.01;
    EXPECT_TRUE(is_listed(steady, noon + 24h * 90));
    EXPECT_FALSE(is_listed(steady, noon + 24h * 90 + 1ms)) << "away for long";
    EXPECT_FALSE(is_listed({2400, 200, 0.06, 3, noon}, noon));
    EXPECT_FALSE(is_listed({}, noon));
}

TEST(Rating, StaysFiniteWhateverHappens) {
    std::array<GlickoRating, 2> both;
    for (int i = 0; i < 3000; ++i) {
        both = after_match(both, 1, noon + i * 1min);
        ASSERT_TRUE(std::isfinite(both[0].rating) && std::isfinite(both[1].volatility)) << i;
        ASSERT_GE(both[0].deviation, 30);
    }
    const auto surprised = after_match(both, 0, noon);
    EXPECT_LT(surprised[0].rating, both[0].rating);
    EXPECT_GT(surprised[1].rating, both[1].rating);
}

TEST(Rating, CountsWinsAndAgreedOrRepeatedDrawsOnly) {
    EXPECT_EQ(score_of_first({Side::first, "goal"}), 1);
    EXPECT_EQ(score_of_first({Side::second, "timeout"}), 0);
    EXPECT_EQ(score_of_first({std::nullopt, "repetition"}), 0.5);
    EXPECT_EQ(score_of_first({std::nullopt, "agreement"}), 0.5);
    for (const char* reason : {"aborted", "abandoned", "bot_failed"})
        EXPECT_FALSE(score_of_first({std::nullopt, reason}));
}

TEST(EarlyExits, AreLimitedByTheHour) {
    EarlyExits exits(2);
    const PlayerId ann{"ann"}, bob{"bob"};
    EXPECT_EQ(exits.wait(ann, noon), 0ms);
    exits.add(ann, noon);
    EXPECT_EQ(exits.wait(ann, noon), 0ms);
    exits.add(ann, noon + 10min);
    EXPECT_EQ(exits.wait(ann, noon + 10min), 50min);
    EXPECT_EQ(exits.wait(bob, noon + 10min), 0ms);
    EXPECT_EQ(exits.wait(ann, noon + 1h), 0ms);
    exits.add(ann, noon + 1h);
    EXPECT_EQ(exits.wait(ann, noon + 1h), 10min) << "the last two count";
    exits.add(bob, noon);
    exits.sweep(noon + 1h);
    EXPECT_EQ(exits.players(), 1U);
    EXPECT_EQ(exits.wait(ann, noon + 1h), 10min);
    exits.forget(ann);
    EXPECT_EQ(exits.players(), 0U);
}

TEST(EarlyExits, AreUnlimitedByDefault) {
    EarlyExits exits(0);
    for (int i = 0; i < 100; ++i) exits.add({"ann"}, noon);
    EXPECT_EQ(exits.wait({"ann"}, noon), 0ms);
    EXPECT_EQ(exits.players(), 0U);
}

TEST(FirstSeats, AlternateByGameOncePlayed) {
    FirstSeats seats;
    const PlayerId ann{"ann"}, bob{"bob"};
    const PlayerId first = seats.next("sight", ann, bob);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(seats.next("sight", bob, ann), first);
    seats.played("sight", first, first == ann ? bob : ann);
    EXPECT_NE(seats.next("sight", ann, bob), first);
    seats.played("bounce", bob, ann);
    EXPECT_EQ(seats.next("bounce", ann, bob), ann);
    EXPECT_EQ(seats.pairs(), 2U);
    seats.forget(bob);
    EXPECT_EQ(seats.pairs(), 0U);
}

TEST(FirstSeats, AreRandomForAFirstMatch) {
    FirstSeats seats;
    int of_ann = 0;
    for (int i = 0; i < 200; ++i)
        of_ann += seats.next("sight", {"ann"}, {"p" + std::to_string(i)}).text == "ann";
    EXPECT_GT(of_ann, 50);
    EXPECT_LT(of_ann, 150);
}

TEST(FirstSeats, AreRememberedForTheLatestPairs) {
    FirstSeats seats;
    seats.played("sight", {"ann"}, {"bob"});
    for (std::size_t i = 0; i < FirstSeats::most_pairs; ++i)
        seats.played("sight", {"ann"}, {"p" + std::to_string(i)});
    EXPECT_EQ(seats.pairs(), FirstSeats::most_pairs);
    EXPECT_EQ(seats.next("sight", {"ann"}, {"p0"}).text, "p0");
}

}  // namespace
}  // namespace pentad::server
