#include "server/base/ids.hpp"

#include <gmock/gmock.h>

#include <set>
#include <thread>
#include <vector>

#include "server/base/server_clock.hpp"

namespace pentad::server {
namespace {

using testing::MatchesRegex;

TEST(Ids, HaveAPrefixAndTwelveLettersAndDigits) {
    EXPECT_THAT(random_id("m_"), MatchesRegex("m_[0-9a-z]{12}"));
}

TEST(Ids, AreUniqueAcrossThreads) {
    std::vector<std::set<std::string>> made(4);
    {
        std::vector<std::jthread> threads;
        for (auto& mine : made)
            threads.emplace_back([&mine] {
                for (int i = 0; i < 1000; ++i) mine.insert(random_id("m_"));
            });
    }
    std::set<std::string> all;
    for (auto& mine : made) all.merge(mine);
    EXPECT_EQ(all.size(), 4000U);
}

TEST(Ids, ACodeHasSixUnambiguousCharacters) {
    for (int i = 0; i < 100; ++i) EXPECT_THAT(random_code(), MatchesRegex("[2-9A-HJKMNP-TV-Z]{6}"));
}

TEST(Ids, ATokenIs256BitsInUrlSafeBase64) {
    const std::string token = random_token();
    EXPECT_THAT(token, MatchesRegex("[A-Za-z0-9_-]{43}"));
    EXPECT_NE(token, random_token());
}

TEST(Ids, ATokensHashIsBlake2b256) {
    // BLAKE2b with 32 bytes of "abc", as `b2sum -l 256` prints it.
    EXPECT_EQ(token_hash("abc"), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

TEST(Ids, SeedsDiffer) { EXPECT_NE(random_seed(), random_seed()); }

TEST(ServerTime, NeverRunsBackwardsAndStartsAtTheWallClock) {
    const ServerTime first = ServerClock::now();
    const auto wall =
        std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch());
    EXPECT_NEAR(static_cast<double>(to_wire(first)), static_cast<double>(wall.count()), 60'000);
    ServerTime last = first;
    for (int i = 0; i < 1000; ++i) {
        const ServerTime now = ServerClock::now();
        EXPECT_GE(now, last);
        last = now;
    }
    EXPECT_EQ(from_wire(to_wire(first)), first);
}

}  // namespace
}  // namespace pentad::server
