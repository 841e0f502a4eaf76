#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/game.hpp"

namespace pentad::engine {
namespace {

using ::testing::Contains;
using ::testing::Not;
using ::testing::Pair;

const Game& sight() { return *find_game("sight"); }
Options options(const std::string& size = "", const std::string& variant = "") {
    return sight().complete({size, variant}).value();
}

TEST(SightText, DescribesTheGameForClients) {
    const GameInfo& info = sight().info();
    EXPECT_EQ(info.name, "Sight");
    EXPECT_EQ(info.credit.designer, "Kanare Kato");
    EXPECT_EQ(info.sides, (std::array<std::string, 2>{"White", "Black"}));
    EXPECT_EQ(info.sizes.default_id, "5x5");
    EXPECT_EQ(info.sizes.values.size(), 4U);
    EXPECT_EQ(info.variants.default_id, "standard");
    ASSERT_EQ(info.kinds.size(), 1U);
    EXPECT_EQ(info.kinds[0].shape, "stack");
    EXPECT_FALSE(info.draw_offers);
    EXPECT_EQ(info.rules_text.at("en").substr(0, 7), "# Sight");
    EXPECT_FALSE(sight().complete({"4x4", ""}));
    EXPECT_FALSE(sight().complete({"", "loose"}));
}

TEST(SightText, DrawsTheLinesOfAnAlquerqueBoard) {
    const Board board = sight().board(options());
    EXPECT_EQ(board.columns, 5);
    EXPECT_EQ(board.rows, 5);
    EXPECT_EQ(board.style, BoardStyle::points);
    EXPECT_EQ(board.lines.size(), 56U);
    EXPECT_THAT(board.lines, Contains(Pair("a1", "b2")));
    EXPECT_THAT(board.lines, Contains(Pair("c1", "b2")));
    EXPECT_THAT(board.lines, Not(Contains(Pair("b1", "c2"))));
    EXPECT_THAT(board.lines, Not(Contains(Pair("e1", "a2"))));
    EXPECT_EQ(sight().board(options("9x9")).lines.size(), 208U);
}

TEST(SightText, ListsPiecesWithTheirHeightsFromA1Upwards) {
    Position position = sight().initial(options());
    for (const char* move : {"d5", "c1", "c5", "a4"}) position = position.after(move).value();
    const std::vector<Piece> pieces = position.pieces();
    ASSERT_EQ(pieces.size(), 4U);
    EXPECT_EQ(pieces[0].square, "c1");
    EXPECT_EQ(pieces[0].side, Side::second);
    EXPECT_EQ(pieces[0].kind, "piece");
    EXPECT_EQ(pieces[0].count, 1);
    EXPECT_EQ(pieces[3].square, "d5");
    EXPECT_EQ(pieces[3].side, Side::first);
    EXPECT_EQ(pieces[3].count, 2);
    EXPECT_EQ(position.encode(), "..w1w2./b1..../...../...../..b1.. first 1");
}

TEST(SightText, ReadsBackWhatItWrote) {
    for (const char* size : {"3x3", "5x5", "7x7", "9x9"})
        for (const char* variant : {"standard", "strict"}) {
            Position position = sight().initial(options(size, variant));
            for (std::size_t turn = 0; !position.outcome(); ++turn) {
                const auto again = sight().decode(options(size, variant), position.encode());
                ASSERT_TRUE(again) << position.encode() << ": " << again.error();
                EXPECT_EQ(again->encode(), position.encode());
                EXPECT_EQ(again->legal_moves(), position.legal_moves());
                EXPECT_EQ(again->hash(), position.hash());
                const auto moves = position.legal_moves();
                position = position.after(moves[turn * 7 % moves.size()]).value();
            }
            EXPECT_TRUE(sight().decode(options(size, variant), position.encode()));
        }
}

TEST(SightText, ReadsHeightsOfTwoDigits) {
    const std::string text =
        "w1w1w1w1w1w1w1/b1b1b1b1b1b1b1/w1w1w1w1.b1b1/w12.b1..../b1....../......./b1...... first 1";
    ASSERT_TRUE(sight().decode(options("7x7"), text)) << sight().decode(options("7x7"), text).error();
    EXPECT_EQ(sight().decode(options("7x7"), text)->legal_moves(), std::vector<std::string>{"a4-b4"});
}

TEST(SightText, RefusesTextsThatAreNoPosition) {
    const std::string rows = "/...../...../...../.....";
    const std::vector<std::string> wrong{
        "",
        ".....",
        "....." + rows,
        "....." + rows + " first",
        "....." + rows + " third 1",
        "....." + rows + " first 0",
        "....." + rows + " first 2",               // no position of Sight occurs twice
        "....." + rows + " second 1",              // white begins
        "w1...." + rows + " second 1 first goal",  // not over, and no such reason
        "w1....." + rows + " second 1",
        "...." + rows + " first 1",
        "....../...../...../...../..... first 1",
        "...../...../...../..... first 1",
        "....." + rows + "/..... first 1",
        "....." + rows + "/ first 1",
        "w0...." + rows + " second 1",
        "w...." + rows + " second 1",
        "w01...." + rows + " second 1",
        "w-1...." + rows + " second 1",
        "w2...." + rows + " second 1",  // one white turn makes no stack
        "w99999999999999999999...." + rows + " second 1",
        "W1...." + rows + " second 1",
        "g1...." + rows + " second 1",
        "w1b1w1b1." + rows + " second 1",
        "w1b1w1b1." + rows + " first 1 ",
        "w1b1w1b1." + rows + "  first 1",
        "w1w1..." + rows + " first 1",
    };
    for (const std::string& text : wrong) EXPECT_FALSE(sight().decode(options(), text)) << text;
    EXPECT_TRUE(sight().decode(options(), "w1...." + rows + " second 1"));
}

TEST(SightText, RefusesAnOutcomeThatTheBoardDoesNotShow) {
    const std::string lost = "...../...../...../...w1./..b1w2b1 first 1";
    EXPECT_FALSE(sight().decode(options(), lost));
    EXPECT_FALSE(sight().decode(options(), lost + " first no_moves"));
    EXPECT_TRUE(sight().decode(options(), lost + " second no_moves"));
}

}  // namespace
}  // namespace pentad::engine
