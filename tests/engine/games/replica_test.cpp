#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drawing.hpp"

namespace pentad::engine {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::StartsWith;

const Game& replica() { return *find_game("replica"); }

Position drawn(const std::string& drawing, const std::string& rest, const std::string& variant = "") {
    return draw(replica(), options_of(replica(), variant), drawing, rest);
}

TEST(Replica, SaysWhoDesignedItAndWhatCanBeChosen) {
    const GameInfo& info = replica().info();
    EXPECT_EQ(info.name, "Replica");
    EXPECT_EQ(info.credit.designer, "Alek Erickson");
    EXPECT_EQ(info.credit.year, "2024");
    EXPECT_THAT(info.sides, ElementsAre("White", "Black"));
    EXPECT_FALSE(info.draw_offers);
    EXPECT_EQ(replica().complete({}).value(), (Options{"8x8", "standard"}));
    EXPECT_EQ(replica().complete({"8x8", "forward"}).value(), (Options{"8x8", "forward"}));
    EXPECT_FALSE(replica().complete({"9x9", ""}));
    EXPECT_THAT(info.rules_text.at("en"), StartsWith("# Replica\n"));
}

TEST(Replica, MarksTheCornersThatKingsWantToReach) {
    const Board board = replica().board(options_of(replica()));
    EXPECT_EQ(board.columns, 8);
    EXPECT_EQ(board.rows, 8);
    std::vector<std::string> marks;
    for (const Mark& mark : board.marks) marks.push_back(mark.at + " " + mark.kind + " " + name(*mark.side));
    EXPECT_THAT(marks, ElementsAre("h8 goal first", "h8 home second", "a1 goal second", "a1 home first"));
}

TEST(Replica, CountsTheMovesOfEveryLineFromTheStart) {
    EXPECT_THAT(perft_table(start(replica()), 4), ElementsAre(43, 1849, 79464, 3415068));
    EXPECT_THAT(perft_table(start(replica(), "forward"), 4), ElementsAre(43, 1849, 78561, 3337893));
}

TEST(Replica, StartsWithTwelvePiecesInAnL) {
    const Position position = start(replica());
    EXPECT_EQ(position.encode(), rows(R"(
        ....MMMK
        ....MMMM
        ......MM
        ......MM
        mm......
        mm......
        mmmm....
        kmmm....)") + " first 1");
    const auto pieces = position.pieces();
    ASSERT_EQ(pieces.size(), 24u);
    EXPECT_EQ(pieces[0].square, "a1");
    EXPECT_EQ(pieces[0].kind, "king");
    EXPECT_EQ(pieces[0].side, Side::first);
    EXPECT_EQ(pieces[1].square, "b1");
    EXPECT_EQ(pieces[1].kind, "man");
    EXPECT_EQ(pieces[1].count, 1);
    EXPECT_EQ(pieces[23].square, "h8");
    EXPECT_EQ(pieces[23].kind, "king");
    EXPECT_EQ(pieces[23].side, Side::second);
    int transformations = 0;
    for (const std::string& move : position.legal_moves()) transformations += move.ends_with("=K");
    EXPECT_EQ(transformations, 7);
}

TEST(Replica, StepsAndJumpsForwardToTheFirstSquareWithoutAPieceOfOnesOwn) {
    const Position position = drawn(R"(
        .......K
        ........
        ....M...
        ........
        ..mm....
        ..m.....
        .m......
        k.......)",
                                    "first 1");
    for (const char* move : {"c3-d3", "b2-c2", "c4-c5", "d4-d5", "b2-b3"})
        EXPECT_TRUE(allows(position, move)) << move;
    EXPECT_TRUE(allows(position, "c3-c5")) << "over c4";
    EXPECT_TRUE(allows(position, "c4-e4")) << "over d4";
    EXPECT_TRUE(allows(position, "a1-e5")) << "over b2, c3 and d4";
    EXPECT_FALSE(allows(position, "a1-d4")) << "not onto one's own";
    EXPECT_FALSE(allows(position, "b2-b4")) << "not over an empty square";
    EXPECT_TRUE(allows(position, "c3-e5")) << "over d4, not as far as e6";
}

TEST(Replica, BlackGoesDownAndToTheLeft) {
    const Position position = drawn(R"(
        .......K
        ......M.
        ........
        ...M....
        ........
        ........
        .m......
        k.......)",
                                    "second 1");
    std::vector<std::string> of_d5;
    for (const std::string& move : position.legal_moves())
        if (move.starts_with("d5")) of_d5.push_back(move);
    EXPECT_THAT(of_d5, ElementsAre("d5-c4", "d5-c5", "d5-d4"));
    EXPECT_THAT(refusal(position, "d5-d6"), StartsWith("3.2 d5 d6: d6 is not forward of d5"));
}

