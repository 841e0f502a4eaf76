#include <gtest/gtest.h>

#include <set>

#include "engine/game.hpp"

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

}  // namespace
}  // namespace pentad::engine
