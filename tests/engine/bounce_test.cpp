#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "engine/game.hpp"

namespace pentad::engine {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

const Game& bounce() { return *find_game("bounce"); }

Options size(const std::string& text) { return *bounce().complete({text, ""}); }

Position start(const std::string& board_size) { return bounce().initial(size(board_size)); }

Position played(Position position, const std::string& moves) {
    std::istringstream words(moves);
    for (std::string move; words >> move;) {
        const auto next = position.after(move);
        EXPECT_TRUE(next) << move << ": " << next.error().reason;
        if (!next) return position;
        position = *next;
    }
    return position;
}

/// A position from its rows, the top one first.
Position drawn(const std::string& rows, Side to_move) {
    std::string board;
    std::size_t empty = 0;
    for (char square : rows + " ") {
        if (square != '.' && empty > 0) board += std::to_string(std::exchange(empty, 0));
        if (square == '.')
            ++empty;
        else
            board += square == ' ' ? '/' : square;
    }
    board.pop_back();
    const std::string n = std::to_string(std::count(board.begin(), board.end(), '/') + 1);
    const auto position = bounce().decode(size(n + "x" + n), board + " " + name(to_move) + " 1");
    EXPECT_TRUE(position) << position.error();
    return position ? *position : start("4x4");
}

Refusal refused(const Position& position, const std::string& move) {
    const auto next = position.after(move);
    EXPECT_FALSE(next) << move;
    return next ? Refusal{} : next.error();
}

/// The size of the group on `square`, found without the engine.
int group_at(const Position& position, const std::string& square) {
    std::map<std::string, Side> board;
    for (const auto& piece : position.pieces()) board[piece.square] = piece.side;
    std::set<std::string> found{square};
    std::vector<std::string> todo{square};
    while (!todo.empty()) {
        const std::string at = todo.back();
        todo.pop_back();
        const int row = std::stoi(at.substr(1));
        for (const auto& near : {at[0] + std::to_string(row + 1), at[0] + std::to_string(row - 1),
                                 static_cast<char>(at[0] + 1) + std::to_string(row),
                                 static_cast<char>(at[0] - 1) + std::to_string(row)})
            if (board.contains(near) && board[near] == board[square] && found.insert(near).second)
                todo.push_back(near);
    }
    return static_cast<int>(found.size());
}

TEST(Bounce, FillsAllButTheCornersLikeACheckerboard) {
    EXPECT_EQ(start("8x8").encode(),
              "1BRBRBR1/BRBRBRBR/RBRBRBRB/BRBRBRBR/RBRBRBRB/BRBRBRBR/RBRBRBRB/1RBRBRB1 first 1");
    for (const auto& choice : bounce().info().sizes.values) {
        const auto pieces = start(choice.id).pieces();
        const int n = bounce().board(size(choice.id)).columns;
        EXPECT_EQ(pieces.size(), static_cast<std::size_t>(n * n - 4));
        for (const auto& piece : pieces) {
            const int column = piece.square[0] - 'a' + 1, row = std::stoi(piece.square.substr(1));
            EXPECT_EQ(piece.side, (column + row) % 2 == 1 ? Side::first : Side::second) << piece.square;
        }
    }
}

TEST(Bounce, OffersTheEvenSizesFromFourToTwenty) {
    const auto& sizes = bounce().info().sizes;
    EXPECT_EQ(sizes.default_id, "8x8");
    EXPECT_THAT(sizes.values, SizeIs(9));
    EXPECT_FALSE(bounce().complete({"7x7", ""}));
    EXPECT_FALSE(bounce().complete({"8x6", ""}));
    EXPECT_FALSE(bounce().complete({"22x22", ""}));
}

TEST(Bounce, StartsWithMovesToTheTwoCornersOnTheDiagonalOfA1) {
    const std::vector<std::tuple<std::string, std::size_t, std::string>> rows{
        {"4x4", 12, "d4"},    {"6x6", 32, "f6"},     {"8x8", 60, "h8"},
        {"10x10", 96, "j10"}, {"12x12", 140, "l12"}, {"20x20", 396, "t20"}};
    for (const auto& [board_size, count, far] : rows) {
        const auto moves = start(board_size).legal_moves();
        EXPECT_EQ(moves.size(), count);
        for (const auto& move : moves) {
            const std::string target = move.substr(move.find('-') + 1);
            EXPECT_TRUE(target == "a1" || target == far) << move;
        }
    }
}

TEST(Bounce, LetsBlueReplyToTheOtherCornersOrToTheSquareThatRedLeft) {
    for (const auto& move : played(start("8x8"), "c4-a1").legal_moves()) {
        const std::string target = move.substr(3);
        EXPECT_TRUE(target == "a8" || target == "h1" || target == "c4") << move;
    }
}

TEST(Bounce, Rule31RefusesSquaresThatAreNotOnesOwnOrNotEmpty) {
    const auto position = start("8x8");
    const auto enemy = refused(position, "c1-a1");
    EXPECT_EQ(enemy.rule, "3.1");
    EXPECT_THAT(enemy.squares, ElementsAre("c1"));
    EXPECT_EQ(enemy.reason, "The checker on c1 is not yours.");
    const auto nobody = refused(position, "h8-a1");
    EXPECT_EQ(nobody.rule, "3.1");
    EXPECT_EQ(nobody.reason, "There is no checker on h8.");
    const auto occupied = refused(position, "b1-d4");
    EXPECT_EQ(occupied.rule, "3.1");
    EXPECT_THAT(occupied.squares, ElementsAre("d4"));
    EXPECT_EQ(occupied.reason, "d4 is not empty.");
    EXPECT_EQ(refused(position, "b1-b1").rule, "3.1");
}

TEST(Bounce, Rule32RefusesAGroupThatDoesNotGrow) {
    const auto lonely = refused(start("8x8"), "d3-a8");
    EXPECT_EQ(lonely.rule, "3.2");
    EXPECT_THAT(lonely.squares, ElementsAre("d3", "a8"));
    EXPECT_EQ(lonely.reason, "The group would have 1 checker, no more than before.");
    const auto smaller = refused(drawn("RR.. ..R. BB.B ....", Side::first), "b4-d1");
    EXPECT_EQ(smaller.reason, "The group would have 1 checker, fewer than the 2 before.");
}

TEST(Bounce, Rule32CountsTheSizeAfterWithoutTheOldSquare) {
    const auto position = drawn("B..B .... B..R RR..", Side::first);
    EXPECT_THAT(position.legal_moves(), ElementsAre("d2-b2", "d2-c1"));
    EXPECT_EQ(refused(position, "a1-c1").reason, "The group would have 2 checkers, no more than before.");
    EXPECT_EQ(refused(position, "b1-c1").reason, "The group would have 1 checker, fewer than the 2 before.");
}

TEST(Bounce, Rule32CountsOnlyTheRestThatHangsTogetherWithTheTarget) {
    const auto position = drawn("B..B .... B..R RRR.", Side::first);
    EXPECT_EQ(refused(position, "b1-d1").reason, "The group would have 3 checkers, no more than before.");
    EXPECT_EQ(refused(position, "c1-d1").reason, "The group would have 2 checkers, fewer than the 3 before.");
    EXPECT_TRUE(position.after("a1-d1"));
    EXPECT_TRUE(position.after("d2-d1"));
}

TEST(Bounce, Rule32LetsAGroupFallApartWhenAnotherMakesUpForIt) {
    // The middle one of a pair of wings leaves for a group as large as its own.
    const auto position = drawn("B....B ...... ...... RRR... ...... B..RRR", Side::first);
    EXPECT_TRUE(position.after("b3-c1"));
    EXPECT_TRUE(position.after("e1-d3"));
    EXPECT_EQ(refused(position, "b3-b2").rule, "3.2");
}

TEST(Bounce, PlaysTheMoveOfTheSheetsThirdFigure) {
    const auto position =
        drawn("RRRRRRRR .RBRBBBR BBBBBBBB BBBBBRBR BBRBRRRR BRRRRRRR BBRRRBR. BBBR.BB.", Side::first);
    EXPECT_EQ(group_at(position, "h7"), 11);
    EXPECT_THAT(position.legal_moves(), Contains("h7-e1"));
    EXPECT_EQ(group_at(played(position, "h7-e1"), "e1"), 20);
}

TEST(Bounce, Rule33AllowsRemovalsOnlyWhereNoMoveExists) {
    const auto free = refused(start("8x8"), "xb1");
    EXPECT_EQ(free.rule, "3.3");
    EXPECT_THAT(free.squares, ElementsAre("b1"));
    EXPECT_EQ(free.reason, "You can move, so you may not remove.");
    const auto stuck = played(start("4x4"), "c4-a1 b2-d1 c2-b2 d1-c2");
    EXPECT_THAT(stuck.legal_moves(), ElementsAre("xa1", "xa2", "xb1", "xb2", "xb3", "xd3"));
    EXPECT_EQ(refused(stuck, "d3-d1").rule, "3.2");
    EXPECT_EQ(refused(stuck, "xc1").rule, "3.3");
    EXPECT_EQ(refused(stuck, "xc1").reason, "The checker on c1 is not yours.");
    EXPECT_EQ(refused(stuck, "xd4").reason, "There is no checker on d4.");
}

TEST(Bounce, Rule41IsWonByUnitingWithAMove) {
    const auto position =
        played(start("6x6"), "d5-a1 b2-d5 b5-f6 d2-f1 f6-b2 b4-b5 e4-b4 d6-e4 f3-d6 c1-f3 a4-c1 c3-a4");
    EXPECT_EQ(position.outcome(), (Outcome{Side::second, "one_group"}));
    EXPECT_THAT(position.legal_moves(), IsEmpty());
    EXPECT_EQ(refused(position, "a1-f6").rule, "4");
}

TEST(Bounce, Rule41IsWonByUnitingWithARemoval) {
    const auto position = played(start("4x4"), "a2-d4 d2-d1 b1-d2 a3-b1");
    EXPECT_EQ(position.outcome(), std::nullopt);
    EXPECT_EQ(played(position, "xb3").outcome(), (Outcome{Side::first, "one_group"}));
}

TEST(Bounce, Rule41CountsASingleCheckerAsOneGroup) {
    const auto position = drawn("..BR ...B B... RB..", Side::first);
    EXPECT_THAT(position.legal_moves(), ElementsAre("xa1", "xd4"));
    EXPECT_EQ(played(position, "xa1").outcome(), (Outcome{Side::first, "one_group"}));
}

TEST(Bounce, Rule5RefusesWhatIsNotAMoveAtAll) {
    for (const char* text :
         {"",      "x",      "b1",    "b1a1",   "b1-",   "-a1",   "b1-a1 ", " b1-a1",  "b1-a1-c1", "B1-A1",
          "b1xa1", "xb1-a1", "b0-a1", "b01-a1", "b1-i1", "b9-a1", "xt20",   "b1-a1\n", "b1=K",     "xx1"}) {
        const auto refusal = refused(start("8x8"), text);
        EXPECT_EQ(refusal.kind, Refusal::Kind::unreadable) << text;
        EXPECT_EQ(refusal.rule, "") << text;
        EXPECT_THAT(refusal.reason, Not(IsEmpty())) << text;
    }
}

TEST(Bounce, WeighsGroupsThenStrayCheckersThenTheSmallestGroup) {
    EXPECT_EQ(start("8x8").evaluate(Side::first), 0);
    const auto position = played(start("8x8"), "c4-a1");
    // Red: 28 groups, the largest of 3, the smallest of 1; Blue: 30 single checkers.
    const double red = 1000 * 28 + 10 * (30 - 3) + (30 - 1), blue = 1000 * 30 + 10 * (30 - 1) + (30 - 1);
    EXPECT_EQ(position.evaluate(Side::first), blue - red);
    EXPECT_EQ(position.evaluate(Side::second), red - blue);
}

TEST(Bounce, RatesAWinAboveEverything) {
    const auto won = played(start("4x4"), "a2-d4 d2-d1 b1-d2 a3-b1 xb3");
    EXPECT_GT(won.evaluate(Side::first), 1000 * 198 + 11 * 198);
    EXPECT_EQ(won.evaluate(Side::second), -won.evaluate(Side::first));
}

TEST(Bounce, GreedyUnitesWhenItCan) {
    const auto position = drawn("B..B .... B..R RRR.", Side::first);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto choice = position.choose({2, seed});
        EXPECT_EQ(played(position, choice.move).outcome(), (Outcome{Side::first, "one_group"}))
            << choice.move;
        EXPECT_EQ(choice.score, 0);
    }
}