TEST(Replica, CapturesByReplacement) {
    const Position position = play(start(replica()), "b2=K g6-f5 d1-d3 f5-e4");
    EXPECT_TRUE(allows(position, "b1xe4")) << "a jump over two men";
    const Position after = play(position, "b1xe4");
    EXPECT_EQ(after.pieces().size(), 23u);
    EXPECT_EQ(outcome_of(after), "goes on");
}

TEST(Replica, TransformsMenThatAKingSeesThroughEmptySquaresAndFriends) {
    const Position position = drawn(R"(
        .......K
        ........
        m..m....
        ........
        M.......
        ........
        .....m..
        k.mm.m..)",
                                    "first 1");
    EXPECT_TRUE(allows(position, "c1=K"));
    EXPECT_TRUE(allows(position, "d1=K")) << "a friend does not block";
    EXPECT_TRUE(allows(position, "f1=K"));
    EXPECT_FALSE(allows(position, "a6=K")) << "an enemy does";
    EXPECT_FALSE(allows(position, "d6=K"));
    EXPECT_FALSE(allows(position, "f2=K"));
    EXPECT_EQ(refusal(position, "a6=K"), "3.6 a6: None of your kings sees a6.");
    EXPECT_EQ(refusal(position, "a1=K"), "3.5 a1: a1 is a king already.");
    EXPECT_EQ(refusal(position, "b3=K"), "3.2 b3: b3 is empty.");
    EXPECT_EQ(refusal(position, "a4=K"), "3.2 a4: a4 is not your piece.");
}

TEST(Replica, LooksInAllDirectionsButOnlyForwardInTheVariant) {
    for (const char* variant : {"standard", "forward"}) {
        const Position position = play(start(replica(), variant), "a1-e1 g6-f6");
        for (const char* move : {"b1=K", "b4=K", "c1=K"})
            EXPECT_EQ(allows(position, move), std::string(variant) == "standard") << variant << move;
    }
    const std::string drawing = R"(
        .......K
        ........
        .m.m.m..
        ........
        .m.k.m..
        ........
        .m.m.m..
        ........)";
    EXPECT_EQ(drawn(drawing, "first 1").legal_moves().size(), 27u + 8u);
    const Position forward = drawn(drawing, "first 1", "forward");
    EXPECT_EQ(forward.legal_moves().size(), 27u + 3u);
    for (const char* move : {"d6=K", "f6=K", "f4=K"}) EXPECT_TRUE(allows(forward, move)) << move;
    EXPECT_EQ(refusal(forward, "b2=K"), "6.2 b2: None of your kings sees b2 looking forward.");
}

TEST(Replica, BlackKingsOfTheVariantLookDownAndLeft) {
    const Position position = drawn(R"(
        ........
        .M.M.M..
        ........
        .M.K.M..
        ........
        .M.M.M..
        ........
        k.......)",
                                    "second 1", "forward");
    for (const char* move : {"b5=K", "b3=K", "d3=K"}) EXPECT_TRUE(allows(position, move)) << move;
    for (const char* move : {"b7=K", "d7=K", "f7=K", "f5=K", "f3=K"})
        EXPECT_FALSE(allows(position, move)) << move;
}

