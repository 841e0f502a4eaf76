#include "clients/terminal/text/text.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "clients/terminal/line/screen.hpp"

namespace pentad::terminal {
namespace {

std::string shown(const Line& line, Screen::Traits traits) {
    int ends[2];
    if (::pipe(ends) != 0) return "no pipe";
    Screen screen(ends[1], traits);
    screen.print(line);
    ::close(ends[1]);
    std::string text(65536, '\0');
    text.resize(static_cast<std::size_t>(::read(ends[0], text.data(), text.size())));
    ::close(ends[0]);
    return text;
}

TEST(Printable, KeepsWhatPeopleWrite) {
    for (const char* text :
         {"Ann", "Zo\u00EB", "\u5C71\u7530", "\u041E\u043B\u044C\u0433\u0430", "\U0001F600",
          "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645", "\u0DC1\u0DCA\u200D\u0DBB\u0DD3", ""})
        EXPECT_EQ(printable(text), text);
}

TEST(Printable, LetsNoControlSequenceThrough) {
    EXPECT_EQ(printable("\x1b[2J"), "\uFFFD[2J");
    EXPECT_EQ(printable("a\nb\rc\td\be\x7f"), "a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFD");
    EXPECT_EQ(printable("\u009B2J\u0085"), "\uFFFD2J\uFFFD");
    EXPECT_EQ(printable("a\u2028b"), "a\uFFFDb");
}

TEST(Printable, LeavesOutWhatOnlyChangesHowOthersLook) {
    EXPECT_EQ(printable("A\u202Enn\u202C"), "Ann");
    EXPECT_EQ(printable("A\u200Bn\u2060n\uFEFF"), "Ann");
    EXPECT_EQ(printable("Ann\U000E0041"), "Ann");
    EXPECT_EQ(printable("A\u200Cn\u200Dn \u200D"), "Ann ");
    EXPECT_EQ(printable("\U0001F468\u200D\U0001F469"), "\U0001F468\U0001F469");
}

TEST(Printable, ReplacesWhatIsNotUtf8) {
    EXPECT_EQ(printable("a\xFF"), "a\uFFFD");
    EXPECT_EQ(printable("\x9B"
                        "2J"),
              "\uFFFD2J")
        << "a lone C1 byte commands some terminals";
    EXPECT_EQ(printable("\xC3"), "\uFFFD");
    EXPECT_EQ(printable("\xC1\x9B"), "\uFFFD\uFFFD") << "an overlong escape";
}

TEST(Printable, NeverEmitsAControlByteWhateverComes) {
    for (int first = 0; first < 256; ++first)
        for (int second = 0; second < 256; ++second) {
            const std::string text =
                printable(std::string{static_cast<char>(first), static_cast<char>(second)});
            for (std::size_t i = 0; i < text.size(); ++i) {
                const auto byte = static_cast<unsigned char>(text[i]);
                ASSERT_FALSE(byte < 0x20 || byte == 0x7F) << first << " " << second;
                const bool c1 =
                    byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
                ASSERT_FALSE(c1) << first << " " << second;
            }
        }
}

TEST(Screen, SendsNoControlSequenceOfAnotherPersonInAnySpan) {
    EXPECT_EQ(shown({{"\x1b]0;gotcha\a", Tone::strong}, {"\x1b[31m"}}, {}),
              "\uFFFD]0;gotcha\uFFFD\uFFFD[31m\n");
}

TEST(Screen, ColoursOnlyWhereItMay) {
    const Theme theme = *read_theme("test", "good = green");
    const auto look = [&](ColourDepth depth, bool erase) {
        return shown({{"hello", Tone::good}}, Screen::Traits{false, depth, theme, erase});
    };
    EXPECT_EQ(look(ColourDepth::sixteen, true), "\x1b[0;32mhello\x1b[0m\n");
    EXPECT_EQ(look(ColourDepth::none, true), "hello\n");
    EXPECT_EQ(look(ColourDepth::sixteen, false), "hello\n");
}

TEST(Lines, SplitsTextAtLineFeeds) {
    EXPECT_EQ(plain(lines("a\r\nb\n\nc")), "a\nb\n\nc\n");
    EXPECT_TRUE(lines("").empty());
}

}  // namespace
}  // namespace pentad::terminal
