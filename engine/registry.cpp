#include "engine/game.hpp"

// The one list of games. An explicit list, because objects that register themselves are dropped from
// static libraries. A line here and a folder in games/ are all that a new game needs.
// clang-format off
#define PENTAD_GAMES(GAME) \
    GAME(replica) \
    GAME(murus_gallicus) \
    GAME(bounce) \
    GAME(sight) \
    GAME(claustro)

// clang-format on

namespace pentad::engine {

#define DECLARE(id)     \
    namespace id {      \
    const Game& game(); \
    }
PENTAD_GAMES(DECLARE)
#undef DECLARE

const std::vector<const Game*>& games() {
#define ADDRESS(id) &id::game(),
    static const std::vector<const Game*> all{PENTAD_GAMES(ADDRESS)};
#undef ADDRESS
    return all;
}

const Game* find_game(std::string_view id) {
    for (const Game* game : games())
        if (game->info().id == id) return game;
    return nullptr;
}

}  // namespace pentad::engine
