#include "server/game_cards.hpp"

#include "engine/game.hpp"

namespace pentad::server {

std::vector<protocol::GameCard> game_cards() {
    std::vector<protocol::GameCard> cards;
    for (const engine::Game* game : engine::games()) {
        cards.push_back(protocol::game_card(game->info()));
        // Clients offer what is said here: this server refuses offers of a draw and of a takeback.
        cards.back().draw = false;
        cards.back().takeback = false;
    }
    return cards;
}

}  // namespace pentad::server
