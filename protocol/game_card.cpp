#include "engine/search_limits.hpp"
#include "protocol/shapes.hpp"

namespace pentad::protocol {

GameCard game_card(const engine::GameInfo& game) {
    GameCard card{game.id,
                  game.name,
                  game.rules_version,
                  game.sides,
                  game.sizes,
                  game.variants,
                  game.credit,
                  game.draw_offers,
                  /*takeback=*/true,
                  game.kinds,
                  game.layouts,
                  game.rules_text,
                  game.texts,
                  {}};
    for (const engine::Level& level : engine::levels())
        card.levels.push_back({level.number, std::string(level.name)});
    return card;
}

}  // namespace pentad::protocol