TEST(Replica, RefusesWithTheRuleAndTheSquares) {
    const Position position = start(replica());
    EXPECT_EQ(refusal(position, "z9-a1"), "1.1 z9: z9 is off the board, which ends at h8.");
    EXPECT_EQ(refusal(position, "a4-a10"), "1.1 a10: a10 is off the board, which ends at h8.");
    EXPECT_EQ(refusal(position, "i1=K"), "1.1 i1: i1 is off the board, which ends at h8.");
    EXPECT_EQ(refusal(position, "d5-d6"), "3.2 d5: d5 is empty.");
    EXPECT_EQ(refusal(position, "g6-f6"), "3.2 g6: g6 is not your piece.");
    EXPECT_EQ(refusal(position, "b4-b4"), "3.2 b4: A piece that moves leaves its square, b4.");
    EXPECT_EQ(
        refusal(position, "b4-c6"),
        "3.2 b4 c6: No straight line leads from b4 to c6: White moves up, right or diagonally up and right.");
    EXPECT_EQ(refusal(position, "d2-e1"),
              "3.2 d2 e1: e1 is not forward of d2: White moves up, right or diagonally up and right.");
    EXPECT_EQ(refusal(position, "b1-b3"),
              "3.3 b1 b3 b5: b3 holds your own piece: a step or jump up from b1 ends on b5, the first square "
              "without "
              "a piece of yours.");
    EXPECT_EQ(refusal(position, "d2-f2"),
              "3.3 d2 f2 e2: f2 is too far: a step or jump to the right from d2 ends on e2, the first square "
              "without "
              "a piece of yours.");
    EXPECT_EQ(refusal(position, "a4xa5"), "5.1 a5: a5 is empty, so nothing is captured: write a4-a5.");
    EXPECT_EQ(refusal(position, "a4-a5"), "accepted");

    const Position edge = drawn(R"(
        .......K
        ........
        ........
        ........
        .......m
        ......m.
        ........
        k.......)",
                                "first 1");
    EXPECT_EQ(refusal(edge, "g3-h4"),
              "3.3 g3 h4: From g3 your own pieces stand all the way up and to the right to the edge, so "
              "there is no "
              "square to land on.");
    EXPECT_EQ(refusal(edge, "a1xh8"),
              "3.3 a1 h8 b2: h8 is too far: a step or jump up and to the right from a1 ends on b2, the first "
              "square "
              "without a piece of yours.");

    const Position capture = play(start(replica()), "b2=K g6-f5 d1-d3 f5-e4");
    EXPECT_EQ(refusal(capture, "b1-e4"), "5.1 e4: An enemy piece stands on e4: write b1xe4 to capture it.");
}

TEST(Replica, TellsUnreadableTextFromIllegalMoves) {
    const Position position = start(replica());
    for (const char* text :
         {"",       "a4",    "a4a5", "a4-",   "a4-a", "-a5", "a4 - a5", "a4-a5 ", "A4-A5", "a0-a1",
          "a04-a5", "a4*a5", "b2=k", "b2=KK", "b2=Q", "=K",  "a4-a5=K", "a4--a5", "pass",  "a4-a5-a6"})
        EXPECT_EQ(refusal(position, text), "unreadable: A move is written like a4-a5, a4xa5 or b2=K.")
            << text;
    EXPECT_EQ(refusal(position, std::string_view("a4-a5\0", 6)),
              "unreadable: A move is written like a4-a5, a4xa5 or b2=K.");
}

TEST(Replica, IsWonByCapturingAnyKing) {
    const Position position = drawn(R"(
        .......K
        ........
        ...K....
        ..m.....
        ........
        ........
        ........
        k.......)",
                                    "first 1");
    const Position after = play(position, "c5xd6");
    EXPECT_EQ(outcome_of(after), "first king_captured");
    EXPECT_EQ(after.to_move(), Side::second);
    EXPECT_TRUE(after.legal_moves().empty());
    EXPECT_EQ(after.perft(1), 0u);
    EXPECT_EQ(refusal(after, "h8-h7"), "4: The game is over.");
    EXPECT_EQ(after.evaluate(Side::first), 60);
    EXPECT_EQ(after.evaluate(Side::second), -60);
}

