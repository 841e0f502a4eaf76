#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "engine/game.hpp"

namespace pentad::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Game& sight() { return *find_game("sight"); }

Options options(const std::string& size = "", const std::string& variant = "") {
    return sight().complete({size, variant}).value();
}

Position play(Position position, const std::string& moves) {
    std::istringstream words(moves);
    for (std::string move; words >> move;) {
        const auto next = position.after(move);
        if (!next) {
            ADD_FAILURE() << move << ": " << next.error().reason;
            return position;
        }
        position = *next;
    }
    return position;
}

Position start(const std::string& size = "", const std::string& variant = "") {
    return sight().initial(options(size, variant));
}

/// A 5x5 position from its rows, top row first.
Position draw(const std::vector<std::string>& rows, const std::string& rest,
              const std::string& variant = "") {
    std::string text;
    for (const std::string& row : rows) text += (text.empty() ? "" : "/") + row;
    const auto position = sight().decode(options("", variant), text + " " + rest);
    if (!position) ADD_FAILURE() << position.error();
    return position.value_or(start());
}

std::string board(const Position& position) {
    const std::string text = position.encode();
    return text.substr(0, text.find(' '));
}

void expect_refused(const Position& position, const std::string& move, const std::string& rule,
                    const std::vector<std::string>& squares, const std::string& words) {
    const auto next = position.after(move);
    ASSERT_FALSE(next) << move;
    EXPECT_EQ(next.error().kind, Refusal::Kind::illegal) << move;
    EXPECT_EQ(next.error().rule, rule) << move;
    EXPECT_EQ(next.error().squares, squares) << move;
    EXPECT_THAT(next.error().reason, HasSubstr(words)) << move;
}

void expect_lost(const Position& position, Side loser) {
    EXPECT_EQ(position.outcome(), (Outcome{other(loser), "no_moves"}));
    EXPECT_THAT(position.legal_moves(), IsEmpty());
    EXPECT_EQ(position.evaluate(loser), -1000);
    EXPECT_EQ(position.evaluate(other(loser)), 1000);
}

TEST(SightRules, CountAsManyLinesOfPlayAsTheTable) {
    const auto expect = [](const std::string& size, const std::vector<std::uint64_t>& counts) {
        const Position position = start(size);
        for (std::size_t depth = 1; depth <= counts.size(); ++depth)
            EXPECT_EQ(position.perft(static_cast<int>(depth)), counts[depth - 1]) << size << " " << depth;
    };
    expect("3x3", {9, 72, 504, 3024, 9920, 26960, 53824, 70496, 53576, 0});
    expect("5x5", {25, 600, 13800, 303600, 4205376, 56771208});
    expect("7x7", {49, 2352, 110544, 5085024});
    expect("9x9", {81, 6480, 511920});
}

TEST(SightRules, StartWithAPlacementOnAnyPoint) {
    EXPECT_EQ(start().legal_moves().size(), 25U);
    EXPECT_EQ(start().to_move(), Side::first);
    EXPECT_FALSE(start().outcome());
}

TEST(SightRules, OfferNoDiagonalWhereNoneIsDrawn) {
    EXPECT_THAT(play(start(), "d5 c1 c5 a4").legal_moves(), ElementsAre("d5-d4", "d5-e5"));
    const Position later =
        play(start(), "a3 e1 e3 d5 a3-a4 c1 c5 e1-e2 e3-d3 b1 a3-a2 c1-c2 a3-b3 e2-d2 d3-c3");
    expect_refused(later, "c2-d1", "1.2", {"c2", "d1"}, "c2 and d1 are not neighbours joined by a line");
}

TEST(SightRules, EndWhenEveryNeighbourOfTheStacksIsTaken) {
    expect_lost(play(start(), "d1 e1 d2 c1"), Side::first);
}

TEST(SightRules, LetSmallerStacksMoveOnlyWhenTheTallestCannotAndNotInStrict) {
    const std::string line = "a2 c1 b1 a3 b2 c1-d1 a2-a1 d4";
    EXPECT_THAT(play(start(), line).legal_moves(), ElementsAre("b2-b3", "b2-c2", "b2-c3"));
    expect_lost(play(start("", "strict"), line), Side::first);
}

TEST(SightRules, EndOnAFullBoardForTheSideWithoutAStack) {
    expect_lost(draw({"w1b1w1b1w1", "b1w1b1w1b1", "w1b1w1b1w1", "b1w1b1w1b1", "w1b1w1b1w1"},
                     "second 1 first no_moves"),
                Side::second);
}

TEST(SightRules, AddAPieceToEveryOwnPointInSight) {
    const Position before = draw({"b1.w1.b1",  //
                                  ".....",     //
                                  "w1...w1",   //
                                  ".....",     //
                                  "b1.b1.w1"},
                                 "first 1");
    EXPECT_EQ(board(play(before, "c3")), "b1.w2.b1/...../w2.w1.w2/...../b1.b1.w2");
}

TEST(SightRules, LetAnyPieceBlockTheSight) {
    const Position before = draw({".....",    //
                                  ".....",    //
                                  "w1b1...",  //
                                  ".....",    //
                                  "....."},
                                 "first 1");
    EXPECT_EQ(board(play(before, "c3")), "...../...../w1b1w1../...../.....");
}

TEST(SightRules, SeeNothingAlongDiagonalsThatAreNotDrawn) {
    EXPECT_EQ(board(play(start(), "b1 e5 c2")), "....b1/...../...../..w1../.w1...");
    EXPECT_EQ(board(play(start(), "a1 e5 d4")), "....b1/...w1./...../...../w2....");
}

