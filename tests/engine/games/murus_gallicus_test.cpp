#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drawing.hpp"

namespace pentad::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

const Game& murus() { return *find_game("murus_gallicus"); }

Position drawn(const std::string& drawing, const std::string& rest, const std::string& variant = "") {
    return draw(murus(), options_of(murus(), variant), drawing, rest);
}

std::vector<std::string> moves_from(const Position& position, const std::string& square) {
    std::vector<std::string> some;
    for (const std::string& move : position.legal_moves())
        if (move.starts_with(square)) some.push_back(move);
    return some;
}

std::string board_of(const Position& position) { return words(position.encode())[0]; }

TEST(MurusGallicus, SaysWhoDesignedItAndWhatCanBeChosen) {
    const GameInfo& info = murus().info();
    EXPECT_EQ(info.name, "Murus Gallicus");
    EXPECT_EQ(info.credit.designer, "Phil Leduc");
    EXPECT_EQ(info.credit.year, "2009");
    EXPECT_THAT(info.sides, ElementsAre("Romans", "Gauls"));
    EXPECT_TRUE(info.draw_offers);
    EXPECT_EQ(murus().complete({}).value(), (Options{"8x7", "basic"}));
    EXPECT_EQ(murus().complete({"8x8", "advanced"}).value(), (Options{"8x8", "advanced"}));
    EXPECT_FALSE(murus().complete({"7x8", ""}));
    EXPECT_THAT(info.rules_text.at("en"), StartsWith("# Murus Gallicus\n"));
}

TEST(MurusGallicus, MarksTheGoalRowOfEachSide) {
    for (const std::string size : {"8x7", "8x8"}) {
        const Board board = murus().board(options_of(murus(), "", size));
        EXPECT_EQ(board.columns, 8);
        EXPECT_EQ(board.rows, size == "8x7" ? 7 : 8);
        ASSERT_EQ(board.marks.size(), 16u);
        for (const Mark& mark : board.marks) {
            EXPECT_EQ(mark.kind, "goal");
            EXPECT_EQ(mark.at.substr(1), mark.side == Side::second ? "1" : size.substr(2));
        }
    }
}

TEST(MurusGallicus, CountsTheMovesOfEveryLineFromTheStart) {
    EXPECT_THAT(perft_table(start(murus()), 5), ElementsAre(20, 400, 6960, 121104, 1953664));
    EXPECT_THAT(perft_table(start(murus(), "", "8x8"), 5), ElementsAre(20, 400, 6960, 121104, 1961328));
    EXPECT_THAT(perft_table(start(murus(), "advanced"), 5), ElementsAre(32, 1024, 28416, 788544, 19680896));
}

TEST(MurusGallicus, StartsWithATowerOnEveryHomeCell) {
    EXPECT_EQ(start(murus()).encode(), "TTTTTTTT/8/8/8/8/8/tttttttt first 1");
    EXPECT_EQ(start(murus(), "advanced", "8x8").encode(), "TTTTTTTT/8/8/8/8/8/8/tttttttt first 1");
}

TEST(MurusGallicus, ListsStacksWithTheirHeights) {
    const Position position = drawn(R"(
        .....WW.
        ........
        ...T....
        ........
        ........
        .w......
        c.......)",
                                    "first 1", "advanced");
    const auto pieces = position.pieces();
    ASSERT_EQ(pieces.size(), 5u);
    const auto shown = [&](std::size_t n) {
        return pieces[n].square + " " + name(pieces[n].side) + " " + pieces[n].kind + " " +
               std::to_string(pieces[n].count);
    };
    EXPECT_EQ(shown(0), "a1 first catapult 3");
    EXPECT_EQ(shown(1), "b2 first wall 1");
    EXPECT_EQ(shown(2), "d5 second tower 2");
    EXPECT_EQ(shown(3), "f7 second wall 1");
}

