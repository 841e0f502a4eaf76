#include "clients/terminal/model/picker.hpp"

#include <gmock/gmock.h>

namespace pentad::terminal {
namespace {

using testing::ElementsAre;
using Moves = std::vector<std::string>;

std::string played(const Picked& picked) {
    const auto* play = std::get_if<Play>(&picked);
    return play ? play->move : "nothing";
}

TEST(Picker, TakesTheSquaresOfAMoveAsItsPath) {
    EXPECT_THAT(path_of("a4xb5@a4"), ElementsAre("a4", "b5", "a4"));
    EXPECT_THAT(path_of("b2=K"), ElementsAre("b2"));
    EXPECT_THAT(path_of("xb3"), ElementsAre("b3"));
    EXPECT_THAT(path_of("t20-a1"), ElementsAre("t20", "a1"));
}

TEST(Picker, ReadsSquaresForgivingly) {
    for (const char* text : {"a8", "8a", "8 _ a", "a 8.", "A8", "(8,a)"})
        EXPECT_THAT(read_squares(text), testing::Optional(ElementsAre("a8"))) << text;
    EXPECT_THAT(read_squares("a8b7"), testing::Optional(ElementsAre("a8", "b7")));
    EXPECT_THAT(read_squares("8a 7b"), testing::Optional(ElementsAre("a8", "b7")));
    EXPECT_THAT(read_squares("b 10 - 9a"), testing::Optional(ElementsAre("b10", "a9")));
    for (const char* text : {"", "a", "88", "hello", "a8b", "a0", "a123"})
        EXPECT_EQ(read_squares(text), std::nullopt) << text;
}

TEST(Picker, PlaysAMoveByItsTextInAnyCase) {
    const Moves legal{"b2=K", "b2-b3", "a1-a2"};
    EXPECT_EQ(played(pick(legal, {}, "b2=k")), "b2=K");
    EXPECT_EQ(played(pick(legal, {}, "b2 = K")), "b2=K");
    EXPECT_EQ(played(pick(legal, {}, "A1-A2.")), "a1-a2");
}

TEST(Picker, PlaysAMoveByItsSquares) {
    const Moves legal{"a1-a2", "a1xb2@c3", "a1xb2@c4"};
    EXPECT_EQ(played(pick(legal, {}, "1a 2a")), "a1-a2");
    EXPECT_EQ(played(pick(legal, {}, "a1 b2 c4")), "a1xb2@c4");
}

TEST(Picker, AsksForMoreSquaresAndGoesOnFromThere) {
    const Moves legal{"a1-a2", "a1xb2@c3", "a1xb2@c4", "d1-d2"};
    const Picked first = pick(legal, {}, "a1 b2");
    const auto* more = std::get_if<More>(&first);
    ASSERT_NE(more, nullptr);
    EXPECT_THAT(more->moves, ElementsAre("a1xb2@c3", "a1xb2@c4"));
    EXPECT_EQ(more->now, std::nullopt);
    EXPECT_EQ(played(pick(legal, more->picked, "c3")), "a1xb2@c3");
    EXPECT_EQ(played(pick(legal, more->picked, "d1 d2")), "d1-d2") << "squares that lead nowhere start anew";
}

TEST(Picker, PlaysAPathThatOthersStartWithOnASecondClick) {
    const Moves legal{"b2=K", "b2-b3"};
    const Picked first = pick(legal, {}, "b2");
    const auto* more = std::get_if<More>(&first);
    ASSERT_NE(more, nullptr);
    EXPECT_EQ(more->now, "b2=K");
    EXPECT_EQ(played(pick(legal, more->picked, "b2")), "b2=K");
    EXPECT_EQ(played(pick(legal, {}, "b2 b2")), "b2=K");
    EXPECT_EQ(played(pick(legal, more->picked, "b3")), "b2-b3");
}

TEST(Picker, OffersAMenuForEqualPaths) {
    const Moves legal{"f4xe3", "f4*e3", "f4-f6"};
    const Picked first = pick(legal, {}, "f4 e3");
    const auto* menu = std::get_if<Ambiguous>(&first);
    ASSERT_NE(menu, nullptr);
    EXPECT_THAT(menu->moves, ElementsAre("f4xe3", "f4*e3"));
    EXPECT_EQ(played(pick(legal, menu->picked, "2")), "f4*e3");
    EXPECT_EQ(played(pick(legal, menu->picked, "f4xe3")), "f4xe3");
}

TEST(Picker, TellsWhatWouldGoFromASquareThatWasNamed) {
    const Moves legal{"a1-a2", "a1-b1", "c1-c2"};
    const Picked wrong = pick(legal, {}, "a1 h8");
    const auto* none = std::get_if<NoSuchMove>(&wrong);
    ASSERT_NE(none, nullptr);
    EXPECT_THAT(none->from, ElementsAre("a1-a2", "a1-b1"));
    EXPECT_TRUE(std::holds_alternative<NoSuchMove>(pick(legal, {}, "a1 a2 a3"))) << "one square too many";
    EXPECT_TRUE(std::holds_alternative<Unreadable>(pick(legal, {}, "castle")));
}

}  // namespace
}  // namespace pentad::terminal
