// A seeded random walk of people and a program through everything that the protocol has, in every game.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engine/game.hpp"
#include "tests/server/walk/walk.hpp"
#include "tests/support/long_run.hpp"
#include "tests/support/shrink.hpp"

namespace pentad::server {
namespace {

class Walk : public ::testing::TestWithParam<const engine::Game*> {};

/// PENTAD_WALK_SEED takes one walk alone.
std::optional<std::uint64_t> wanted_seed() {
    const char* text = std::getenv("PENTAD_WALK_SEED");
    return text == nullptr ? std::nullopt : std::optional<std::uint64_t>(std::strtoull(text, nullptr, 10));
}

TEST_P(Walk, KeepsEveryPromiseToEveryClient) {
    const std::string game = GetParam()->info().id;
    const auto wanted = wanted_seed();
    const std::uint64_t first = wanted.value_or(1);
    const std::uint64_t last =
        wanted ? first : first + static_cast<std::uint64_t>(testing::repeats(1, 300)) - 1;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        const auto steps = plan_walk(seed, 120 + seed % 7 * 60);
        if (walk(game, seed, steps)) FAIL() << game << ", " << shortest_story(game, seed, steps);
    }
}

INSTANTIATE_TEST_SUITE_P(EveryGame, Walk, ::testing::ValuesIn(engine::games()),
                         [](const auto& one) { return one.param->info().id; });

TEST(Shrinking, KeepsOnlyThePartsWithoutWhichNothingFails) {
    std::vector<int> parts;
    for (int i = 0; i < 300; ++i) parts.push_back(i);
    int calls = 0;
    const auto fails = [&](const std::vector<int>& some) {
        ++calls;
        const auto has = [&](int part) { return std::find(some.begin(), some.end(), part) != some.end(); };
        return has(17) && has(230) && has(231);
    };
    EXPECT_EQ(testing::shrink<int>(parts, fails, 1000), (std::vector<int>{17, 230, 231}));
    EXPECT_LT(calls, 200);
    EXPECT_TRUE(testing::shrink<int>(
                    {}, [](const auto&) { return true; }, 10)
                    .empty());
}

}  // namespace
}  // namespace pentad::server
