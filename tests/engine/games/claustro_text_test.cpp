#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/game.hpp"

namespace pentad::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Game& claustro() { return *find_game("claustro"); }
Options options(const std::string& size = "", const std::string& variant = "") {
    return claustro().complete({size, variant}).value();
}

TEST(ClaustroText, DescribesTheGameForClients) {
    const GameInfo& info = claustro().info();
    EXPECT_EQ(info.name, "Claustro");
    EXPECT_EQ(info.credit.designer, "Federico Latini");
    EXPECT_EQ(info.credit.year, "2023");
    EXPECT_THAT(info.credit.note, HasSubstr("write to him first"));
    EXPECT_EQ(info.sides, (std::array<std::string, 2>{"Green", "Blue"}));
    EXPECT_EQ(info.sizes.default_id, "5x5");
    EXPECT_EQ(info.sizes.values.size(), 64U);
    EXPECT_EQ(info.variants.values.size(), 3U);
    EXPECT_THAT(info.layouts, ElementsAre("square", "diamond"));
    EXPECT_FALSE(info.draw_offers);
    EXPECT_EQ(info.rules_text.at("en").substr(0, 10), "# Claustro");
    EXPECT_TRUE(claustro().complete({"12x5", ""}));
    EXPECT_FALSE(claustro().complete({"4x5", ""}));
    EXPECT_FALSE(claustro().complete({"5x13", ""}));
}

TEST(ClaustroText, MarksGoalsAndClosedCorners) {
    const Board board = claustro().board(options("7x10"));
    EXPECT_EQ(board.columns, 7);
    EXPECT_EQ(board.rows, 10);
    EXPECT_EQ(board.style, BoardStyle::squares);
    ASSERT_EQ(board.marks.size(), 4U);
    const auto expect = [](const Mark& mark, const char* at, const char* kind, std::optional<Side> side) {
        EXPECT_EQ(mark.at, at);
        EXPECT_EQ(mark.kind, kind);
        EXPECT_EQ(mark.side, side);
    };
    expect(board.marks[0], "a1", "goal", Side::second);
    expect(board.marks[1], "g1", "blocked", std::nullopt);
    expect(board.marks[2], "a10", "blocked", std::nullopt);
    expect(board.marks[3], "g10", "goal", Side::first);
}

TEST(ClaustroText, ListsPawnsFromA1Upwards) {
    const auto pieces = claustro().initial(options()).pieces();
    std::string text;
    for (const Piece& piece : pieces) {
        text += piece.square + (piece.side == Side::first ? "g " : "b ");
        EXPECT_EQ(piece.kind, "pawn");
        EXPECT_EQ(piece.count, 1);
    }
    EXPECT_EQ(text, "b1g c1g a2g a3g e3b e4b c5b d5b ");
}

TEST(ClaustroText, ReadsBackWhatItWrote) {
    for (const char* size : {"5x5", "12x5", "6x9", "8x8", "9x8", "12x12"})
        for (const char* variant : {"standard", "original", "open_goals"}) {
            Position position = claustro().initial(options(size, variant));
            for (std::size_t turn = 0; turn < 150 && !position.outcome(); ++turn) {
                const auto again = claustro().decode(options(size, variant), position.encode());
                ASSERT_TRUE(again) << position.encode() << ": " << again.error();
                EXPECT_EQ(again->encode(), position.encode());
                EXPECT_EQ(again->legal_moves(), position.legal_moves());
                EXPECT_EQ(again->hash(), position.hash());
                const auto moves = position.legal_moves();
                EXPECT_EQ(position.perft(1), moves.size());
                position = position.after(moves[(turn + 3) * 37 % moves.size()]).value();
            }
            EXPECT_TRUE(claustro().decode(options(size, variant), position.encode())) << position.encode();
        }
}

TEST(ClaustroText, WritesTheDirectionsThatOriginalDependsOn) {
    Position position = claustro().initial(options("", "original"));
    EXPECT_EQ(position.encode(), "#.bb./....b/g...b/g..../.gg.#;-;- first 1");
    position = position.after("a3-a4").value();
    EXPECT_EQ(position.encode(), "#.bb./g...b/....b/g..../.gg.#;n1;- second 1");
    position = position.after("c5-b5").value();
    position = position.after("a4xb5@c5").value();
    EXPECT_EQ(position.encode(), "#gbb./....b/....b/g..../.gg.#;ne1;w1 second 1");
}

