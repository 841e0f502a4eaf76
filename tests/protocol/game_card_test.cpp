#include "protocol/game_card.hpp"

#include <gtest/gtest.h>

namespace pentad::protocol {
namespace {

GameCard toy() {
    GameCard card;
    card.sides = {"Left", "Right"};
    card.sizes = {"3x4", {{"3x4", "3 × 4 points"}, {"9x9", "large"}}};
    card.variants = {"plain", {{"plain", "Plain"}, {"odd", "Odd"}}};
    card.kinds = {{"man", "man", "M", "man"}};
    card.texts["en"] = {{"reason.goal", "a man came home"}};
    card.texts["pt"] = {{"side.first", "Esquerda"},
                        {"kind.man", "peão"},
                        {"size", "{columns} × {rows} pontos"},
                        {"size.9x9", "grande"},
                        {"variant.odd", "Estranha"}};
    return card;
}

TEST(GameCard, IsReadInALanguageThatItHas) {
    const GameCard card = in_language(toy(), "pt");
    EXPECT_EQ(card.sides[0], "Esquerda");
    EXPECT_EQ(card.sizes.values[0].label, "3 × 4 pontos");
    EXPECT_EQ(card.sizes.values[1].label, "grande");
    EXPECT_EQ(card.variants.values[1].label, "Estranha");
    EXPECT_EQ(card.kinds[0].label, "peão");
}

TEST(GameCard, StaysEnglishWhereATextIsMissing) {
    const GameCard card = in_language(toy(), "pt");
    EXPECT_EQ(card.sides[1], "Right");
    EXPECT_EQ(card.variants.values[0].label, "Plain");
    EXPECT_EQ(in_language(toy(), "fr").sides[0], "Left");
}

TEST(GameCard, HasTheReasonsOfItsGame) {
    GameCard card = toy();
    EXPECT_EQ(reason_text(card.texts, "goal", "pt"), "a man came home");
    card.texts["pt"]["reason.goal"] = "um peão chegou a casa";
    EXPECT_EQ(reason_text(card.texts, "goal", "pt"), "um peão chegou a casa");
    EXPECT_EQ(reason_text(card.texts, "resign", "pt"), std::nullopt);
}

}  // namespace
}  // namespace pentad::protocol
