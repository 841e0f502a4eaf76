#include "server/moderation/name_policy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>

#include <array>
#include <set>

#include "protocol/utf8.hpp"
#include "server/base/text/confusables.hpp"
#include "server/base/text/unicode.hpp"
#include "server/moderation/reserved_names.hpp"
#include "server/session/name_registry.hpp"

namespace pentad::server {
namespace {

using protocol::RefusedText;
using protocol::TextFault;

std::string utf8(char32_t code) {
    std::string text;
    append_utf8(text, code);
    return text;
}

/// Why it is refused: `direction U+202E`.
std::string refusal(const CheckedText& text) {
    static constexpr const char* names[] = {"empty",      "too_long", "control",   "direction",
                                            "invisible",  "joiner",   "marks",     "private_use",
                                            "unassigned", "reserved", "identifier"};
    if (text) return "none";
    std::string why = names[static_cast<int>(text.error().reason)];
    if (text.error().character) why += " " + *text.error().character;
    if (text.error().limit) why += " " + std::to_string(*text.error().limit);
    return why;
}

TEST(Names, AreShownWithoutOuterAndDoubleBlanks) {
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
    EXPECT_EQ(refusal(acceptable_name(long_name + "é")), "too_long 32");
    EXPECT_EQ(refusal(acceptable_name(std::string(33, 'a'))), "too_long 32");
    EXPECT_EQ(refusal(acceptable_name(std::string(10'000, 'a'))), "too_long 32");
    EXPECT_EQ(refusal(acceptable_name(" ")), "empty");
}

TEST(Names, ContainNothingInvisible) {
    for (const char* bad :
         {"a\nb",     "a\rb",     "a\tb",         "\x1b[31mred", "a\x7f",    "a\u0085b", "a\u00adb",
          "a\u034fb", "a\u061cb", "a\u115fb",     "a\u180eb",    "a\u200bb", "a\u200db", "a\u200eb",
          "a\u202eb", "a\u2028b", "a\u2060b",     "a\u2066b",    "\u2800",   "\u3164",   "a\ufe0fb",
          "\ufeffa",  "a\ufffdb", "a\U000e0041b", "a\ue000b"})
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

TEST(Names, OfAllLanguagesAreShownAsTheyAreWritten) {
    for (const char* name :
         {"نیلوفر می\u200cخواهم",
          "علی\u200cرضا",  // Persian
          "ක්\u200dරිෂ්ණ",
          "ශ්\u200dරී ලංකා",  // Sinhala
          "क्\u200dष",
          "राम\u0930\u094d\u200c",
          "র\u200d্যাব",                                                      // Hindi, Bengali
          "D\u0323a\u0306\u0323ng V\u0061\u0306\u0301n Nguye\u0302\u0303n",  // Vietnamese, decomposed
          "Đặng Văn",
          "김철수",
          "\u1100\u1175\u11b7",
          "สมชาย",
          "ភាសាខ្មែរ",
          "יוֹסֵף",
          "Καλλιόπη",
          "👨\u200d👩\u200d👧\u200d👦",
          "👩🏽\u200d💻 Zoë",
          "🏳\ufe0f\u200d🌈",
          "🏴\u200d☠\ufe0f",
          "❤\ufe0f Ann",
          "🇵🇹 Rui",
          "Player 1\ufe0f\u20e3",
          "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f Iain",
          "ᠮᠣᠩᠭᠣᠯ\u180e\u1820",
          "ᠭ\u180b"})
        EXPECT_EQ(acceptable_name(name), name) << refusal(acceptable_name(name));
    EXPECT_EQ(acceptable_name("Jean\u00a0Paul"), "Jean Paul");
    EXPECT_EQ(acceptable_name("山田\u3000太郎\u2009"), "山田 太郎");
    EXPECT_EQ(acceptable_name("ភាសា\u200bខ្មែរ"), "ភាសាខ្មែរ")
        << "where a line may be broken matters to nobody";
}

TEST(Names, SayWhichCharacterIsRefusedAndWhy) {
    for (const auto& [name, why] : std::vector<std::pair<std::string, std::string>>{
             {"a\nb", "control U+000A"},
             {"a\u2028b", "control U+2028"},
             {"Ann\u202e\u202d", "direction U+202E"},
             {"a\u200fb", "direction U+200F"},
             {"a\u200bb", "invisible U+200B"},
             {"a\ufe0fb", "invisible U+FE0F"},
             {"a\U000e0041b", "invisible U+E0041"},
             {"a\u200db", "joiner U+200D"},
             {"a\u200cb", "joiner U+200C"},
             {"👨\u200d", "joiner U+200D"},
             {"👨\u200d\u200d👩", "joiner U+200D"},
             {"می\u200c\u200cخواهم", "joiner U+200C"},
             {"🏴\U000e0061\U000e0062\U000e0063\U000e007f", "invisible U+E0061"},
             {"a\u0301\u0302\u0303\u0304\u0305", "marks U+0305"},
             {"\u0301a", "marks U+0301"},
             {"a\ue000b", "private_use U+E000"},
             {"a\u0378b", "unassigned U+0378"},
             {"a\ufffeb", "unassigned U+FFFE"},
             {"The Admin", "reserved"},
             {"p_7hq2", "identifier"},
             {"10.0.0.1", "identifier"}}) {
        const CheckedText checked = acceptable_name(name);
        EXPECT_EQ(refusal(checked), why) << name;
        if (checked) continue;
        const std::string sentence = sentence_of(checked.error());
        EXPECT_NE(sentence.find(checked.error().character.value_or("")), std::string::npos) << sentence;
        EXPECT_GT(sentence.size(), 20U);
    }
}

/// The small letters that Unicode's data, as ICU holds it, says a character is read as; empty when it is not
/// read as Latin letters.
std::string latin_of(UChar32 code) {
    UErrorCode error = U_ZERO_ERROR;
    static const USpoofChecker* const checker = uspoof_open(&error);
    static const UNormalizer2* const nfkd = unorm2_getNFKDInstance(&error);
    std::string latin;
    const auto add = [&](const UChar* units, int32_t size) {
        latin.clear();
        for (int32_t at = 0; at < size;) {
            UChar32 part = 0;
            U16_NEXT(units, at, size, part);
            if (u_charType(part) == U_NON_SPACING_MARK) continue;
            if (part >= 0x80 || !u_isalpha(part)) return latin.clear();
            latin += static_cast<char>(u_tolower(part));
        }
    };
    std::array<UChar, 2> one{};
    int32_t size = 0;
    U16_APPEND_UNSAFE(one.data(), size, code);
    std::array<UChar, 64> out{};
    const auto room = static_cast<int32_t>(out.size());
    add(out.data(), uspoof_getSkeleton(checker, 0, one.data(), size, out.data(), room, &error));
    if (latin.empty()) add(out.data(), unorm2_normalize(nfkd, one.data(), size, out.data(), room, &error));
    EXPECT_TRUE(U_SUCCESS(error));
    return latin;
}

TEST(Names, DoNotImpersonateTheServerWithAnyUnicodeCharacter) {
    int tried = 0;
    std::set<std::string> passed;
    for (UChar32 code = 0x80; code <= UCHAR_MAX_VALUE; ++code) {
        if (!u_isdefined(code) || u_charType(code) == U_SURROGATE) continue;
        const std::string letters = latin_of(code);
        if (letters.empty()) continue;
        const std::string other = utf8(static_cast<char32_t>(code));
        for (const std::string_view word : reserved_words()) {
            for (auto at = word.find(letters); at != word.npos; at = word.find(letters, at + 1)) {
                std::string name(word);
                name.replace(at, letters.size(), other);
                ++tried;
                if (acceptable_name(name)) passed.insert(name);
            }
        }
    }
    EXPECT_GT(tried, 15'000);
    EXPECT_THAT(passed, testing::IsEmpty());
}

TEST(Names, DoNotImpersonateTheServerWithExtraWords) {
    for (const char* bad :
         {"The Admin",       "Admin Team",  "the_admin",           "TheAdmin",      "theadmin",
          "adminteam",       "ADMINTEAM",   "The Pentad Team",     "a mod",         "Your Moderator",
          "Support Desk",    "I am Admin",  "The \u0430dm1n Team", "Head of Staff", "Real Admin 2",
          "Admins",          "sta\ufb00",   "o\ufb03cial",         "\u03f2onsole",  "\U0001f12bonsole",
          "s\u04bdrver",     "se\u1d26ver", "\U00010300dmin",      "\U00010301ot",  "\U00010314erver",
          "\u0455t\u03b1ff", "Бот",         "ТНЕ ADMIN",           "sеrvеr",        "ａｄｍｉｎ",
          "ad\u200dmin"})
        EXPECT_FALSE(acceptable_name(bad)) << bad;
    for (const char* good :
         {"Badminton",     "Christopher", "Modest",       "Robota",   "Abbot",      "Rooter", "The Rook",
          "Admin Smith",   "Robert",      "Groot",        "Teamster", "Commodore",  "Botond", "Theodora",
          "Rootsy",        "Supporter",   "Computerella", "Systema",  "Joe Root",   "Модест", "Staffan",
          "Ann the Great", "Team Ann",    "The Team",     "A",        "Officially", "Theo",   "Conrad"})
        EXPECT_TRUE(acceptable_name(good)) << good << ": " << refusal(acceptable_name(good));
}

TEST(Names, DoNotImpersonateTheServer) {
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

TEST(Names, DoNotImpersonateTheServersBots) {
    for (const char* bad : {"Bot", "bot 3", "Bot 10", "B0T 5", "\u0412ot 3", "bot-7"})
        EXPECT_FALSE(acceptable_name(bad)) << bad;
    for (const char* good : {"Botticelli", "Abbot", "Bo Thompson"})
        EXPECT_TRUE(acceptable_name(good)) << good;
}

TEST(Names, DoNotLookLikeAnIdOrAnAddress) {
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
        {"Straße", "Strasse", "STRASSE"},
        {"Nina", "\u039dina", "NINA"},
        {"Vova", "\u03bdova", "V\u043eva"},
        {"Waffle", "VVaffle", "wa\ufb04e", "\u051daffle"},
        {"علی\u200cرضا", "علیرضا"},
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
    for (std::size_t i = 0; i < groups.size(); ++i)
        for (const std::string& name : groups[i])
            for (std::size_t j = 0; j < groups.size(); ++j)
                EXPECT_EQ(are_mistaken(looks_of(name), looks_of(groups[j].front())), i == j)
                    << name << " and " << groups[j].front();
}

TEST(Skeletons, OfEveryCodePointAreText) {
    for (char32_t code = 1; code < 0x110000; ++code) {
        if (code >= 0xd800 && code <= 0xdfff) continue;
        const std::string looks = skeleton(utf8(code));
        ASSERT_TRUE(protocol::is_utf8(looks)) << static_cast<std::uint32_t>(code);
        ASSERT_EQ(skeleton(looks), looks) << static_cast<std::uint32_t>(code);
    }
}

TEST(NameRegistry, GivesANameToOnePlayerForAllSessions) {
    NameRegistry names;
    const PlayerId ann{"p_1"}, other{"p_2"};
    EXPECT_FALSE(names.holder("Ann"));
    EXPECT_EQ(names.take(ann, "Ann"), "Ann");
    EXPECT_EQ(names.take(ann, "Ann"), "Ann");
    EXPECT_EQ(names.holder("\u0410NN"), ann);
    EXPECT_EQ(names.take({"p_3"}, "Нина"), "Нина");
    EXPECT_EQ(names.holder("НИНА"), PlayerId{"p_3"});
    names.release({"p_3"});
    EXPECT_FALSE(names.holder("НИНА"));
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

TEST(NameRegistry, KeepsNumberedNamesWithinTheLimit) {
    NameRegistry names;
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