TEST(Replica, IsWonByAKingInTheFarCorner) {
    const Position position = drawn(R"(
        ........
        ......k.
        ........
        ........
        ...K....
        ........
        ........
        ........)",
                                    "first 1");
    EXPECT_EQ(outcome_of(play(position, "g7-h8")), "first king_in_corner");
    const Position black = drawn(R"(
        ........
        ........
        ........
        k.......
        ........
        ........
        ........
        ..MK....)",
                                 "second 1");
    EXPECT_EQ(outcome_of(play(black, "d1-b1 a5-a6 b1-a1")), "second king_in_corner");
}

TEST(Replica, AManInTheCornerWinsOnlyWhenHeIsTransformed) {
    const Position position = drawn(R"(
        .......m
        ........
        ........
        ...K....
        ........
        ........
        ........
        .......k)",
                                    "first 1");
    EXPECT_EQ(outcome_of(position), "goes on");
    EXPECT_EQ(outcome_of(play(position, "h8=K")), "first king_in_corner");

    const Position long_game = play(start(replica()),
                                    "c2-c3 h6-h4 b1=K g7=K b2=K f8-f6 a3-a5 h8-e5 b2-b5 f6-f5 a2-c4 e8=K "
                                    "b3-d3 h7-e4 c4=K g6xd3 a5=K g5=K "
                                    "b5-c5 f5-c2 d1-e1 e4-e3 b4-b5 g8=K a1-d1 g5-f4 d1-e2 f4xd2 b1xc2 h5-g4 "
                                    "c3xd3 e3xc1 e2-e3 c1-b1 a4-c6 "
                                    "h4-g3 e3-e4 d2-c1 b5=K b1-a1 c6-d6");
    EXPECT_EQ(outcome_of(long_game), "goes on");
    ASSERT_TRUE(allows(long_game, "a1=K"));
    EXPECT_EQ(outcome_of(play(long_game, "a1=K")), "second king_in_corner");
}

TEST(Replica, AKingTakenOnTheFarCornerIsACapture) {
    const Position position = drawn(R"(
        .......K
        ......k.
        ........
        ........
        ........
        ........
        ........
        ........)",
                                    "first 1");
    const Position after = play(position, "g7xh8");
    EXPECT_EQ(outcome_of(after), "first king_captured");
    const auto again = replica().decode(options_of(replica()), after.encode());
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(outcome_of(*again), "first king_captured");
}

TEST(Replica, ValuesPiecesByTheirDistanceFromTheGoalCorner) {
    const Position position = drawn(R"(
        .......K
        ........
        .....k..
        ........
        ........
        ........
        .M......
        m.......)",
                                    "first 1");
    // White: f6 is 4 steps from h8, a1 14 steps. Black: b2 is 2 steps from a1, h8 14 steps.
    // (2 + 3/5) + (2 + 3/15) for White, (2 + 3/3) + (2 + 3/15) for Black.
    EXPECT_DOUBLE_EQ(position.evaluate(Side::first), -0.4);
    EXPECT_DOUBLE_EQ(position.evaluate(Side::second), 0.4);
    EXPECT_EQ(start(replica()).evaluate(Side::first), 0);
    EXPECT_DOUBLE_EQ(play(start(replica()), "b2-b5").evaluate(Side::first), 3.0 / 10 - 3.0 / 13);
}

