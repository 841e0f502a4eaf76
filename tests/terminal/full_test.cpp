// The parts of the full screen, without a terminal.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <tuple>
#include <vector>

#include "clients/terminal/full/board_picture.hpp"
#include "clients/terminal/full/key.hpp"
#include "clients/terminal/full/menu.hpp"
#include "clients/terminal/full/painter.hpp"
#include "clients/terminal/options.hpp"
#include "clients/terminal/theme/theme.hpp"

namespace pentad::terminal {
namespace {

using Kind = Key::Kind;

std::vector<Kind> kinds(const std::vector<Key>& keys) {
    std::vector<Kind> result;
    for (const Key& key : keys) result.push_back(key.kind);
    return result;
}

TEST(KeyDecoder, KnowsTheKeysOfTerminals) {
    KeyDecoder decoder;
    EXPECT_EQ(kinds(decoder.feed("\x1b[A\x1bOB\x1b[1;5C\x1b[D\r\t\x7f\x1b[5~\x1b[H\x1b[3~")),
              (std::vector{Kind::up, Kind::down, Kind::right, Kind::left, Kind::enter, Kind::tab,
                           Kind::backspace, Kind::page_up, Kind::home, Kind::remove}));
    const auto keys = decoder.feed("\x1bOP\x1b[15~\x03\xC3\xA9");
    ASSERT_EQ(keys.size(), 4U);
    EXPECT_EQ(keys[0].number, 1);
    EXPECT_EQ(keys[1].number, 5);
    EXPECT_EQ(keys[2].text, "c");
    EXPECT_EQ(keys[3].text, "\xC3\xA9");
}

TEST(KeyDecoder, GivesTheSameKeysWhereverTheBytesAreCut) {
    const std::string bytes = "a\xE2\x97\x8F\x1b[<0;12;5M\x1b[200~x\ry\x1b[201~\x1b[B";
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        KeyDecoder decoder;
        auto keys = decoder.feed(bytes.substr(0, cut));
        for (Key& key : decoder.feed(bytes.substr(cut))) keys.push_back(std::move(key));
        ASSERT_EQ(kinds(keys),
                  (std::vector{Kind::character, Kind::character, Kind::click, Kind::paste, Kind::down}))
            << cut;
        EXPECT_EQ(keys[2].x, 11);
        EXPECT_EQ(keys[2].y, 4);
        EXPECT_EQ(keys[3].text, "x y");  // never the Enter key
    }
}

TEST(KeyDecoder, TakesALoneEscapeForTheKeyOnlyWhenNothingFollows) {
    KeyDecoder decoder;
    EXPECT_TRUE(decoder.feed("\x1b").empty());
    EXPECT_TRUE(decoder.waits());
    EXPECT_EQ(kinds(decoder.flush()), (std::vector{Kind::escape}));
    EXPECT_FALSE(decoder.waits());
}

TEST(KeyDecoder, SurvivesAnyTwoBytes) {
    for (int first = 0; first < 256; ++first)
        for (int second = 0; second < 256; ++second) {
            KeyDecoder decoder;
            decoder.feed(std::string{static_cast<char>(first), static_cast<char>(second)});
            decoder.flush();
        }
}

TEST(Canvas, TakesNoControlCharacterFromAnybody) {
    Canvas canvas(20, 1);
    canvas.put(0, 0, "a\x1b[2Jb\r\nc\xE2\x80\xAE");
    EXPECT_EQ(canvas.text(), "a\uFFFD[2Jb\uFFFD\uFFFDc\n");
}

TEST(Canvas, CutsWhatIsTooLongAndNeverDrawsHalfACharacter) {
    Canvas canvas(6, 2);
    EXPECT_EQ(canvas.put(0, 0, "abcdefgh", Tone::normal, 4), 4);
    EXPECT_EQ(canvas.put(0, 1, "\u4F60\u597D", Tone::normal, 3), 3);
    EXPECT_EQ(canvas.text(), "abc~\n\u4F60~\n");
    canvas.put(5, 0, "\u4F60");
    EXPECT_EQ(canvas.at(5, 0).text, " ");
}

TEST(Canvas, WrapsAtBlanksAndBreaksWhatHasNone) {
    EXPECT_THAT(wrapped("one two three", 7), testing::ElementsAre("one two", "three"));
    EXPECT_THAT(wrapped("abcdefghij", 4), testing::ElementsAre("abcd", "efgh", "ij"));
    EXPECT_THAT(wrapped("", 4), testing::ElementsAre(""));
    EXPECT_THAT(wrapped("  one two three", 9), testing::ElementsAre("  one two", "  three"));
    EXPECT_THAT(wrapped("key  what it does", 13), testing::ElementsAre("key  what it", "     does"));
    EXPECT_THAT(wrapped("a long key  what", 14), testing::ElementsAre("a long key", "what"));
}

TEST(Painter, SendsOnlyWhatDiffers) {
    Painter painter(Theme{"none"}, ColourDepth::none);
    Canvas canvas(5, 2);
    canvas.put(0, 0, "hello");
    EXPECT_THAT(painter.paint(canvas), testing::StartsWith("\x1b[0m\x1b[2J"));
    EXPECT_EQ(painter.paint(canvas), "");
    canvas.put(1, 1, "x");
    EXPECT_EQ(painter.paint(canvas), "\x1b[2;2H\x1b[0mx\x1b[0m");
    painter.forget();
    EXPECT_THAT(painter.paint(canvas), testing::HasSubstr("hello"));
}

TEST(Theme, IsReadFromLinesAndSaysWhatIsWrong) {
    const auto theme =
        read_theme("mine", "# a comment\nfirst = #ff8000 on black bold\nlast = bright-red underline\n");
    ASSERT_TRUE(theme);
    const Style& first = theme->of(Tone::first);
    EXPECT_EQ(sequence(first, ColourDepth::full), "\x1b[0;1;38;2;255;128;0;40m");
    EXPECT_EQ(sequence(first, ColourDepth::indexed), "\x1b[0;1;38;5;208;40m");
    EXPECT_EQ(sequence(first, ColourDepth::sixteen), "\x1b[0;1;33;40m");
    EXPECT_EQ(sequence(first, ColourDepth::none), "\x1b[0;1m");
    EXPECT_EQ(sequence(theme->of(Tone::last), ColourDepth::sixteen), "\x1b[0;4;91m");
    EXPECT_EQ(sequence(theme->of(Tone::normal), ColourDepth::full), "");
    EXPECT_EQ(read_theme("mine", "\nfirst = purple-ish").error(),
              "Theme mine, line 2: the style cannot be read.");
    EXPECT_EQ(read_theme("mine", "third = red").error(), "Theme mine, line 1: there is no tone third.");
}

TEST(Theme, EveryOneThatIsBuiltInCanBeRead) {
    const auto names = theme_names("");
    EXPECT_THAT(names, testing::IsSupersetOf({"default", "dracula", "gruvbox", "high-contrast", "none"}));
    for (const std::string& name : names) EXPECT_TRUE(find_theme(name, "")) << name;
    EXPECT_THAT(find_theme("../passwd", "/etc").error(), testing::StartsWith("There is no theme"));
}

engine::Board board_of(int columns, int rows) {
    engine::Board board;
    board.columns = columns;
    board.rows = rows;
    return board;
}

PictureLook in_ascii() {
    PictureLook look;
    look.unicode = false;
    return look;
}

std::string drawn(const engine::Board& board, const std::vector<engine::Piece>& pieces, PictureLook look,
                  PictureSize size) {
    const std::vector<engine::PieceKind> kinds{{"m", "man", "M", "man"}, {"k", "king", "K", "king"}};
    const BoardPicture picture(board, pieces, kinds, look);
    const Area extent = picture.extent(size);
    Canvas canvas(extent.width, extent.height);
    picture.draw(canvas, extent, size);
    return "\n" + canvas.text();
}

TEST(BoardPicture, DrawsSquaresWithStacksAndMarks) {
    engine::Board board = board_of(2, 2);
    board.marks = {{"b2", "goal", engine::Side::first}};
    PictureLook look = in_ascii();
    look.last = {"b1"};
    look.cursor = "a2";
    const std::vector<engine::Piece> pieces{{"a1", engine::Side::first, "m", 3},
                                            {"b1", engine::Side::second, "k", 1}};
    EXPECT_EQ(drawn(board, pieces, look, PictureSize::large), R"(
   +-------+-------+
   |       |       |
 2 |  >.<  |   *   |
   |       |       |
   +-------+-------+
   |       |       |
 1 |   M3  |  [k]  |
   |       |       |
   +-------+-------+
       a       b
)");
    EXPECT_EQ(drawn(board, pieces, look, PictureSize::lined), R"(
   +---+---+
 2 |>.<| * |
   +---+---+
 1 | M3|[k]|
   +---+---+
     a   b
)");
    EXPECT_EQ(drawn(board, pieces, look, PictureSize::close), R"(
 2 >.< *
 1  M3[k]
    a  b
)");
    look.flipped = true;
    EXPECT_EQ(drawn(board, pieces, look, PictureSize::tight), R"(
 1 [kM3
 2  *>.
    b a
)");
}

TEST(BoardPicture, DrawsLinesBetweenPointsAndADiamond) {
    engine::Board board = board_of(2, 2);
    board.style = engine::BoardStyle::points;
    board.lines = {{"a1", "b1"}, {"a1", "a2"}, {"a2", "b2"}, {"b1", "b2"}, {"a1", "b2"}};
    EXPECT_EQ(drawn(board, {}, in_ascii(), PictureSize::large), R"(
 2  .-------.
    |     / |
    |   /   |
    | /     |
 1  .-------.
    a       b
)");
    EXPECT_EQ(drawn(board, {}, in_ascii(), PictureSize::lined), R"(
 2  .---.
    | / |
 1  .---.
    a   b
)");
    engine::Board diamond = board_of(2, 2);
    diamond.marks = {{"a2", "blocked", std::nullopt}};
    PictureLook look = in_ascii();
    look.layout = "diamond";
    EXPECT_EQ(drawn(diamond, {}, look, PictureSize::lined), R"(
     .
       .
 2   .   b
   1   a
)");
}

TEST(BoardPicture, KeepsItsLabelsAndTheFocusInViewWhereTheBoardIsLarger) {
    const engine::Board board = board_of(20, 20);
    const std::vector<engine::PieceKind> kinds;
    PictureLook look = in_ascii();
    for (const auto& [focus, row, letters] :
         std::vector<std::tuple<std::string, std::string, std::string>>{{"", "20", "a b c d e f g h i"},
                                                                        {"t1", " 1", "l m n o p q r s t"},
                                                                        {"j10", "10", "f g h i j k l m n"}}) {
        look.focus = focus;
        look.last = {focus};
        const BoardPicture picture(board, {}, kinds, look);
        Canvas canvas(22, 8);
        const Area area{0, 0, 22, 8};
        picture.draw(canvas, area, PictureSize::tight);
        EXPECT_THAT(canvas.text(), testing::HasSubstr(row + " ")) << canvas.text();
        EXPECT_THAT(canvas.text(), testing::HasSubstr(letters)) << canvas.text();
        if (!focus.empty()) {
            EXPECT_THAT(canvas.text(), testing::HasSubstr("[.")) << canvas.text();
        }
        // A label is no square.
        EXPECT_FALSE(picture.square_at(area, PictureSize::tight, 5, 7));
        EXPECT_FALSE(picture.square_at(area, PictureSize::tight, 1, 3));
    }
}

TEST(BoardPicture, FindsTheSquareUnderAClickInEverySize) {
    const engine::Board board = board_of(8, 7);
    const std::vector<engine::PieceKind> kinds;
    const PictureLook look;
    const BoardPicture picture(board, {}, kinds, look);
    EXPECT_EQ(picture.fitting(80, 40), PictureSize::large);
    EXPECT_EQ(picture.fitting(80, 20), PictureSize::lined);
    EXPECT_EQ(picture.fitting(30, 10), PictureSize::close);
    EXPECT_EQ(picture.fitting(10, 4), PictureSize::tight);
    for (const PictureSize size :
         {PictureSize::large, PictureSize::lined, PictureSize::close, PictureSize::tight}) {
        std::set<std::string> found;
        const Area area = picture.extent(size);
        for (int y = 0; y < area.height; ++y)
            for (int x = 0; x < area.width; ++x)
                if (const auto square = picture.square_at(area, size, x, y)) found.insert(*square);
        EXPECT_EQ(found.size(), 56U);
    }
    EXPECT_EQ(picture.neighbour("a1", 1, -1), "b2");
    EXPECT_EQ(picture.neighbour("a1", -1, 1), "a1");
}

Key typed(const std::string& text) { return {Kind::character, text}; }

Key pressed(Kind kind) {
    Key key;
    key.kind = kind;
    return key;
}

TEST(Menu, FindsByLettersAndChoosesByEnterAlone) {
    std::string chosen;
    Menu menu;
    std::vector<Menu::Item> items;
    for (const char* name : {"Resign", "Rematch", "Rules"})
        items.push_back({line(name), [&chosen, name] { chosen = name; }});
    menu.set(std::move(items));
    for (const char* letter : {"r", "e", "m", " ", "x"}) menu.key(typed(letter));
    EXPECT_EQ(menu.selected(), 1U);
    EXPECT_EQ(chosen, "");
    menu.key(pressed(Kind::down));
    EXPECT_EQ(menu.selected(), 2U);
    menu.key(typed("r"));
    EXPECT_EQ(menu.selected(), 0U);
    menu.key(pressed(Kind::enter));
    EXPECT_EQ(chosen, "Resign");
}

Leave left(const std::vector<const char*>& words) {
    const auto read = read_options(static_cast<int>(words.size()), words.data());
    return std::get<Leave>(read);
}

TEST(CommandLine, ManualAndCompletionsNameEveryOptionAndCommand) {
    const std::string help = left({"pentad", "--help"}).text;
    const std::regex line("\n  (?:-h,)?(--)?([a-z-]+)[^\n]*");
    std::set<std::string> names;
    for (std::sregex_iterator each(help.begin(), help.end(), line), end; each != end; ++each)
        names.insert((*each)[2]);
    for (const char* name : {"theme", "server", "watch", "replay"}) EXPECT_TRUE(names.contains(name)) << help;
    for (const auto& words : {std::vector{"pentad", "--print-manual"},
                              {"pentad", "--print-completion", "bash"},
                              {"pentad", "--print-completion", "zsh"},
                              {"pentad", "--print-completion", "fish"}}) {
        std::string text = left(words).text;
        std::erase(text, '\\');
        for (const std::string& name : names) EXPECT_THAT(text, testing::HasSubstr(name)) << words.back();
    }
    EXPECT_EQ(left({"pentad", "--print-completion", "tcsh"}).code, 2);
}

TEST(CommandLine, TakesOptionsBeforeAndBehindACommand) {
    const char* const before[] = {"pentad", "--plain", "watch", "ABC"};
    const char* const behind[] = {"pentad", "watch", "ABC", "--plain"};
    for (const auto& words : {before, behind}) {
        const auto read = read_options(4, words);
        const auto* options = std::get_if<Options>(&read);
        ASSERT_NE(options, nullptr);
        EXPECT_EQ(options->verb, Verb::watch);
        EXPECT_EQ(options->argument, "ABC");
        EXPECT_TRUE(options->plain);
    }
    const char* const wrong[] = {"pentad", "--json", "--plain"};
    EXPECT_EQ(std::get<Leave>(read_options(3, wrong)).code, 2);
}

}  // namespace
}  // namespace pentad::terminal
