#include "server/lobby/names.hpp"

#include <gtest/gtest.h>

#include "protocol/utf8.hpp"
#include "server/lobby/look_alikes.hpp"
#include "server/lobby/taken_names.hpp"

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
    EXPECT_TRUE(acceptable_name("a\u0301\u0302\u0303\u0304"));
    EXPECT_FALSE(acceptable_name("a\u0301\u0302\u0303\u0304\u0305"));
}

TEST(Names, DoNotSpeakForTheServer) {
    for (const char* bad : {"server",
                            "Server",
                            "SYSTEM",
                            "admin",
                            "Adm1n",
                            "4dmin",
                            "r00t",
                            "p-e-n-t-a-d",
                            "P3ntad",
                            "m.o.d",
                            "Moder ator",
                            "$erver",
                            "Administrator",
                            "\u0430dmin",
                            "\u0405y\u0455tem",
                            "\uff41dmin",
                            "a\u0301dmin",
                            "adm\u0131n",
                            "\u00c1dmin",
                            "\u24d0dmin",
                            "\U0001d41admin",
                            "Pentad Server",
                            "admin2",
                            "Server 17",
                            "adrnin",
                            "S\u0443stem Admin",
                            "\u1d00dmin",
                            "ser\u2010ver",
                            "Staff",
                            "OPERATOR"})
        EXPECT_FALSE(acceptable_name(bad)) << bad;
    for (const char* good : {"Modest", "Servera", "Serverin", "Adminka", "Rooter", "17", "Pentadon"})
        EXPECT_TRUE(acceptable_name(good)) << good;
}

TEST(Names, DoNotPassForOneOfTheServersBots) {
    for (const char* bad : {"Bot", "bot 3", "Bot 10", "B0T 5", "\u0412ot 3", "bot-7"})
        EXPECT_FALSE(acceptable_name(bad)) << bad;
    for (const char* good : {"Botticelli", "Abbot", "Bo Thompson"})
        EXPECT_TRUE(acceptable_name(good)) << good;
}

TEST(Names, OfGuestsAreAcceptable) { EXPECT_TRUE(acceptable_name(guest_name())); }

TEST(Skeletons, AreEqualWhereNamesLookAlike) {
    const std::vector<std::vector<std::string>> groups{
        {"Ann Lee", "ann lee", "ANN LEE", "AnnLee", "Ann_Lee", "\u0410nn L\u0435e", "\uff21nn Lee",
         "\u00c1nn Lee", "A\u0301nn Lee", "Ann  Lee", "\U0001d5a0nn Lee"},
        {"Olli", "0lli", "OLLI", "\u041ell1", "\u039flli", "Oll|", "\u00d6lli"},
        {"Moore", "M00re", "rnoore", "M\u043e\u043ere"},
        {"ДМИТРИЙ", "дмитрий", "Дмитрии"},
        {"Ἀλέξανδρος", "ΑΛΕΞΑΝΔΡΟΣ", "αλεξανδρος"},
        {"Łukasz", "lukasz", "LUKASZ"},
        {"Straße", "Strase"},
        {"山田"},
        {"太郎"},
        {"محمد"},
        {"🙂"},
        {"Bob"},
        {"Tester2"},
        {"Tester3"},
        {"Tester4"},
        {"Tester6"}};
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < groups.size(); ++i)
        for (const std::string& name : groups[i]) {
            const auto [at, fresh] = seen.emplace(skeleton(name), i);
            EXPECT_EQ(at->second, i) << name << " looks like " << groups[at->second].front();
            EXPECT_EQ(skeleton(name), skeleton(groups[i].front())) << name;
        }
}

TEST(Skeletons, OfEveryCodePointAreText) {
    for (char32_t code = 1; code < 0x20000; ++code) {
        if (code >= 0xd800 && code <= 0xdfff) continue;
        std::string text;
        if (code < 0x80)
            text = {static_cast<char>(code)};
        else if (code < 0x800)
            text = {static_cast<char>(0xc0 | code >> 6), static_cast<char>(0x80 | (code & 0x3f))};
        else if (code < 0x10000)
            text = {static_cast<char>(0xe0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3f)),
                    static_cast<char>(0x80 | (code & 0x3f))};
        else
            text = {static_cast<char>(0xf0 | code >> 18), static_cast<char>(0x80 | (code >> 12 & 0x3f)),
                    static_cast<char>(0x80 | (code >> 6 & 0x3f)), static_cast<char>(0x80 | (code & 0x3f))};
        const std::string looks = skeleton(text);
        ASSERT_TRUE(protocol::is_utf8(looks)) << static_cast<std::uint32_t>(code);
        ASSERT_EQ(skeleton(looks), looks) << static_cast<std::uint32_t>(code);
    }
}

TEST(TakenNames, BelongToOnePlayerWhateverTheSessions) {
    TakenNames names;
    const PlayerId ann{"p_1"}, other{"p_2"};
    EXPECT_FALSE(names.holder("Ann"));
    EXPECT_EQ(names.take(ann, "Ann"), "Ann");
    EXPECT_EQ(names.take(ann, "Ann"), "Ann");
    EXPECT_EQ(names.holder("\u0410NN"), ann);
    EXPECT_EQ(names.take(other, "ann"), "ann 2");
    EXPECT_EQ(names.take(other, "ann"), "ann 2");
    names.release(ann);
    EXPECT_EQ(names.holder("Ann"), ann);
    names.release(ann);
    EXPECT_FALSE(names.holder("Ann"));
    EXPECT_EQ(names.holder("Ann 2"), other);
    names.release(other);
    names.release(other);
    EXPECT_EQ(names.size(), 0U);
}

TEST(TakenNames, StayWithinTheLengthOfANameWhenNumbered) {
    TakenNames names;
    std::string longest;
    for (int i = 0; i < 32; ++i) longest += "é";
    names.take({"p_0"}, longest);
    for (int i = 1; i < 15; ++i) {
        const std::string name = names.take({"p_" + std::to_string(i)}, longest);
        EXPECT_LE(protocol::count_code_points(name), 32U) << name;
        EXPECT_TRUE(protocol::is_utf8(name));
        EXPECT_EQ(names.holder(name), PlayerId{"p_" + std::to_string(i)});
    }
}

}  // namespace
}  // namespace pentad::server
