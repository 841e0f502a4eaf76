#include "server/base/game_cards.hpp"

#include "engine/game.hpp"

namespace pentad::server {

std::vector<protocol::GameCard> game_cards() {
    std::vector<protocol::GameCard> cards;
    for (const engine::Game* game : engine::games()) cards.push_back(protocol::game_card(game->info()));
    return cards;
}

}  // namespace pentad::server