TEST(MurusGallicus, DistributesOntoEmptyCellsAndOwnWalls) {
    const Position position = drawn(R"(
        ........
        ....TTT.
        ........
        ...W....
        ...w....
        ..wtt...
        .w......)",
                                    "first 1");
    // Up is an enemy behind the wall, right an own tower; left and down-left are walls and empty cells.
    EXPECT_THAT(moves_from(position, "d2"), ElementsAre("d2-b2", "d2-b4", "d2-f4"));
    EXPECT_EQ(board_of(play(position, "d2-b2")), rows(R"(
        ........
        ....TTT.
        ........
        ...W....
        ...w....
        .wt.t...
        .w......)"));
    EXPECT_EQ(refusal(position, "d2-d4"), "3.4 d4: An enemy stands on d4, so no stone can be put there.");
    EXPECT_EQ(refusal(position, "d2-f2"), "3.4 e2: e2 is a tower already and takes no more stones.");
    EXPECT_EQ(
        refusal(position, "d2-d3"),
        "3.3 d2 d3: d3 is next to d2: a tower puts its stones on two cells in a row, and the move names the "
        "far one.");
    EXPECT_EQ(
        refusal(position, "d2-d5"),
        "3.3 d2 d5: d5 is not two cells from d2 in a straight line, where a tower puts its second stone.");
    EXPECT_EQ(
        refusal(position, "d2-e4"),
        "3.3 d2 e4: e4 is not two cells from d2 in a straight line, where a tower puts its second stone.");
}

TEST(MurusGallicus, OnlyOwnTowersAct) {
    const Position position = drawn(R"(
        ........
        ....TT..
        ........
        ........
        ........
        ..wtw...
        ........)",
                                    "first 1");
    EXPECT_EQ(refusal(position, "c2-c4"), "3.2 c2: c2 is a wall, and walls never act.");
    EXPECT_EQ(refusal(position, "e6-e4"), "3.1 e6: e6 is not yours.");
    EXPECT_EQ(refusal(position, "a1-a3"), "3.1 a1: a1 is empty.");
    EXPECT_EQ(refusal(position, "d2-d2"), "3.1 d2: A move leads from one cell to another, not back to d2.");
    EXPECT_EQ(refusal(position, "d2-z9"), "1.1 z9: z9 is off the board, which ends at h7.");
    EXPECT_EQ(refusal(position, "d2-d8"), "1.1 d8: d8 is off the board, which ends at h7.");
    EXPECT_EQ(refusal(start(murus(), "", "8x8"), "a1-a9"), "1.1 a9: a9 is off the board, which ends at h8.");
    for (const std::string& move : position.legal_moves()) EXPECT_TRUE(move.starts_with("d2")) << move;
}

TEST(MurusGallicus, SacrificesAStoneForAnEnemyWallBesideIt) {
    const Position position = drawn(R"(
        ........
        ........
        .....w..
        ....W...
        ...tT...
        ....W...
        ....w...)",
                                    "first 1");
    EXPECT_THAT(moves_from(position, "d3"),
                UnorderedElementsAre("d3-b1", "d3-b3", "d3-b5", "d3-d1", "d3-d5", "d3xe2", "d3xe4"));
}

TEST(MurusGallicus, ASacrificeTakesOneStoneOfEachSide) {
    const Position position = drawn(R"(
        ........
        ........
        ........
        ........
        ......tT
        ......wW
        ........)",
                                    "first 1");
    const Position after = play(position, "g3xh2");
    EXPECT_EQ(board_of(after), "8/8/8/8/6wT/6w1/8") << "nothing is asked of the cell beyond";
    EXPECT_EQ(refusal(position, "g3xh3"), "3.6 h3: h3 is an enemy tower, and towers cannot be attacked.");
    EXPECT_EQ(refusal(position, "g3xg2"), "3.5 g2: g2 is your own.");
    EXPECT_EQ(refusal(position, "g3xf3"), "3.5 f3: f3 is empty: there is nothing to attack.");
    EXPECT_EQ(refusal(position, "g3-h2"), "5.1 h2: An enemy wall stands on h2: write g3xh2 to attack it.");
    EXPECT_EQ(refusal(position, "g3*h2"),
              "6.4 g3: Only in the advanced game may a tower give up both stones.");

    const Position edge = play(start(murus()), "f1-h3 e7-g5 c1-c3 a7-a5 h1-h3 g7-g5 h3-h5");
    EXPECT_TRUE(allows(edge, "g5xh5"));
    EXPECT_EQ(refusal(edge, "a7xh5"), "3.1 a7: a7 is empty.");
    EXPECT_EQ(refusal(edge, "b7xh5"),
              "3.5 b7 h5: h5 is not next to b7, and a tower attacks its neighbours only.");
}