TEST(ClaustroText, RefusesTextsThatAreNoPosition) {
    const std::vector<std::string> wrong{
        "",
        "#",
        "#.bb./....b/g...b/g..../.gg.#",
        "#.bb./....b/g...b/g..../.gg.# first",
        "#.bb./....b/g...b/g..../.gg.# first 0",
        "#.bb./....b/g...b/g..../.gg.# first 5",  // over at the fourth
        "#.bb./....b/g...b/g..../.gg.# first 4",  // over, but says nothing
        "#.bb./....b/g...b/g..../.gg.# first 4 first repetition",
        "#.bb./....b/g...b/g..../.gg.# first 1 second goal",
        "#.bb./....b/g...b/g..../.gg.# first 1 second cannot_act",
        "#.bb./....b/g...b/g..../.gg.#;-;- first 1",  // no directions in standard
        "#.bb./....b/g...b/g..../.gg.#; first 1",
        "#.bb./....b/g...b/g..../.gg. first 1",
        "#.bb./....b/g...b/g..../.gg.. first 1",
        "#.bb#/....b/g...b/g..../.gg.# first 1",
        "g.bb./....b/g...b/...../.gg.# first 1",
        "#.bb./....b/g...b/g..../.gg.#/ first 1",
        "/#.bb./....b/g...b/g..../.gg.# first 1",
        "#.bb./....b/g...b/g.... first 1",
        "#.bb./....b/g...b/g..../...../.gg.# first 1",
        "#.bb./....b/g...b/g..../.ggg# first 1",
        "#.bb./....b/g...b/g..../.g..# first 1",
        "#.bb./....b/g...b/g..../.gw.# first 1",
        "#.b.b/....b/g...b/g..../.gg.# first 1",              // blue never stands on e5
        "#.bb./....b/g...b/...../ggg.# first 1",              // nor green on a1
        "#.bbg/....b/g...b/...../.gg.# first 1",              // green's turn after green has won
        "#.bbg/....b/g...b/...../.gg.# second 1",             // won, but says nothing
        "#.bbg/....b/g...b/...../.gg.# second 2 first goal",  // an end occurs once
        "#.bbg/....b/g...b/...../.gg.# second 1 second goal",
        "#..b./....b/g...b/g..../bgg.# second 1 second goal",
    };
    for (const std::string& text : wrong) EXPECT_FALSE(claustro().decode(options(), text)) << text;
    EXPECT_TRUE(claustro().decode(options(), "#.bbg/....b/g...b/...../.gg.# second 1 first goal"));
    EXPECT_TRUE(claustro().decode(options(), "#..b./....b/g...b/g..../bgg.# first 1 second goal"));
    EXPECT_TRUE(claustro().decode(options(), "#.bb./....b/g...b/g..../.gg.# first 4 second repetition"));
}

TEST(ClaustroText, TellsAPawnPutOnItsGoalFromOneThatEnteredItInOpenGoals) {
    const std::string board = "#.bbg/....b/g...b/...../.gg.#";
    const auto going_on = claustro().decode(options("", "open_goals"), board + " second 1");
    ASSERT_TRUE(going_on) << going_on.error();
    EXPECT_FALSE(going_on->outcome());
    const auto won = claustro().decode(options("", "open_goals"), board + " second 1 first goal");
    ASSERT_TRUE(won) << won.error();
    EXPECT_EQ(won->outcome(), (Outcome{Side::first, "goal"}));
    EXPECT_TRUE(claustro().decode(options("", "open_goals"), board + " first 1"));
    EXPECT_FALSE(claustro().decode(options("", "open_goals"), board + " first 1 first goal"));
    EXPECT_FALSE(claustro().decode(options("", "open_goals"), board + " first 1 second goal"));
}

TEST(ClaustroText, DoesNotCountAWinAsAnOccurrenceOfThePositionWithThePawnPutOnTheGoal) {
    Position position = claustro().initial(options("", "open_goals"));
    for (const char* move : {"c1-d1", "c5-c4", "a3-b3", "c4xb3@c4", "c4xb3@a1", "d5-c5", "d1-d2", "e3xd2@b2",
                             "b2xa1@b2", "b2xa1@b2"}) {
        const auto next = position.after(move);
        ASSERT_TRUE(next) << move << ": " << next.error().reason;
        position = *next;
    }
    EXPECT_EQ(position.encode(), "#.b../....b/.g.../gg.b./bg..# first 1 second goal");
    EXPECT_TRUE(claustro().decode(options("", "open_goals"), position.encode()));
}

TEST(ClaustroText, RefusesDirectionsThatOriginalCannotHave) {
    const std::string board = "#.bb./....b/g...b/g..../.gg.#";
    const std::vector<std::string> wrong{
        " first 1",
        ";- first 1",
        ";;- first 1",
        ";-; first 1",
        ";-;-;- first 1",
        ";e1;- first 1",
        ";-;w1 first 1",
        ";-;- second 1",
        ";-;w1 second 1",
        ";e2;- second 1",
        ";e0;w1 first 1",
        ";e4;w1 first 1",
        ";w1;w1 first 1",
        ";s1;w1 first 1",
        ";e1;e1 first 1",
        ";e1;n1 first 1",
        ";e;w1 first 1",
        ";1;w1 first 1",
        ";x1;w1 first 1",
        ";en1;w1 first 1",
        ";e3;w3 first 1",
        ";e01;w1 first 1",
        ";e1;w1 first 2",
        ";E1;w1 first 1",
        ";e3;w3 first 1 first repetition",
    };
    for (const std::string& rest : wrong)
        EXPECT_FALSE(claustro().decode(options("", "original"), board + rest)) << rest;
    for (const char* rest :
         {";-;- first 1", ";e1;- second 1", ";sw3;ne2 first 1", ";e3;w3 first 1 second repetition"})
        EXPECT_TRUE(claustro().decode(options("", "original"), board + rest)) << rest;
}

}  // namespace
}  // namespace pentad::engine