TEST(Replica, ReadsBackWhatItWrites) {
    for (const char* variant : {"standard", "forward"}) {
        Position position = start(replica(), variant);
        for (std::size_t ply = 0; !position.outcome(); ++ply) {
            const auto again = replica().decode(options_of(replica(), variant), position.encode());
            ASSERT_TRUE(again) << position.encode() << " " << again.error();
            EXPECT_EQ(again->encode(), position.encode());
            EXPECT_EQ(again->legal_moves(), position.legal_moves());
            const auto moves = position.legal_moves();
            position = *position.after(moves[(7 * ply) % moves.size()]);
        }
        const auto end = replica().decode(options_of(replica(), variant), position.encode());
        ASSERT_TRUE(end) << position.encode() << " " << end.error();
        EXPECT_EQ(end->outcome(), position.outcome());
    }
}

std::string why_not(const std::string& text) {
    const auto position = replica().decode(options_of(replica()), text);
    return position ? "accepted" : position.error();
}

TEST(Replica, RefusesTextsThatNoGameComesTo) {
    const std::string start_rows = "4MMMK/4MMMM/6MM/6MM/mm6/mm6/mmmm4/kmmm4";
    EXPECT_EQ(why_not(start_rows + " first 1"), "accepted");
    for (const char* rest :
         {"", " first", " first 2", " first 0", " white 1", " first 1 ", " first 1 draw repetition",
          " first 1 second king_in_corner", " first 1 second king_captured", " first 1 first home_row"})
        EXPECT_NE(why_not(start_rows + rest), "accepted") << rest;
    EXPECT_EQ(why_not("8/8/8/8 first 1"), "This board has 8 rows.");
    EXPECT_EQ(why_not("8/8/8/8/8/8/8/8/8 first 1"), "This board has 8 rows.");
    EXPECT_EQ(why_not("9/8/8/8/8/8/8/8 first 1"), "A number counts empty squares of one row.");
    EXPECT_EQ(why_not("0K7/8/8/8/8/8/8/k7 first 1"), "A number counts empty squares of one row.");
    EXPECT_EQ(why_not("7/8/8/8/8/8/8/8 first 1"), "Every row of this board has 8 squares.");
    EXPECT_EQ(why_not("mmmmmmmmm/8/8/8/8/8/8/8 first 1"), "Every row of this board has 8 squares.");
    EXPECT_EQ(why_not("7Q/8/8/8/8/8/8/k7 first 1"),
              "A board is written with the letters mkMK, numbers of empty squares and / between rows.");
    EXPECT_THAT(why_not("34K/8/8/8/8/8/8/k7 first 1"), StartsWith("A number counts"));
    EXPECT_THAT(why_not("43K/8/8/8/8/8/8/k7 first 1"), StartsWith("A number counts"));
    EXPECT_EQ(why_not("7K/8/8/8/8/8/8/8 first 1"), "The side to move has no king.");
    EXPECT_EQ(why_not("7K/8/8/8/8/8/8/8 second 1"), "The side that moved last has no king.");
    EXPECT_EQ(why_not("7K/8/8/8/8/mmmm4/mmmm4/kmmmm3 first 1"), "A side has 12 pieces at most.");
    EXPECT_EQ(why_not("7k/8/8/8/8/8/8/K7 first 1"),
              "The side to move has a king on its goal corner, so the game was over before.");
    EXPECT_THAT(why_not("7k/8/8/8/8/8/8/6K1 second 1"), StartsWith("The text does not describe a position"));
    EXPECT_EQ(why_not("7k/8/8/8/8/8/8/6K1 second 1 first king_in_corner"), "accepted");
    EXPECT_EQ(why_not("7k/8/8/8/8/8/8/6K1 second 1 first king_captured"), "accepted");
    EXPECT_EQ(why_not("7k/8/8/8/8/8/8/8 second 1 first king_captured"), "accepted");
    EXPECT_NE(why_not("7k/8/8/8/8/8/8/8 second 1 second king_captured"), "accepted");
    EXPECT_EQ(why_not("4MMMK/4MMMM/6MM/6MM/8/8/8/k7 second 1 first king_captured"),
              "No king has been captured: the loser has all his pieces.");
}

}  // namespace
}  // namespace pentad::engine
