#include "server/base/host_names.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace pentad::server {
namespace {

TEST(HostNames, HaveOneCanonicalForm) {
    for (const auto& [name, canonical] : std::vector<std::pair<std::string, std::string>>{
             {"play.example", "play.example"},
             {"Play.Example", "play.example"},
             {"play.example.", "play.example"},
             {"my_host", "my_host"},
             {"xn--mnchen-3ya.example", "xn--mnchen-3ya.example"},
             {"127.0.0.1", "127.0.0.1"},
             {"127.0.0.1.", "127.0.0.1"},
             {"[::1]", "[::1]"},
             {"[0:0:0:0:0:0:0:1]", "[::1]"},
             {"[2001:DB8::A]", "[2001:db8::a]"}})
        EXPECT_EQ(canonical_host(name), canonical) << name;
}

TEST(HostNames, AreOnlyWhatBrowsersSend) {
    for (const std::string name : {"",
                                   ".",
                                   "..",
                                   "play..example",
                                   ".play.example",
                                   "play.example..",
                                   "*",
                                   "*.example",
                                   "play example",
                                   "play.example:80",
                                   "user@play.example",
                                   "play.example/",
                                   "play.example#x",
                                   "127.1",
                                   "2130706433",
                                   "0x7f000001",
                                   "127.0.0.256",
                                   "1.2.3.4.5",
                                   "::1",
                                   "[::1",
                                   "[127.0.0.1]",
                                   "[fe80::1%eth0]",
                                   "[]",
                                   "m\xc3\xbcnchen.example"})
        EXPECT_EQ(canonical_host(name), std::nullopt) << name;
    EXPECT_EQ(canonical_host(std::string(64, 'a') + ".example"), std::nullopt);
    std::string endless = "a";
    while (endless.size() < 254) endless += ".a";
    EXPECT_EQ(canonical_host(endless), std::nullopt);
}

TEST(HostNames, LoseThePortOfAnAuthority) {
    EXPECT_EQ(host_of("Play.Example.:443"), "play.example");
    EXPECT_EQ(host_of("play.example"), "play.example");
    EXPECT_EQ(host_of("play.example:"), "play.example");
    EXPECT_EQ(host_of("[::1]:8080"), "[::1]");
    EXPECT_EQ(host_of("[::1]"), "[::1]");
    for (const std::string bad : {"", ":80", "play.example:x", "play.example:-1", "play.example:65536",
                                  "a:1:2", "[::1]x", "[::1]:x", "[::1", "user@play.example:80", "::1"})
        EXPECT_EQ(host_of(bad), std::nullopt) << bad;
}

TEST(HostNames, IncludeThoseOfTheMachineItself) {
    std::string name(256, '\0');
    ASSERT_EQ(::gethostname(name.data(), name.size() - 1), 0);
    const auto own = canonical_host(name.c_str());
    ASSERT_TRUE(own) << name;
    for (const std::string& host : {*own, std::string("localhost"), std::string("127.0.0.1"),
                                    std::string("192.0.2.7"), std::string("[2001:db8::a]")})
        EXPECT_TRUE(is_own_host(host)) << host;
    for (const std::string& host : {std::string("evil.example"), *own + ".evil.example", "evil-" + *own,
                                    std::string("localhost.evil.example"), std::string("evil.localhost")})
        EXPECT_FALSE(is_own_host(host)) << host;
}

TEST(HostNames, InTheServersUrlWorkInABrowser) {
    EXPECT_EQ(browser_address("http", "127.0.0.2", 8080), "http://127.0.0.2:8080");
    EXPECT_EQ(browser_address("https", "::1", 443), "https://[::1]:443");
    for (const char* everywhere : {"0.0.0.0", "::"})
        EXPECT_EQ(browser_address("http", everywhere, 8080), "http://127.0.0.1:8080");
}

TEST(Origins, HaveOneCanonicalForm) {
    EXPECT_EQ(canonical_origin("HTTPS://Play.Example.:443"), "https://play.example");
    EXPECT_EQ(canonical_origin("http://play.example:80"), "http://play.example");
    EXPECT_EQ(canonical_origin("https://play.example:80"), "https://play.example:80");
    EXPECT_EQ(canonical_origin("http://[::1]:8080"), "http://[::1]:8080");
    for (const std::string bad :
         {"", "null", "play.example", "//play.example", "https://", "https://play.example/",
          "https://play.example/x", "https://play.example?x", "ftp://play.example", "https://*.example",
          "https://*", "*", "https://user@play.example", "https://play.example:x", " https://play.example",
          "https://https://play.example", "https:play.example"})
        EXPECT_EQ(canonical_origin(bad), std::nullopt) << bad;
}

TEST(Origins, AreAllowedIfTheServersOwnOrListed) {
    const std::vector<std::string> allowed{"https://app.example"};
    EXPECT_TRUE(is_allowed_origin("https://App.example.", "play.example", allowed));
    EXPECT_TRUE(is_allowed_origin("https://play.example", "play.example:443", allowed));
    EXPECT_TRUE(is_allowed_origin("http://play.example:8080", "play.example:8080", {}));
    EXPECT_TRUE(is_allowed_origin("https://play.example.", "play.example.", {}));
    EXPECT_FALSE(is_allowed_origin("http://app.example", "play.example", allowed));
    EXPECT_FALSE(is_allowed_origin("http://play.example", "play.example:8080", allowed));
    EXPECT_FALSE(is_allowed_origin("", "play.example", allowed));
    EXPECT_FALSE(is_allowed_origin("null", "play.example", allowed));
}

}  // namespace
}  // namespace pentad::server
