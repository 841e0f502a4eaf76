#include "clients/terminal/text/board_text.hpp"

#include <gtest/gtest.h>

namespace pentad::terminal {
namespace {

using engine::Side;

const std::vector<engine::PieceKind> kinds{{"disc", "disc", "D", "disc"}, {"tower", "tower", "T", "tower"}};

/// Without the blanks at the ends of lines, which nobody sees.
std::string drawn(const Text& text) {
    std::string result;
    for (const Line& line : text) {
        std::string row = plain({line});
        row.erase(row.find_last_not_of(" \n") + 1);
        result += row + "\n";
    }
    return "\n" + result;
}

engine::Board squares() {
    engine::Board board;
    board.columns = 4;
    board.rows = 3;
    board.marks = {{"a3", "blocked", {}}, {"d3", "goal", Side::first}, {"a1", "home", Side::second}};
    return board;
}

engine::Board points() {
    engine::Board board;
    board.columns = 3;
    board.rows = 3;
    board.style = engine::BoardStyle::points;
    // The long lines lead over the point between.
    board.lines = {{"a1", "c1"}, {"a2", "c2"}, {"a3", "c3"}, {"a1", "a3"}, {"b1", "b2"},
                   {"b2", "b3"}, {"c1", "c2"}, {"a1", "b2"}, {"a3", "c1"}};
    return board;
}

TEST(BoardText, DrawsSquaresMarksStacksAndSides) {
    const std::vector<engine::Piece> pieces{{"b2", Side::first, "disc", 1},
                                            {"c2", Side::second, "tower", 3},
                                            {"a1", Side::second, "disc", 1},
                                            {"d1", Side::first, "?", 1}};
    EXPECT_EQ(drawn(board_text(squares(), pieces, kinds, {})), R"(
    a   b   c   d
 3  #   .   .   *    3
 2  .   D   t3  .    2
 1  d   .   .   ?    1
    a   b   c   d
)");
}

TEST(BoardText, PutsTheSquaresOfTheLastMoveInBrackets) {
    const std::vector<engine::Piece> pieces{{"b2", Side::first, "tower", 2}};
    EXPECT_EQ(drawn(board_text(squares(), pieces, kinds, {false, false, {"b2", "c2"}})), R"(
    a   b   c   d
 3  #   .   .   *    3
 2  .  [T2][.]  .    2
 1  _   .   .   .    1
    a   b   c   d
)");
}

TEST(BoardText, TurnsTheBoardForTheSecondPlayer) {
    const std::vector<engine::Piece> pieces{{"a1", Side::first, "disc", 1}};
    EXPECT_EQ(drawn(board_text(squares(), pieces, kinds, {false, true, {}})), R"(
    d   c   b   a
 1  .   .   .   D    1
 2  .   .   .   .    2
 3  *   .   .   #    3
    d   c   b   a
)");
}

TEST(BoardText, DrawsTheLinesBetweenPoints) {
    const std::vector<engine::Piece> pieces{{"b2", Side::first, "tower", 2},
                                            {"c1", Side::second, "tower", 12}};
    EXPECT_EQ(drawn(board_text(points(), pieces, kinds, {})), R"(
    a   b   c
 3  .---.---.    3
    | \ |
 2  .---T2--.    2
    | / | \ |
 1  .---.---t12  1
    a   b   c
)");
}

TEST(BoardText, TurnsTheLinesWithTheBoard) {
    EXPECT_EQ(drawn(board_text(points(), {}, kinds, {false, true, {}})), R"(
    c   b   a
 1  .---.---.    1
    | \ | / |
 2  .---.---.    2
        | \ |
 3  .---.---.    3
    c   b   a
)");
}

TEST(BoardText, CrossesDiagonalsAndUsesUnicodeWhereItMay) {
    engine::Board board;
    board.columns = board.rows = 2;
    board.style = engine::BoardStyle::points;
    board.lines = {{"a1", "b2"}, {"a2", "b1"}, {"a1", "b1"}};
    EXPECT_EQ(drawn(board_text(board, {}, kinds, {true, false, {}})), R"(
    a   b
 2  ·   ·    2
      ╳
 1  ·───·    1
    a   b
)");
}

TEST(BoardText, NamesRowsBeyondNine) {
    engine::Board board;
    board.columns = 1;
    board.rows = 10;
    const std::string text = drawn(board_text(board, {}, kinds, {}));
    EXPECT_NE(text.find("\n10  .   10\n 9  .    9\n"), std::string::npos) << text;
}

TEST(BoardText, ExplainsLettersAndMarks) {
    EXPECT_EQ(drawn(legend(squares(), {kinds[1]}, {"Green", "Blue"})), R"(
T tower of Green, t tower of Blue
# not part of the board: a3
* goal: d3 (Green)
_ home: a1 (Blue)
)");
}

}  // namespace
}  // namespace pentad::terminal
