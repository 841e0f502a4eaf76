#include "engine/tools/sprt.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace pentad::engine::tools {
namespace {

double share(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

TEST(Sprt, BoundsAreThoseOfWald) {
    const Sprt test;
    EXPECT_NEAR(test.lower_bound(), -2.944, 0.001);
    EXPECT_NEAR(test.upper_bound(), 2.944, 0.001);
    EXPECT_NEAR((Sprt{0, 5, 0.01, 0.1}).lower_bound(), std::log(0.1 / 0.99), 1e-12);
}

TEST(Sprt, OfPairsThatAreWonOrLostIsTheTestOfABinomialShare) {
    // With two outcomes the mean leaves no choice: the probability of a won pair is the share itself.
    const Sprt test{0, 50, 0.05, 0.05};
    const double expected =
        60 * std::log(share(50) / share(0)) + 40 * std::log((1 - share(50)) / (1 - share(0)));
    EXPECT_NEAR(log_likelihood_ratio(test, {40, 0, 0, 0, 60}), expected, 0.01);
}

TEST(Sprt, TakesPairsThatDrawForMoreCertainThanGamesThatDo) {
    // The same score, with less variance in the pairs.
    const Sprt test{0, 10, 0.05, 0.05};
    const double even = log_likelihood_ratio(test, {10, 80, 800, 100, 20});
    const double wild = log_likelihood_ratio(test, {450, 0, 70, 0, 480});
    EXPECT_GT(even, wild);
    EXPECT_GT(even, 0);
}

TEST(Sprt, IsTheSameFromEitherSide) {
    const PairCounts pairs{3, 20, 50, 31, 9}, mirrored{9, 31, 50, 20, 3};
    EXPECT_NEAR(log_likelihood_ratio({-3, 7, 0.05, 0.05}, pairs),
                -log_likelihood_ratio({-7, 3, 0.05, 0.05}, mirrored), 1e-6);
}

TEST(Sprt, KnowsNothingBeforeTheFirstPair) {
    EXPECT_NEAR(log_likelihood_ratio({0, 5, 0.05, 0.05}, {}), 0, 0.001);
}

}  // namespace
}  // namespace pentad::engine::tools
