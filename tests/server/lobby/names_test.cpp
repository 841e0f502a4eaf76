#include "server/lobby/names.hpp"

#include <gtest/gtest.h>

namespace pentad::server {
namespace {

TEST(Names, AreShownWithoutOuterAndDoubledBlanks) {
    EXPECT_EQ(acceptable_name("Ann"), "Ann");
    EXPECT_EQ(acceptable_name("  Ann   Lee  "), "Ann Lee");
    EXPECT_EQ(acceptable_name("<b>Ann</b> & \"co\""), "<b>Ann</b> & \"co\"");
    for (const char* name : {"Zoë", "Łukasz", "Дмитрий", "Ἀλέξανδρος", "山田 太郎", "محمد", "🙂"})
        EXPECT_EQ(acceptable_name(name), name);
}

TEST(Names, HaveOneTo32CodePoints) {
    EXPECT_FALSE(acceptable_name(""));
    EXPECT_FALSE(acceptable_name("   "));
    std::string long_name;
    for (int i = 0; i < 32; ++i) long_name += "é";
    EXPECT_EQ(acceptable_name(long_name), long_name);
    EXPECT_EQ(acceptable_name("  " + long_name + "  "), long_name);
    EXPECT_FALSE(acceptable_name(long_name + "é"));
    EXPECT_FALSE(acceptable_name(std::string(33, 'a')));
}

TEST(Names, CarryNothingInvisible) {
    for (const char* bad :
         {"a\nb",     "a\rb",     "a\tb",     "\x1b[31mred",  "a\x7f",    "a\u0085b", "a\u00a0b",
          "a\u00adb", "a\u034fb", "a\u061cb", "a\u115fb",     "a\u180eb", "a\u200bb", "a\u200db",
          "a\u200eb", "a\u202eb", "a\u2028b", "a\u2060b",     "a\u2066b", "\u2800",   "\u3164",
          "a\ufe0fb", "\ufeffa",  "a\ufffdb", "a\U000e0041b", "a\ue000b"})
        EXPECT_FALSE(acceptable_name(bad)) << bad;
    EXPECT_FALSE(acceptable_name(std::string("a\0b", 3)));
}

TEST(Names, DoNotSpeakForTheServer) {
    for (const char* bad : {"server", "Server", "SYSTEM", "admin", "Adm1n", "4dmin", "r00t", "p-e-n-t-a-d",
                            "P3ntad", "m.o.d", "Moder ator", "$erver", "Administrator", "\u0430dmin",
                            "\u0405y\u0455tem", "\uff41dmin", "a\u0301dmin", "adm\u0131n"})
        EXPECT_FALSE(acceptable_name(bad)) << bad;
    EXPECT_TRUE(acceptable_name("Modest"));
    EXPECT_TRUE(acceptable_name("Servera"));
}

TEST(Names, OfGuestsAreAcceptable) { EXPECT_TRUE(acceptable_name(guest_name())); }

}  // namespace
}  // namespace pentad::server
