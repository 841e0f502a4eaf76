#include "server/net/round_trips.hpp"

#include <gtest/gtest.h>

namespace pentad::server {
namespace {

using namespace std::chrono_literals;

TEST(RoundTrips, ReturnTheShortestOfTheLastFew) {
    RoundTrips trips;
    EXPECT_FALSE(trips.least());
    trips.add(400ms);
    EXPECT_EQ(trips.least(), 400ms);
    trips.add(90ms);
    trips.add(900ms);
    EXPECT_EQ(trips.least(), 90ms) << "one late pong is not lag";
    for (std::size_t i = 1; i < RoundTrips::kept; ++i) trips.add(200ms);
    EXPECT_EQ(trips.least(), 200ms) << "a slower line is";
}

TEST(RoundTrips, AcceptAnyDuration) {
    RoundTrips trips;
    trips.add(48h);
    EXPECT_GT(trips.least(), 60s);
    trips.add(-1s);
    EXPECT_EQ(trips.least(), 0ms);
}

}  // namespace
}  // namespace pentad::server
