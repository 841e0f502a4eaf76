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

TEST(Names, HaveTheMarksOfTheirLanguages) {
    for (const char* name :
         {"\u0e2a\u0e21\u0e0a\u0e32\u0e22 \u0e17\u0e35\u0e48\u0e19\u0e31\u0e49\u0e19",  // Thai
          "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",                           // Arabic
          "\u05e9\u05c1\u05b8\u05bc\u05dc\u05d5\u05b9\u05dd",                           // Hebrew
          "\u0938\u094d\u0924\u094d\u0930\u0940",
          "\u1018\u102f\u1014\u103a\u1038\u1000\u103c\u103d\u1036",                // Hindi, Burmese
          "\u0f66\u0f92\u0fb2\u0f74\u0f56", "Ng\u0075\u0079\u0065\u0302\u0303n"})  // Tibetan
        EXPECT_EQ(acceptable_name(name), name);
    EXPECT_NE(skeleton("\u0e01\u0e34\u0e19"), skeleton("\u0e01\u0e31\u0e19")) << "vowels of Thai make words";
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
    for (const char* mark : {"\u0301", "\u0e49", "\u0651", "\u05b4", "\u20dd", "\u093c", "\u0eb9", "\u1ab0",
                             "\ua9b6", "\U0001d167", "\U0001e8d0"}) {
        std::string name = "a";
        for (int i = 0; i < 4; ++i) name += mark;
        EXPECT_TRUE(acceptable_name(name)) << name;
        EXPECT_FALSE(acceptable_name(name + mark)) << name;
        EXPECT_TRUE(acceptable_name(name + "b" + mark)) << name;
    }
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
                            "[Server]",
                            "\u2605Admin\u2605",
                            "Server\u00b2",
                            "Server\u2122",
                            "Server \u2461",
                            "\ua9c1Admin\ua9c2",
                            "\u0f3aMod\u0f3b",
                            "Admin\u066d",
                            "|Admin|",
                            "!4dm!n!",
                            "@admin",
                            "$erver$",
                            "\u25cbBot\u25cb",
                            "ad\u0e49min",
                            "\u7ba1\u7406\u54e1 Admin",
                            "\U0001f525Bot\U0001f525 3",
                            "\u02e2\u1d49\u02b3\u1d5b\u1d49\u02b3",
                            "\u13da\u13ac\u13a1\u13d9\u13ac\u13a1",
                            "\ua4e2\ua4f0\ua4e3\ua4e6\ua4f0\ua4e3",
                            "\u15e9\u15ea\u15f0I\u144e",
                            "\u20b3\u0110\u20a5\u0197\u20a6",
                            "\U0001d6a8D\U0001d6b3IN",
                            "\U0001f1e6\U0001f1e9\U0001f1f2\U0001f1ee\U0001f1f3",
                            "\u24d0\u24b9\U0001f13c\U0001f158\U0001f17d",
                            "OPERATOR"})
        EXPECT_FALSE(acceptable_name(bad)) << bad;
    for (const char* good : {"Modest", "Servera", "Serverin", "Adminka", "Rooter", "17", "Pentadon", "Mod3l",
                             "Rob", "\u2605Rob\u2605", "Bo!", "!!!", "???", "Bots"})
        EXPECT_TRUE(acceptable_name(good)) << good;
}

TEST(Names, DoNotPassForOneOfTheServersBots) {
    for (const char* bad : {"Bot", "bot 3", "Bot 10", "B0T 5", "\u0412ot 3", "bot-7"})
        EXPECT_FALSE(acceptable_name(bad)) << bad;
    for (const char* good : {"Botticelli", "Abbot", "Bo Thompson"})
        EXPECT_TRUE(acceptable_name(good)) << good;
}

TEST(Names, AreNotReadAsAnIdOrAnAddress) {
    for (const char* bad :
         {"p_7hq2k9x0c1d4", "P_7hq2", "r_1", "m_9f3k", "s_abc", "\u0440_7hq2k9x0c1d4", " p_1 ", "192.0.2.1",
          "10.0.0.0/8", "::1", "2001:db8::/32", "::ffff:10.0.0.1", "::"})
        EXPECT_FALSE(acceptable_name(bad)) << bad;
    EXPECT_FALSE(acceptable_name(random_id("p_")));
    for (const char* good :
         {"p_", "_p", "o_O", "mr_bean", "p_ann lee", "Ann_Lee", "1.2.3", "3/4", "a:b", "12:30"})
        EXPECT_TRUE(acceptable_name(good)) << good;
}

TEST(Names, OfGuestsAreAcceptable) { EXPECT_TRUE(acceptable_name(guest_name())); }

TEST(Skeletons, AreEqualWhereNamesLookAlike) {
    const std::vector<std::vector<std::string>> groups{
        {"Ann Lee", "ann lee", "ANN LEE", "AnnLee", "Ann_Lee", "\u0410nn L\u0435e", "\uff21nn Lee",
         "\u00c1nn Lee", "A\u0301nn Lee", "Ann  Lee", "\U0001d5a0nn Lee", "[Ann Lee]", "\u2605Ann Lee\u2122",
         "Ann\u0e49 Lee", "\u13aa\ua4e0\ua4e0 Lee", "\u1d2cnn Lee"},
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
        {"🙃"},
        {"???"},
        {"..."},
        {"Tester5", "Tester\u2075", "Tester\u2464", "Tester\U0001d7fb"},
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
