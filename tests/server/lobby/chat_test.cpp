// Chat lines: which are accepted, how many, and which are kept.

#include <gtest/gtest.h>

#include "server/base/text/plain_text.hpp"
#include "server/limits/chat_limiter.hpp"
#include "server/room/recent_chat.hpp"

namespace pentad::server {
namespace {

using protocol::ErrorCode;
using namespace std::chrono_literals;

const PlayerId ann{"p_ann"}, bob{"p_bob"};
constexpr ServerTime noon{milliseconds(1'760'000'000'000)};

TEST(Lines, AreShownAsTheyWereWritten) {
    for (const char* text : {"Good luck!", "Łódź, Žižek, naïve", "Привет", "你好", "<b>x</b> & \"y\"",
                             "🙂👍🏽", "a  b", "c'est l'été", "e\u0301"})
        EXPECT_EQ(acceptable_line(text), text);
    EXPECT_EQ(acceptable_line("  hello  "), "hello");
    // A heart as phones write it.
    EXPECT_EQ(acceptable_line("\u2764\ufe0f"), "\u2764\ufe0f");
}

/// The line as it is shown, or why it is refused.
std::string shown(std::string_view text) {
    const CheckedText line = acceptable_line(text);
    return line ? *line : sentence_of(line.error());
}

TEST(Lines, OfAllLanguagesAreShownAsTheyAreWritten) {
    for (const char* text :
         {"می\u200cخواهم با شما بازی کنم؛ کتاب\u200cها را خوانده\u200cام. کار\u200cها!",  // Persian
          "ه\u200d",                                                                      // an abbreviation
          "यह खेल अच्छा है। क्\u200dष और क्\u200cष",                                           // Hindi
          "র\u200d্যাব, ব্যাট",                                                             // Bengali
          "ශ්\u200dරී ලංකාවේ ක්\u200dරීඩා",                                                   // Sinhala
          "السلام عليكم، كيف حالك؟ مَرْحَبًا",                                                // Arabic
          "שָׁלוֹם עֲלֵיכֶם",                                                                   // Hebrew
          "สวัสดีครับ ขอให้โชคดีนะ",
          "안녕하세요 좋은 게임!",
          "\u1112\u1161\u11ab\u1100\u1173\u11af",                                              // Thai, Korean
          "Xin cha\u0300o ba\u0323n, tro\u0300 cho\u031bi tuye\u0323\u0302t vo\u031b\u0300i",  // Vietnamese
          "Удачи! Ёж, ў, й",
          "Καλή τύχη, Ἀλέξανδρε",
          "こんにちは、ガギグ か\u3099",
          "你好，下得好",
          "བཀྲ་ཤིས་བདེ་ལེགས།",
          "👨\u200d👩\u200d👧\u200d👦 👍🏽 👩🏽\u200d🚀 🇵🇹🇧🇷 1\ufe0f\u20e3 "
          "#\ufe0f\u20e3 "
          "🏳\ufe0f\u200d🌈 "
          "🤷🏾\u200d♀\ufe0f ☺\ufe0e",
          "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
          "٣٤ \u0601٢٣",
          "\U0001fae9"})
        EXPECT_EQ(shown(text), text);
    // French puts narrow blanks before its double punctuation marks.
    EXPECT_EQ(acceptable_line("Bien joué\u202f! «\u00a0Merci\u00a0» :\u2009x\u3000y"),
              "Bien joué ! « Merci » : x y");
    // Variation selectors without an emoji, and marks where lines may break.
    EXPECT_EQ(acceptable_line("a\ufe0fb 葛\U000e0100飾 ไทย\u200bไทย"), "ab 葛飾 ไทยไทย");
}

TEST(Lines, SayWhichCharacterIsRefusedAndWhy) {
    const auto refused = acceptable_line("Good\u202egame");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error(),
              (protocol::RefusedText{protocol::TextFault::direction, "U+202E", std::nullopt}));
    EXPECT_EQ(sentence_of(refused.error()),
              "U+202E changes the direction of the text around it and may not stand here.");
    EXPECT_EQ(acceptable_line(std::string(501, 'a')).error(),
              (protocol::RefusedText{protocol::TextFault::too_long, std::nullopt, 500}));
    EXPECT_EQ(acceptable_line(" \ufe0f").error(),
              (protocol::RefusedText{protocol::TextFault::empty, std::nullopt, std::nullopt}));
}

TEST(Lines, RefuseControlBidiAndZeroWidthCharacters) {
    for (const char* bad :
         {"a\nb",     "a\rServer: hello", "a\tb",     "\x1b]0;title\x07", "\x1b[2J",  "a\x7f",
          "a\u0085b", "a\u009bb",         "a\u061cb", "a\u200bb",         "a\u200cb", "a\u200db",
          "a\u200eb", "a\u202eb",         "a\u2028b", "a\u2029b",         "a\u2060b", "a\u2066b",
          "a\ufeffb", "a\U000e0041b",     "a\ue000b", "a\ufff9b"})
        EXPECT_FALSE(acceptable_line(bad)) << bad;
    EXPECT_FALSE(acceptable_line(std::string("a\0b", 3)));
    EXPECT_FALSE(acceptable_line("z\u0301\u0302\u0303\u0304\u0305algo"));
}

TEST(Lines, HaveOneTo500CodePoints) {
    for (const char* empty : {"", "   ", "\ufe0f", " \ufe0f "}) EXPECT_FALSE(acceptable_line(empty));
    std::string longest;
    for (int i = 0; i < 500; ++i) longest += "é";
    EXPECT_EQ(acceptable_line(longest), longest);
    EXPECT_EQ(acceptable_line(' ' + longest + ' '), longest);
    EXPECT_FALSE(acceptable_line(longest + "e"));
}

TEST(RecentChat, KeepsTheLastFiftyLines) {
    RecentChat lines;
    for (int i = 0; i < 60; ++i)
        lines.add({protocol::ChatChannel::room, {"p_ann", "Ann", {}}, std::to_string(i)}, i);
    const auto all = lines.shown_to({"p_bob"}, {});
    ASSERT_EQ(all.size(), 50U);
    EXPECT_EQ(all.front().text, "10");
    EXPECT_EQ(all.back().text, "59");
    EXPECT_EQ(all.back().ts, 59);
}

TEST(RecentChat, HidesLinesOfBlockedWriters) {
    RecentChat lines;
    lines.add({protocol::ChatChannel::room, {"p_ann", "Ann", {}}, "hello"}, 1);
    lines.add({protocol::ChatChannel::room, {"p_bob", "Bob", {}}, "good day"}, 2);
    BlockList blocks;
    blocks.put({bob, ann, noon});
    ASSERT_EQ(lines.shown_to(bob, blocks).size(), 1U);
    EXPECT_EQ(lines.shown_to(bob, blocks)[0].text, "good day");
    EXPECT_EQ(lines.shown_to(ann, blocks).size(), 2U);
    EXPECT_EQ(lines.shown_to({}, blocks).size(), 2U) << "a stranger has blocked nobody";
    blocks.lift({bob, ann});
    EXPECT_EQ(lines.shown_to(bob, blocks).size(), 2U);
}

TEST(BlockList, KnowsWhoHasBlockedWhomAndForgetsAPlayer) {
    const PlayerId cid{"p_cid"};
    BlockList blocks;
    for (const Block& one : {Block{ann, bob, noon}, Block{ann, cid, noon}, Block{bob, cid, noon}})
        blocks.put(one);
    EXPECT_TRUE(blocks.has(ann, bob));
    EXPECT_FALSE(blocks.has(bob, ann));
    EXPECT_TRUE(blocks.between(bob, ann));
    EXPECT_FALSE(blocks.between(cid, cid));
    EXPECT_EQ(blocks.count(ann), 2U);
    EXPECT_EQ(blocks.of(ann), (std::vector{bob, cid}));
    blocks.forget(cid);
    EXPECT_EQ(blocks.of(ann), std::vector{bob});
    EXPECT_EQ(blocks.count(bob), 0U);
    blocks.lift({ann, bob});
    EXPECT_EQ(blocks.count(ann), 0U);
}

TEST(ChatLimiter, AllowsABurstAndThenALineASecond) {
    ChatLimiter rate;
    for (int i = 0; i < ChatLimiter::burst; ++i) EXPECT_FALSE(rate.count(ann, noon)) << i;
    const auto refused = rate.count(ann, noon);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->code, ErrorCode::rate_limited);
    EXPECT_EQ(refused->retry_after, 1000ms);
    EXPECT_FALSE(rate.count(bob, noon)) << "another player";
    EXPECT_EQ(rate.count(ann, noon + 600ms)->retry_after, 400ms);
    for (int i = 1; i <= 30; ++i) {
        EXPECT_FALSE(rate.count(ann, noon + i * 1000ms));
        EXPECT_TRUE(rate.count(ann, noon + i * 1000ms));
    }
    for (int i = 0; i < ChatLimiter::burst; ++i) EXPECT_FALSE(rate.count(ann, noon + 1h));
}

TEST(ChatLimiter, MutesAPlayerWhoDoesNotStop) {
    ChatLimiter rate;
    for (int i = 0; i < ChatLimiter::burst; ++i) EXPECT_FALSE(rate.count(ann, noon));
    for (int i = 0; i < ChatLimiter::refusals_before_mute; ++i)
        EXPECT_EQ(rate.count(ann, noon)->code, ErrorCode::rate_limited);
    EXPECT_EQ(rate.count(ann, noon)->code, ErrorCode::muted);
    EXPECT_EQ(rate.count(ann, noon + 59s)->code, ErrorCode::muted);
    EXPECT_EQ(rate.count(ann, noon + 59s)->retry_after, 1000ms);
    EXPECT_FALSE(rate.count(ann, noon + ChatLimiter::muted_for));
}

TEST(ChatLimiter, ForgetsSilentPlayers) {
    ChatLimiter rate;
    for (int i = 0; i < 100'000; ++i) rate.count({"p_" + std::to_string(i)}, noon + i * 100ms);
    EXPECT_LE(rate.size(), 1024U);
}

}  // namespace
}  // namespace pentad::server