TEST(Bounce, DecodeRefusesWhatEncodeCannotHaveWritten) {
    const auto decode = [](const std::string& text) { return bounce().decode(size("4x4"), text); };
    EXPECT_TRUE(decode("1RB1/RBRB/BRBR/1BR1 first 1"));
    for (const char* text : {"",
                             " ",
                             "first 1",
                             "1RB1/RBRB/BRBR/1BR1",
                             "1RB1/RBRB/BRBR/1BR1 first",
                             "1RB1/RBRB/BRBR/1BR1 red 1",
                             "1RB1/RBRB/BRBR/1BR1 first 0",
                             "1RB1/RBRB/BRBR/1BR1 first 2",
                             "1RB1/RBRB/BRBR/1BR1 first 01",
                             "1RB1/RBRB/BRBR/1BR1 first 1 ",
                             "1RB1/RBRB/BRBR/1BR1 first 1 second one_group",
                             "1RB1/RBRB/BRBR/1BR first 1",
                             "1RB1/RBRB/BRBR/1BR2 first 1",
                             ".RB.RBRBBRBR.BR.... first 1",
                             "1RB1/RBRB/BRBR/1BX1 first 1",
                             "1rb1/rbrb/brbr/1br1 first 1",
                             "4/1/3/1/6 first 1",
                             "4/4/4/4 first 1",
                             "R3/4/4/4 first 1",
                             "RRRR/RRR1/4/B2B second 1",  // seven red checkers
                             "RR2/4/B2B/4 first 1",       // red has won before
                             "RR2/4/B2B/4 second 1",      // over, but not said
                             "RR2/4/B2B/4 second 1 second one_group",
                             "RR2/4/B2B/4 second 1 draw one_group",
                             "RR2/4/B2B/4 second 1 first no_moves"}) {
        const auto position = decode(text);
        ASSERT_FALSE(position) << text;
        EXPECT_THAT(position.error(), Not(IsEmpty()));
    }
    EXPECT_TRUE(decode("RR2/4/B2B/4 second 1 first one_group"));
}

TEST(Bounce, NamesItsDesignerAndSides) {
    const auto& info = bounce().info();
    EXPECT_EQ(info.credit.designer, "Mark Steere");
    EXPECT_THAT(info.sides, ElementsAre("Red", "Blue"));
    EXPECT_FALSE(info.draw_offers);
    EXPECT_THAT(info.rules_text.at("en"), StartsWith("# Bounce"));
}

}  // namespace
}  // namespace pentad::engine