TEST(SightRules, GiveTheSourceNothingAndLetItHideWhatLiesBehind) {
    const Position before = draw({"b1....",  //
                                  ".....",   //
                                  ".....",   //
                                  "....b1",  //
                                  "w1.w2.."},
                                 "first 1");
    EXPECT_EQ(board(play(before, "c1-d1")), "b1..../...../...../....b1/w1.w1w1.");
}

TEST(SightRules, GrowStacksToo) {
    const Position before = draw({"b1....",  //
                                  "....b1",  //
                                  ".....",   //
                                  ".....",   //
                                  "w2...w2"},
                                 "first 1");
    EXPECT_EQ(board(play(before, "a1-b1")), "b1..../....b1/...../...../w1w1..w3");
}

TEST(SightRules, RefuseAPlacementOnATakenPoint) {
    expect_refused(play(start(), "c3"), "c3", "3.2", {"c3"}, "a piece on c3 already");
}

TEST(SightRules, RefuseToMoveWithoutAStack) {
    expect_refused(start(), "a1-a2", "3.2", {"a1"}, "You own no stack, so you must place");
    expect_refused(play(start(), "a1 c3"), "a1-a2", "3.2", {"a1"}, "You own no stack, so you must place");
}

TEST(SightRules, RefuseEveryWrongMoveWhileAStackIsOwned) {
    const Position position = play(start(), "d5 c1 c5 a4");
    expect_refused(position, "a1", "3.3", {"d5"}, "You own a stack, so you must move one");
    expect_refused(position, "c1", "3.3", {"d5"}, "You own a stack, so you must move one");
    expect_refused(position, "a1-a2", "3.3", {"a1"}, "no stack on a1");
    expect_refused(position, "c1-c2", "3.3", {"c1"}, "c1 are not yours");
    expect_refused(position, "c5-c4", "3.3", {"c5"}, "c5 is a single");
    expect_refused(position, "d5-d5", "3.3", {"d5"}, "must leave d5");
    expect_refused(position, "d5-e4", "1.2", {"d5", "e4"}, "d5 and e4 are not neighbours joined by a line");
    expect_refused(position, "d5-d3", "1.2", {"d5", "d3"}, "d5 and d3 are not neighbours joined by a line");
    expect_refused(position, "d5-c5", "3.3", {"d5", "c5"}, "a piece on c5 already");
}

TEST(SightRules, RefuseAStackThatIsNotAmongTheTallestThatCanMove) {
    const std::vector<std::string> rows{".b1.b1w1",  //
                                        "b1...b1",   //
                                        "..w1..",    //
                                        ".....",     //
                                        "w3...w2"};
    for (const char* variant : {"standard", "strict"}) {
        const Position position = draw(rows, "first 1", variant);
        EXPECT_THAT(position.legal_moves(), ElementsAre("a1-a2", "a1-b1", "a1-b2"));
        expect_refused(position, "e1-d1", "3.3", {"e1"},
                       "e1 is not among your tallest stacks that can move: a1.");
    }
}

TEST(SightRules, RefuseATallestStackThatIsShutInAndAllowTheNext) {
    const std::vector<std::string> rows{"....w1",   //
                                        "....b1",   //
                                        "..w1..",   //
                                        "b1b1...",  //
                                        "w3b1..w2"};
    const Position position = draw(rows, "first 1");
    EXPECT_THAT(position.legal_moves(), ElementsAre("e1-d1", "e1-d2", "e1-e2"));
    expect_refused(position, "a1-a2", "3.3", {"a1", "a2"}, "a piece on a2 already");
    expect_lost(draw(rows, "first 1 second no_moves", "strict"), Side::first);
}

TEST(SightRules, RefuseAPointOffTheBoardAsIllegal) {
    expect_refused(start(), "f1", "1.1", {}, "f1 is not on this board");
    expect_refused(start(), "a6", "1.1", {}, "a6 is not on this board: the points go from a1 to e5");
    expect_refused(play(start(), "d5 c1 c5 a4"), "d5-d6", "1.1", {}, "d6 is not on this board");
    expect_refused(start("9x9"), "a10", "1.1", {}, "from a1 to i9");
}

TEST(SightRules, CallATextThatIsNoMoveUnreadable) {
    for (const char* text : {"", "c", "3", "c3-", "c3-d", "c3d4", "c3xd4", "C3", "c3 ", " c3", "c3-d4-e5",
                             "c03", "c0", "c3=K", "pass", "c123", "c3\n", "\xc3\xa9"}) {
        const auto next = start().after(text);
        ASSERT_FALSE(next) << text;
        EXPECT_EQ(next.error().kind, Refusal::Kind::unreadable) << text;
        EXPECT_THAT(next.error().reason, HasSubstr("c3-d4")) << text;
        EXPECT_THAT(next.error().rule, IsEmpty()) << text;
    }
}

TEST(SightRules, RefuseEveryMoveAfterTheEnd) {
    expect_refused(play(start(), "d1 e1 d2 c1"), "a1", "4", {}, "over");
}

TEST(SightRules, ValueAPositionByTheFreedomOfBothSides) {
    EXPECT_EQ(start().evaluate(Side::first), 0);
    // White's only stack has two ways to go; black has no stack and 21 empty points.
    const Position position = play(start(), "d5 c1 c5 a4");
    EXPECT_EQ(position.evaluate(Side::first), 2 - 21);
    EXPECT_EQ(position.evaluate(Side::second), 21 - 2);
}

}  // namespace
}  // namespace pentad::engine
