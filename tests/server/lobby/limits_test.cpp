// Limits by address, the client's address behind proxies, and handover codes.

#include <gtest/gtest.h>

#include "server/base/client_address.hpp"
#include "server/limits/rate_limiter.hpp"
#include "server/session/handover_codes.hpp"

namespace pentad::server {
namespace {

const ServerTime start = from_wire(1'700'000'000'000);

TEST(RateLimiter, AllowsAnAddressANumberOfTimesAMinute) {
    RateLimiter limiter(6);
    for (int i = 0; i < 6; ++i) {
        EXPECT_EQ(limiter.wait("192.0.2.1", start).count(), 0) << i;
        limiter.spend("192.0.2.1", start);
    }
    EXPECT_EQ(limiter.wait("192.0.2.1", start), std::chrono::seconds(10));
    EXPECT_EQ(limiter.wait("192.0.2.2", start).count(), 0) << "another address";
    EXPECT_GT(limiter.wait("192.0.2.1", start + std::chrono::seconds(9)).count(), 0);
    EXPECT_EQ(limiter.wait("192.0.2.1", start + std::chrono::seconds(10)).count(), 0);
}

TEST(RateLimiter, AllowsEverythingWhenItIsOff) {
    RateLimiter limiter(0);
    for (int i = 0; i < 1000; ++i) limiter.spend("192.0.2.1", start);
    EXPECT_EQ(limiter.wait("192.0.2.1", start).count(), 0);
}

TEST(RateLimiter, CountsANetworkOf64BitsAsOneAddress) {
    RateLimiter limiter(1);
    limiter.spend("2001:db8:1:2:aaaa::1", start);
    EXPECT_GT(limiter.wait("2001:db8:1:2:bbbb::2", start).count(), 0);
    EXPECT_EQ(limiter.wait("2001:db8:1:3::1", start).count(), 0);
    EXPECT_EQ(network_of("::ffff:192.0.2.1"), "192.0.2.1");
}

TEST(RateLimiter, RemembersABoundedNumberOfAddresses) {
    RateLimiter limiter(1);
    for (int i = 0; i < 30'000; ++i)
        limiter.spend("10." + std::to_string(i / 65536) + "." + std::to_string(i / 256 % 256) + "." +
                          std::to_string(i % 256),
                      start);
    EXPECT_GT(limiter.wait("192.0.2.1", start).count(), 0) << "the rest share one bucket";
    limiter.sweep(start + std::chrono::seconds(59));
    EXPECT_GT(limiter.wait("192.0.2.1", start).count(), 0);
    limiter.sweep(start + std::chrono::seconds(61));
    limiter.spend("192.0.2.2", start + std::chrono::seconds(61));
    EXPECT_EQ(limiter.wait("192.0.2.1", start + std::chrono::seconds(61)).count(), 0)
        << "full buckets are forgotten";
}

TEST(ClientAddress, IsReadFromTheHeaderOfTrustedProxiesOnly) {
    const std::vector<std::string> trusted{"10.0.0.0/8", "::1"};
    EXPECT_EQ(client_address("192.0.2.1", {"198.51.100.7"}, trusted), "192.0.2.1") << "spoofed";
    EXPECT_EQ(client_address("10.1.2.3", {"198.51.100.7"}, trusted), "198.51.100.7");
    EXPECT_EQ(client_address("10.1.2.3", {"1.1.1.1, 198.51.100.7, 10.9.9.9"}, trusted), "198.51.100.7")
        << "the right-most that is not a proxy of ours; the client wrote the rest";
    EXPECT_EQ(client_address("10.1.2.3", {"1.1.1.1", "198.51.100.7"}, trusted), "198.51.100.7");
    EXPECT_EQ(client_address("::1", {"2001:db8::7"}, trusted), "2001:db8::7");
    EXPECT_EQ(client_address("10.1.2.3", {"garbage"}, trusted), "10.1.2.3");
    EXPECT_EQ(client_address("10.1.2.3", {"10.2.2.2"}, trusted), "10.2.2.2") << "only proxies";
    EXPECT_EQ(client_address("10.1.2.3", {}, trusted), "10.1.2.3");
    EXPECT_EQ(client_address("10.1.2.3", {"198.51.100.7"}, {}), "10.1.2.3");
}

TEST(ClientAddress, KnowsNetworks) {
    EXPECT_TRUE(is_in_networks("192.0.2.77", {"192.0.2.64/26"}));
    EXPECT_FALSE(is_in_networks("192.0.2.128", {"192.0.2.64/26"}));
    EXPECT_TRUE(is_in_networks("::ffff:10.0.0.1", {"10.0.0.1"}));
    EXPECT_TRUE(is_in_networks("2001:db8::9", {"2001:db8::/32"}));
    EXPECT_TRUE(is_in_networks("1.2.3.4", {"0.0.0.0/0"}));
    EXPECT_FALSE(is_in_networks("2001:db8::9", {"0.0.0.0/0"}));
    for (const char* bad : {"", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/8x", "name", "10.0.0/8"})
        EXPECT_EQ(canonical_network(bad), std::nullopt) << bad;
}

TEST(ClientAddress, HasOneNotationForEachNetwork) {
    const std::vector<std::pair<const char*, const char*>> written{
        {"192.0.2.7", "192.0.2.7"},
        {"192.0.2.7/32", "192.0.2.7"},
        {"192.0.2.7/24", "192.0.2.0/24"},
        {"192.0.2.255/25", "192.0.2.128/25"},
        {"192.0.2.7/0", "0.0.0.0/0"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"::ffff:192.0.2.7/120", "192.0.2.0/24"},
        {"2001:DB8:0:0::7", "2001:db8::7"},
        {"2001:db8::7/128", "2001:db8::7"},
        {"2001:db8:1:2:3:4:5:6/64", "2001:db8:1:2::/64"},
        {"2001:db8::ff/121", "2001:db8::80/121"},
        {"2001:db8::7/0", "::/0"},
    };
    for (const auto& [typed, canonical] : written) {
        EXPECT_EQ(canonical_network(typed), canonical) << typed;
        EXPECT_EQ(canonical_network(canonical), canonical);
    }
}

TEST(HandoverCodes, MoveASessionOnceAndWithinAMinute) {
    HandoverCodes handovers;
    const SessionId session{"s_1"};
    const std::string code = handovers.create(session, start);
    EXPECT_FALSE(handovers.redeem("WRONG2-GUESS2", start));
    EXPECT_EQ(handovers.redeem(code, start + std::chrono::seconds(59)), session);
    EXPECT_FALSE(handovers.redeem(code, start)) << "used up";
    const std::string late = handovers.create(session, start);
    EXPECT_FALSE(handovers.redeem(late, start + std::chrono::seconds(60)));
    EXPECT_EQ(handovers.open(), 0U);
}

TEST(HandoverCodes, AcceptACodeAsPeopleTypeIt) {
    HandoverCodes handovers;
    std::string typed = handovers.create({"s_1"}, start);
    for (char& c : typed) c = c == '-' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    EXPECT_EQ(handovers.redeem(typed, start), SessionId{"s_1"});
}

TEST(HandoverCodes, KeepOnlyTheLastCodeOfASession) {
    HandoverCodes handovers;
    const std::string first = handovers.create({"s_1"}, start);
    const std::string second = handovers.create({"s_1"}, start);
    EXPECT_FALSE(handovers.redeem(first, start));
    EXPECT_EQ(handovers.redeem(second, start), SessionId{"s_1"});
    const std::string ended = handovers.create({"s_2"}, start);
    handovers.forget({"s_2"});
    EXPECT_FALSE(handovers.redeem(ended, start));
}

}  // namespace
}  // namespace pentad::server
