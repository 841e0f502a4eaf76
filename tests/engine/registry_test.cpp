#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/game.hpp"
#include "engine/search/make_position.hpp"

namespace pentad::engine {
namespace {

TEST(Registry, ListsEachGameOnceAndFindsItByItsId) {
    std::set<std::string> ids;
    for (const Game* game : games()) {
        EXPECT_TRUE(ids.insert(game->info().id).second) << game->info().id;
        EXPECT_EQ(find_game(game->info().id), game);
    }
    EXPECT_EQ(find_game("chess"), nullptr);
}

TEST(SortTexts, SortsAsStringsAre) {
    std::vector<std::string> texts{"b2-b3",   "a1xb2@c3", "a1xb2@c2", "a1",        "a10-a9",   "a1-a2", "",
                                   "a1xb2@c", "b",        "a1",       "a1xb2@c10", "\xC3\xA9", "z"};
    std::vector<std::string> wanted = texts;
    std::sort(wanted.begin(), wanted.end());
    sort_texts(texts);
    EXPECT_EQ(texts, wanted);
    texts.clear();
    sort_texts(texts);
    EXPECT_TRUE(texts.empty());
}

}  // namespace
}  // namespace pentad::engine