TEST(MurusGallicus, TellsUnreadableTextFromIllegalMoves) {
    for (const char* text : {"", "a1", "a1-", "a1-a", "a1a3", "a1-a3 ", "A1-A3", "a1+a3", "a0-a3", "a1-a3-a5",
                             "a1=K", "a1--a3", "x1", "a1:a3"}) {
        EXPECT_EQ(refusal(start(murus()), text), "unreadable: A move is written like d1-d3 or d4xe5.")
            << text;
        EXPECT_EQ(refusal(start(murus(), "advanced"), text),
                  "unreadable: A move is written like d1-d3, d4xe5 or d4*e5.")
            << text;
    }
}

TEST(MurusGallicus, IsWonByAnyStoneOnTheGoalRow) {
    const Position position =
        play(start(murus()), "f1-h3 e7-c5 h1-f3 d7-d5 g2-g4 d6-d4 e1-g3 d5-d3 g1-e3 d4-d2 g3-g5 d3-f1");
    EXPECT_EQ(outcome_of(position), "second home_row");
    EXPECT_EQ(position.to_move(), Side::first);
    EXPECT_TRUE(position.legal_moves().empty());
    EXPECT_EQ(refusal(position, "a1-a3"), "4: The game is over.");
    EXPECT_EQ(position.evaluate(Side::second), 1000);
    EXPECT_EQ(position.evaluate(Side::first), -1000);

    const Position romans = draw(murus(), options_of(murus(), "", "8x8"), R"(
        ........
        ........
        t.......
        ........
        ........
        ........
        .......T
        ........)",
                                 "first 1");
    EXPECT_EQ(outcome_of(play(romans, "a6-c8")), "first home_row");
}

TEST(MurusGallicus, APlayerWithoutAMoveOnHisTurnLoses) {
    const Position stuck = play(
        start(murus()),
        "c1-e3 f7-h5 h1-h3 g7-e5 g1-g3 a7-c5 f1-h1 e7-g5 d1-f3 h7-f7 b1-d3 c7-c5 e1-c1 f6-f4 a1-c3 d7-f7");
    EXPECT_EQ(outcome_of(stuck), "second no_moves");

    const Position not_his_turn =
        play(start(murus()),
             "h1-h3 c7-a5 a1-a3 e7-c5 d1-f3 h7-f5 g1-g3 d7-b5 f1-h1 g7-g5 b1-b3 b7-d7 e1-c3 f7-f5 c1-e1");
    EXPECT_EQ(outcome_of(not_his_turn), "goes on");
    EXPECT_EQ(not_his_turn.to_move(), Side::second);
}

// The tower walks right over the two walls, and the six moves put everything back.
Position shuttle(Position position) {
    for (const char* moves :
         {"d2-f2 d6-f6", "e2-c2 e6-c6", "c2-e2 c6-e6", "d2-f2 d6-f6", "e2-c2 e6-c6", "f2-d2 f6-d6"})
        position = play(position, moves);
    return position;
}

TEST(MurusGallicus, IsDrawnWhenAPositionOccursForTheThirdTime) {
    const std::string drawing = R"(
        ........
        ..WTW...
        ........
        ........
        ........
        ..wtw...
        ........)";
    const Position once = drawn(drawing, "first 1");
    const Position twice = shuttle(once);
    EXPECT_EQ(twice.encode(), rows(drawing) + " first 2");
    EXPECT_EQ(outcome_of(twice), "goes on");
    const Position thrice = shuttle(twice);
    EXPECT_EQ(thrice.encode(), rows(drawing) + " first 3 draw repetition");
    EXPECT_EQ(outcome_of(thrice), "draw repetition");
    EXPECT_TRUE(thrice.legal_moves().empty());
    EXPECT_EQ(thrice.perft(1), 0u);
    EXPECT_EQ(thrice.evaluate(Side::first), 0);
    EXPECT_EQ(refusal(thrice, "d2-f2"), "4: The game is over.");

    const auto again = murus().decode(options_of(murus()), thrice.encode());
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(outcome_of(*again), "draw repetition");
    const auto second_time = murus().decode(options_of(murus()), twice.encode());
    ASSERT_TRUE(second_time) << second_time.error();
    EXPECT_EQ(outcome_of(shuttle(*second_time)), "draw repetition");
}

