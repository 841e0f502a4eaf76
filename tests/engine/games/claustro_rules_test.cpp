#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "engine/game.hpp"

namespace pentad::engine {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const Game& claustro() { return *find_game("claustro"); }

Options options(const std::string& size = "", const std::string& variant = "") {
    return claustro().complete({size, variant}).value();
}

Position start(const std::string& size = "", const std::string& variant = "") {
    return claustro().initial(options(size, variant));
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

/// A 5x5 position from its rows, top row first.
Position draw(const std::vector<std::string>& rows, const std::string& rest,
              const std::string& variant = "") {
    std::string text;
    for (const std::string& row : rows) text += (text.empty() ? "" : "/") + row;
    const auto position = claustro().decode(options("", variant), text + " " + rest);
    if (!position) ADD_FAILURE() << position.error();
    return position.value_or(start());
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

void expect_won(const Position& position, Side winner, std::string_view reason) {
    EXPECT_EQ(position.outcome(), (Outcome{winner, reason})) << position.encode();
    EXPECT_THAT(position.legal_moves(), IsEmpty());
    EXPECT_EQ(position.perft(1), 0U);
    EXPECT_EQ(position.evaluate(winner), 1000);
    EXPECT_EQ(position.evaluate(other(winner)), -1000);
}

/// Green may capture on b5 from here.
Position face_to_face(const std::string& variant = "") { return play(start("", variant), "a3-a4 c5-b5"); }

TEST(ClaustroRules, CountAsManyLinesOfPlayAsTheTable) {
    const auto expect = [](const std::string& size, const std::string& variant,
                           const std::vector<std::uint64_t>& counts) {
        const Position position = start(size, variant);
        for (std::size_t depth = 1; depth <= counts.size(); ++depth)
            EXPECT_EQ(position.perft(static_cast<int>(depth)), counts[depth - 1])
                << size << " " << variant << " " << depth;
    };
    expect("5x5", "standard", {6, 36, 284, 3356, 52436, 1042840, 23799826});
    expect("5x5", "original", {6, 36, 280, 3112, 43544});
    expect("5x5", "open_goals", {6, 36, 292, 3688, 61270, 1299654});
    expect("6x5", "standard", {7, 49, 439, 5649, 100085, 2315993});
    expect("8x8", "standard", {12, 144, 2060, 38618, 1107668});
}

TEST(ClaustroRules, SetUpTwoRowsOfPawnsBesideEachHome) {
    EXPECT_EQ(start().encode(), "#.bb./....b/g...b/g..../.gg.# first 1");
    EXPECT_EQ(start("7x5").encode(), "#.bbbb./......b/g.....b/g....../.gggg.# first 1");
    EXPECT_EQ(start("5x7").encode(), "#.bb./....b/g...b/g...b/g...b/g..../.gg.# first 1");
    EXPECT_EQ(start("12x12").pieces().size(), 36U);
}

TEST(ClaustroRules, StepOneSquareTowardsTheGoal) {
    EXPECT_THAT(start().legal_moves(), ElementsAre("a2-b2", "a3-a4", "a3-b3", "b1-b2", "c1-c2", "c1-d1"));
    EXPECT_THAT(play(start(), "a3-a4").legal_moves(),
                ElementsAre("c5-b5", "c5-c4", "d5-d4", "e3-d3", "e3-e2", "e4-d4"));
}

TEST(ClaustroRules, PutTheCapturedPawnBackAlsoWhereTheCapturerCameFrom) {
    EXPECT_THAT(face_to_face().legal_moves(), Contains("a4xb5@a4"));
    EXPECT_THAT(face_to_face("open_goals").legal_moves(), Contains("a4xb5@a4"));
    EXPECT_THAT(face_to_face("original").legal_moves(), Not(Contains("a4xb5@a4")));
    expect_refused(face_to_face("original"), "a4xb5@a4", "6.2", {"a4"}, "just left");
    EXPECT_EQ(play(face_to_face(), "a4xb5@c3").encode(), "#g.b./....b/..b.b/g..../.gg.# second 1");
}

TEST(ClaustroRules, CaptureInAllFourDiagonalDirections) {
    const Position position = draw({"#....",  //
                                    ".b.b.",  //
                                    "g.g..",  //
                                    ".b.bg",  //
                                    ".g..#"},
                                   "first 1");
    std::set<std::string> captures;
    for (const std::string& move : position.legal_moves())
        if (move.find('x') != std::string::npos) captures.insert(move.substr(0, move.find('@')));
    EXPECT_THAT(captures, ElementsAre("a3xb2", "a3xb4", "c3xb2", "c3xb4", "c3xd2", "c3xd4"));
}

TEST(ClaustroRules, WinByEnteringTheGoalEvenIfTheOtherSidePutThePawnBesideIt) {
    expect_won(play(start(), "c1-d1 d5-d4 d1-d2 e3xd2@d5 d5-e5"), Side::first, "goal");
}

TEST(ClaustroRules, LetTheSideWinThatCanNeitherStepNorCapture) {
    expect_won(
        play(start(),
             "a3-b3 e3-d3 a2-b2 d3-c3 b2xc3@a2 a2xb1@d4 d4xc5@a4 a4xb3@e3 c1-c2 b1xc2@e2 c3-c4 b3xc4@d4"),
        Side::first, "cannot_act");
}

TEST(ClaustroRules, LookAtTheGoalBeforeTheShutInSide) {
    const Position position = draw({"#....",  //
                                    "b...g",  //
                                    "b..g.",  //
                                    "g....",  //
                                    ".gbb#"},
                                   "first 1");
    expect_won(play(position, "e4-e5"), Side::first, "goal");
    expect_won(play(position, "d3-d4"), Side::second, "cannot_act");
}

TEST(ClaustroRules, LetTheFourthOccurrenceWinForTheSideThatJustMoved) {
    // Each capture puts the captured pawn where the capturer stood; two of them restore the position.
    const std::string exchange = "a4xb5@a4 a4xb5@a4 ";
    for (const char* variant : {"standard", "open_goals"}) {
        const Position first = face_to_face(variant);
        const Position third = play(first, exchange + exchange);
        EXPECT_EQ(third.encode(), "#b.b./g...b/....b/g..../.gg.# first 3");
        const Position before = play(third, "a4xb5@a4");
        EXPECT_FALSE(before.outcome());
        EXPECT_THAT(before.legal_moves(), Contains("a4xb5@a4"));
        const Position fourth = play(before, "a4xb5@a4");
        EXPECT_EQ(fourth.encode(), "#b.b./g...b/....b/g..../.gg.# first 4 second repetition");
        expect_won(fourth, Side::second, "repetition");
        // One of the moves after `before` ends the game, so the lines below it count nothing.
        std::uint64_t below = 0;
        for (const std::string& move : before.legal_moves()) below += before.after(move)->perft(1);
        EXPECT_EQ(before.perft(2), below);
    }
}

TEST(ClaustroRules, CountOccurrencesOnFromADecodedPosition) {
    const Position third = draw({"#b.b.", "g...b", "....b", "g....", ".gg.#"}, "first 3");
    EXPECT_FALSE(third.outcome());
    expect_won(play(third, "a4xb5@a4 a4xb5@a4"), Side::second, "repetition");
}

TEST(ClaustroRules, LetThreeEqualDirectionsOfBothSidesWinInOriginal) {
    const std::string line = "c1-d1 c5-b5 b1-c1 d5-c5 a2-b2 ";
    const Position fifth = play(start("", "original"), line);
    EXPECT_FALSE(fifth.outcome());
    expect_won(play(fifth, "e4-d4"), Side::second, "repetition");
    EXPECT_FALSE(play(fifth, "e3-e2").outcome());
    EXPECT_FALSE(play(start(), line + "e4-d4").outcome());
    expect_won(play(fifth, "e3-d3"), Side::second, "repetition");
}

TEST(ClaustroRules, StartCountingDirectionsAgainAfterAnotherOneInOriginal) {
    const Position position =
        play(start("7x7", "original"), "e1-f1 c7-b7 d1-e1 d7-c7 c1-c2 e7-d7 b1-c1 f7-e7");
    EXPECT_FALSE(position.outcome());
    EXPECT_THAT(position.encode(), HasSubstr(";e1;w3 first 1"));
    EXPECT_FALSE(play(position, "c1-d1 g6-f6").outcome());
    expect_won(play(position, "c1-d1 g6-f6 c2-d2"), Side::first, "repetition");
}

TEST(ClaustroRules, KeepCapturedPawnsOffTheGoalsExceptInOpenGoals) {
    for (const char* variant : {"standard", "original"}) {
        expect_refused(face_to_face(variant), "a4xb5@e5", "3.4", {"e5"},
                       "e5 is a goal; captured pawns may not be put there");
        expect_refused(face_to_face(variant), "a4xb5@a1", "3.4", {"a1"}, "a1 is a goal");
    }
    EXPECT_THAT(face_to_face("open_goals").legal_moves(), Contains("a4xb5@e5"));
    EXPECT_THAT(face_to_face("open_goals").legal_moves(), Contains("a4xb5@a1"));
}

TEST(ClaustroRules, DoNotLetAPawnWinThatIsPutOnItsGoal) {
    const Position position = play(face_to_face("open_goals"), "a4xb5@a1");
    EXPECT_FALSE(position.outcome());
    EXPECT_THAT(position.legal_moves(), Contains("d5-c5"));
    // b5 is three steps from e5 and a1 counts like a neighbour of the goal; the other pawns are level.
    EXPECT_NEAR(position.evaluate(Side::first), 1.0 / 3 - 1, 1e-12);
    EXPECT_NEAR(position.evaluate(Side::second), 1 - 1.0 / 3, 1e-12);
}

TEST(ClaustroRules, LetAPawnWinThatEntersItsGoalByACapture) {
    const Position position = draw({"#b..b",  //
                                    "...gb",  //
                                    "....b",  //
                                    "g....",  //
                                    ".gg.#"},
                                   "first 1", "open_goals");
    expect_won(play(position, "d4xe5@a1"), Side::first, "goal");
    EXPECT_THAT(play(position, "d4xe5@d4").encode(), HasSubstr("second 1 first goal"));
}

TEST(ClaustroRules, RefuseSquaresThatAreNotOnTheBoard) {
    expect_refused(start(), "f1-f2", "1.1", {}, "f1 is not on this board of 5 columns and 5 rows");
    expect_refused(start(), "a3-a6", "1.1", {}, "a6 is not on this board");
    expect_refused(face_to_face(), "a4xb5@h10", "1.1", {}, "h10 is not on this board");
    expect_refused(start(), "a5-b5", "1.2", {"a5"}, "a5 is a closed corner");
    expect_refused(play(start(), "c1-d1 c5-b5"), "d1-e1", "1.2", {"e1"}, "e1 is a closed corner");
    expect_refused(face_to_face(), "a4-a5", "1.2", {"a5"}, "a5 is a closed corner");
    expect_refused(face_to_face(), "a4xb5@a5", "1.2", {"a5"}, "a5 is a closed corner");
    expect_refused(start("12x5"), "a3-a6", "1.1", {}, "12 columns and 5 rows");
    EXPECT_TRUE(start("12x12").after("j1-k1"));
    EXPECT_TRUE(start("12x12").after("a10-a11"));
}

TEST(ClaustroRules, RefuseToMoveWhatIsNotOnesOwn) {
    expect_refused(start(), "b2-b3", "3.1", {"b2"}, "no pawn on b2");
    expect_refused(start(), "d5-d4", "3.1", {"d5"}, "The pawn on d5 is Blue's; it is Green's turn");
    expect_refused(play(start(), "a3-a4"), "b1-b2", "3.1", {"b1"}, "The pawn on b1 is Green's");
    expect_refused(face_to_face(), "b5xa4@c3", "3.1", {"b5"}, "The pawn on b5 is Blue's");
    expect_refused(face_to_face(), "c3xd4@c3", "3.1", {"c3"}, "no pawn on c3");
}

TEST(ClaustroRules, RefuseEveryWrongStep) {
    expect_refused(start(), "b1-b1", "3.2", {"b1"}, "must leave its square");
    expect_refused(start(), "b1-b3", "3.2", {"b1", "b3"}, "b1 to b3 is further than one square");
    expect_refused(start(), "b1-d2", "3.2", {"b1", "d2"}, "further than one square");
    expect_refused(start(), "b1-c2", "3.2", {"b1", "c2"}, "diagonally only to capture");
    expect_refused(start(), "b1-a2", "3.2", {"b1", "a2"}, "diagonally only to capture");
    expect_refused(start(), "b1-a1", "3.2", {"b1", "a1"}, "Green's pawns step only right or up");
    expect_refused(start(), "a2-a1", "3.2", {"a2", "a1"}, "Green's pawns step only right or up");
    expect_refused(start(), "b1-c1", "3.2", {"b1", "c1"}, "a pawn on c1 already");
    expect_refused(play(start(), "a3-a4"), "d5-e5", "3.2", {"d5", "e5"},
                   "Blue's pawns step only left or down");
    expect_refused(face_to_face(), "a4-b5", "3.4", {"a4", "b5"}, "a4xb5@");
}

TEST(ClaustroRules, RefuseEveryWrongCapture) {
    const Position position = face_to_face();
    expect_refused(position, "a4xb4@c3", "3.3", {"a4", "b4"}, "b4 is not diagonally next to a4");
    expect_refused(position, "a4xd5@c3", "3.3", {"a4", "d5"}, "d5 is not diagonally next to a4");
    expect_refused(position, "a4xb3@c3", "3.3", {"a4", "b3"}, "no pawn on b3 to capture");
    expect_refused(position, "a2xb1@c3", "3.3", {"a2", "b1"}, "The pawn on b1 is your own");
    expect_refused(position, "a4xb5@b5", "3.4", {"b5"}, "Your capturing pawn stands on b5 now");
    expect_refused(position, "a4xb5@d5", "3.4", {"d5"}, "a pawn on d5 already");
    expect_refused(position, "a4xb5@b1", "3.4", {"b1"}, "a pawn on b1 already");
}

TEST(ClaustroRules, CallATextThatIsNoMoveUnreadable) {
    for (const char* text :
         {"",       "a",      "a3",          "a3-",      "a3a4",    "a3-a4-", "a3-a4@b2",
          "a4xb5",  "a4xb5@", "a4xb5c3",     "a4-b5@c3", "A3-A4",   "a3-a4 ", " a3-a4",
          "a03-a4", "a0-a1",  "a4xb5@c3@d3", "a4*b5@c3", "a3-a123", "pass",   "\xc3\xa9"}) {
        const auto next = start().after(text);
        ASSERT_FALSE(next) << text;
        EXPECT_EQ(next.error().kind, Refusal::Kind::unreadable) << text;
        EXPECT_THAT(next.error().reason, HasSubstr("b2xc3@e4")) << text;
    }
}

TEST(ClaustroRules, RefuseEveryMoveAfterTheEnd) {
    expect_refused(play(start(), "c1-d1 d5-d4 d1-d2 e3xd2@d5 d5-e5"), "d4-d3", "4", {}, "over");
}

TEST(ClaustroRules, ValueAPositionByTheDistancesToTheGoals) {
    EXPECT_EQ(start().evaluate(Side::first), 0);
    // a4 is five steps from e5, where a3 was six away.
    EXPECT_NEAR(play(start(), "a3-a4").evaluate(Side::first), 1.0 / 5 - 1.0 / 6, 1e-12);
    EXPECT_NEAR(play(start(), "a3-a4").evaluate(Side::second), 1.0 / 6 - 1.0 / 5, 1e-12);
}

TEST(ClaustroRules, LetTheGreedyPlayerCaptureAndPutThePawnFarFromItsGoal) {
    std::set<std::string> chosen;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Choice choice = face_to_face().choose({2, seed});
        EXPECT_NEAR(choice.score, 0.9 / 3 + 0.1, 1e-12);
        chosen.insert(choice.move);
    }
    EXPECT_THAT(chosen, ElementsAre("a4xb5@c5", "a4xb5@d4"));
}

TEST(ClaustroRules, LetTheGreedyPlayerWinWhereItCan) {
    const Position position = draw({"#....",  //
                                    "...bg",  //
                                    "..gb.",  //
                                    "g.b..",  //
                                    ".gb.#"},
                                   "first 1");
    EXPECT_EQ(position.choose({2, 1}).move, "e4-e5");
    EXPECT_EQ(position.choose({2, 1}).score, 1000);
    EXPECT_EQ(position.choose({3, 1}).move, "e4-e5");
}

}  // namespace
}  // namespace pentad::engine