TEST(MurusGallicus, TheSameBoardWithTheOtherSideToMoveIsAnotherPosition) {
    const std::string board = "8/2WTW3/8/8/8/2wtw3/8";
    EXPECT_NE(murus().decode(options_of(murus()), board + " first 1")->hash(),
              murus().decode(options_of(murus()), board + " second 1")->hash());
}

TEST(MurusGallicus, ValuesRowsAndMoves) {
    const Position position = drawn(R"(
        ........
        ........
        .W......
        W....T..
        ....w...
        ........
        t.....w.)",
                                    "first 1");
    // Romans: a1 and g1 in row 1 count 1 each, e3 in row 3 counts 2; a1 distributes up, right and diagonally.
    // Gauls, counted from row 7: b5 in their third row 2, a4 and f4 in their fourth 3 each. The tower f4
    // distributes in seven directions (up, down, left, up-left, up-right, down-right is f4-h2; f4-h4 right)
    // and sacrifices for e3 in the eighth.
    EXPECT_EQ(position.evaluate(Side::first), 4 - 8 / 2.0 + 5 * 3);
    EXPECT_EQ(position.evaluate(Side::second), 8 - 4 / 2.0 + 5 * 8);
    EXPECT_EQ(start(murus()).evaluate(Side::first), 8 - 4 + 5 * 20);
}

TEST(MurusGallicus, ValuesEightRowsOnTheLargerBoard) {
    const Position position = draw(murus(), options_of(murus(), "", "8x8"), R"(
        ......T.
        w......W
        w......W
        w......W
        w......W
        w......W
        w......W
        .t......)",
                                   "second 1");
    // Each side: 1 in its first row, then 1, 2, 3, 4, 5 and 7; its tower distributes in three directions.
    for (const Side side : {Side::first, Side::second})
        EXPECT_EQ(position.evaluate(side), 23 - 23 / 2.0 + 5 * 3);
}

TEST(MurusGallicus, AdvancedTowersGrowIntoCatapults) {
    const Position position = drawn(R"(
        ........
        ...TTTT.
        ........
        .......W
        ........
        ........
        ttct....)",
                                    "first 1", "advanced");
    EXPECT_EQ(refusal(position, "d1-b1"), "6.3 c1: c1 is a catapult already and takes no more stones.");
    const Position towers = start(murus(), "advanced");
    EXPECT_EQ(towers.legal_moves().size(), 32u);
    EXPECT_EQ(board_of(play(towers, "a1-c1")), "TTTTTTTT/8/8/8/8/8/1ccttttt");
    EXPECT_EQ(refusal(start(murus()), "a1-c1"), "3.4 b1: b1 is a tower already and takes no more stones.");
}

TEST(MurusGallicus, AdvancedTowersAttackCatapultsInTwoWays) {
    const Position position = play(start(murus(), "advanced"),
                                   "c1-a3 b7-b5 g1-e3 e7-c5 h1-f3 a7-c7 b1-d1 c7-f4 e1-e3 g7-g5 a1-c1 h7-f7 "
                                   "c1-e3 c7-e5 d1-d4 d6-f4 d1-b1");
    ASSERT_TRUE(allows(position, "f4xe3"));
    ASSERT_TRUE(allows(position, "f4*e3"));
    const auto height = [](const Position& p, const std::string& square) {
        for (const Piece& piece : p.pieces())
            if (piece.square == square) return piece.count;
        return 0;
    };
    EXPECT_EQ(height(position, "e3"), 3);
    const Position one = play(position, "f4xe3");
    EXPECT_EQ(height(one, "f4"), 1);
    EXPECT_EQ(height(one, "e3"), 2);
    const Position two = play(position, "f4*e3");
    EXPECT_EQ(height(two, "f4"), 0);
    EXPECT_EQ(height(two, "e3"), 1);
    EXPECT_EQ(refusal(position, "f4-e3"),
              "5.1 e3: An enemy catapult stands on e3: write f4xe3 to attack it.");
    EXPECT_EQ(refusal(position, "f4*f3"),
              "6.4 f3: f3 is a wall: two stones are given up only against a catapult.");
}

TEST(MurusGallicus, CatapultsThrowTwoOrThreeCellsButNotBackwards) {
    const Position position = drawn(R"(
        .......T
        ........
        ........
        ...C.W..
        ...w....
        ........
        .w.c.w..)",
                                    "first 1", "advanced");
    EXPECT_THAT(moves_from(position, "d1"),
                UnorderedElementsAre("d1-a1", "d1-b3", "d1-a4", "d1xd4", "d1-f3", "d1-g4", "d1-g1"));
    EXPECT_EQ(board_of(play(position, "d1xd4")), "7T/8/8/3T1W2/3w4/8/1w1t1w2");
    EXPECT_EQ(board_of(play(position, "d1-g4")), "7T/8/8/3C1Ww1/3w4/8/1w1t1w2");
    EXPECT_EQ(refusal(position, "d1-d4"), "6.7 d4: An enemy stands on d4: write d1xd4 to hit it.");
    EXPECT_EQ(refusal(position, "d1xf3"), "6.7 f3: f3 is empty: write d1-f3.");
    EXPECT_EQ(refusal(position, "d1-d3"),
              "6.5 d3: d3 is your own: a stone lands on an empty cell or on the enemy.");
    EXPECT_EQ(refusal(position, "d1-e2"),
              "6.5 d1 e2: e2 is too near to d1: a catapult throws two or three cells.");
    EXPECT_EQ(refusal(position, "d1-h5"),
              "6.5 d1 h5: h5 is too far from d1: a catapult throws two or three cells.");
    EXPECT_EQ(refusal(position, "d1-e3"), "6.5 d1 e3: No straight line leads from d1 to e3.");
    EXPECT_EQ(refusal(position, "d1*d4"),
              "6.5 d1: d1 is a catapult, and a catapult can only throw one stone.");

    const Position gauls = drawn(R"(
        .......T
        ........
        ........
        ...C.W..
        ...w....
        ........
        .w.c.w..)",
                                 "second 1", "advanced");
    EXPECT_THAT(moves_from(gauls, "d4"), UnorderedElementsAre("d4-b4", "d4-a4", "d4-b2", "d4-a1", "d4-d2",
                                                              "d4xd1", "d4-f2", "d4-g1", "d4-g4"));
    EXPECT_EQ(refusal(gauls, "d4-d6"), "6.5 d4 d6: A catapult cannot throw backwards, from d4 to d6.");
    EXPECT_EQ(refusal(gauls, "d4-b6"), "6.5 d4 b6: A catapult cannot throw backwards, from d4 to b6.");
    EXPECT_EQ(refusal(gauls, "d4-f4"),
              "6.5 f4: f4 is your own: a stone lands on an empty cell or on the enemy.");
}

TEST(MurusGallicus, AdvancedAStoneOnTheGoalRowMustSurviveOneMove) {
    const Position arrived = play(
        start(murus(), "advanced"),
        "g1-g3 f7-f5 f1-d3 e7-g5 c1-a1 d7-b5 d1-b3 f6-f4 b1-e4 f5-f3 a1-a4 f4-f2 a1-a3 a7-a5 b1-d3 f3-f1");
    EXPECT_EQ(outcome_of(arrived), "goes on");
    EXPECT_EQ(arrived.to_move(), Side::first);
    // e1 stands beside the stone: taking it goes on, anything else loses.
    EXPECT_EQ(outcome_of(play(arrived, "e1xf1")), "goes on");
    const Position survived = play(arrived, "h1-h3");
    EXPECT_EQ(outcome_of(survived), "second home_row");
    EXPECT_EQ(survived.to_move(), Side::second);
    EXPECT_EQ(survived.evaluate(Side::second), 1000);
}

TEST(MurusGallicus, AdvancedTheGoalRowComesBeforeBeingStuck) {
    // The Romans have a stone on row 7 and neither a tower nor a catapult: they win, they are not stuck.
    const Position position = drawn(R"(
        w.......
        ........
        ........
        ...T....
        ........
        ........
        ......w.)",
                                    "second 1", "advanced");
    EXPECT_EQ(outcome_of(position), "goes on");
    EXPECT_EQ(outcome_of(play(position, "d4-d6")), "first home_row");

    // A stone that has only just arrived on row 1 wins nothing, but Romans without a move lose.
    const Position stuck = drawn(R"(
        ........
        ........
        ........
        ........
        ...T....
        ........
        w.....w.)",
                                 "second 1", "advanced");
    EXPECT_EQ(outcome_of(play(stuck, "d3-d1")), "second no_moves");
}

TEST(MurusGallicus, ReadsBackWhatItWrites) {
    for (const char* size : {"8x7", "8x8"})
        for (const char* variant : {"basic", "advanced"}) {
            const Options options = options_of(murus(), variant, size);
            Position position = murus().initial(options);
            for (std::size_t ply = 0; !position.outcome(); ++ply) {
                const auto again = murus().decode(options, position.encode());
                ASSERT_TRUE(again) << position.encode() << " " << again.error();
                EXPECT_EQ(again->encode(), position.encode());
                EXPECT_EQ(again->legal_moves(), position.legal_moves());
                const auto moves = position.legal_moves();
                position = *position.after(moves[(5 * ply) % moves.size()]);
            }
            const auto end = murus().decode(options, position.encode());
            ASSERT_TRUE(end) << position.encode() << " " << end.error();
            EXPECT_EQ(end->outcome(), position.outcome());
        }
}

std::string why_not(const std::string& text, const std::string& variant = "", const std::string& size = "") {
    const auto position = murus().decode(options_of(murus(), variant, size), text);
    return position ? "accepted" : position.error();
}

TEST(MurusGallicus, RefusesTextsThatNoGameComesTo) {
    const std::string board = "TTTTTTTT/8/8/8/8/8/tttttttt";
    EXPECT_EQ(why_not(board + " first 1"), "accepted");
    EXPECT_EQ(why_not(board + " first 2"), "accepted");
    for (const char* rest :
         {"", " first", " first 3", " first 4", " first 0", " first -1", " first 1 draw repetition",
          " first 3 first home_row", " first 1 first home_row", " first 1 second no_moves"})
        EXPECT_NE(why_not(board + rest), "accepted") << rest;
    EXPECT_EQ(why_not(board + " first 1", "", "8x8"), "This board has 8 rows.");
    EXPECT_EQ(why_not("T7/8/8/8/8/8/9 first 1"), "A number counts empty squares of one row.");
    EXPECT_EQ(why_not("T8/8/8/8/8/8/t7 first 1"), "Every row of this board has 8 squares.");
    EXPECT_EQ(why_not("8/C7/8/8/8/c7/8 first 1"),
              "A board is written with the letters wtWT, numbers of empty squares and / between rows.");
    EXPECT_EQ(why_not("8/C7/8/8/8/c7/8 first 1", "advanced"), "accepted");
    EXPECT_EQ(why_not("8/T7/8/8/8/w7/8 first 1"), "Both sides always have the same number of stones.");
    EXPECT_EQ(why_not("8/8/8/8/8/8/8 first 1"), "There are no stones.");
    EXPECT_EQ(why_not("TTTTTTTT/W7/8/8/8/w7/tttttttt first 1"), "A side has 16 stones at most.");
    EXPECT_EQ(why_not("8/T7/8/8/8/8/1W1WW1t1 first 1 second home_row"),
              "Both sides always have the same number of stones.");
    EXPECT_EQ(why_not("8/8/8/8/8/t7/1W1W4 first 1 second home_row"),
              "A side has no more than one wall on its goal row.");
    EXPECT_EQ(why_not("8/8/8/8/8/t7/1T6 first 1 second home_row"),
              "A side has no more than one wall on its goal row.");
    EXPECT_EQ(why_not("w7/8/W7/8/8/8/8 first 1"),
              "The side to move has reached its goal row, so the game was over before.");
    EXPECT_EQ(why_not("8/8/w7/8/8/8/W7 first 1 second home_row"), "accepted");
    EXPECT_THAT(why_not("8/8/w7/8/8/8/W7 first 1"), StartsWith("The text does not describe a position"));
    EXPECT_EQ(why_not("8/8/w7/8/8/8/W7 first 2 second home_row"),
              "The position cannot have occurred that often.");
    EXPECT_EQ(why_not("w7/8/W7/8/8/8/8 first 1 first home_row", "advanced"), "accepted");
    EXPECT_EQ(why_not("8/8/w7/8/W7/8/8 first 1 second no_moves"), "accepted");
}

}  // namespace
}  // namespace pentad::engine
