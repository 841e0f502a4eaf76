#include "clients/terminal/model/own_engine.hpp"

#include "engine/game.hpp"

namespace pentad::terminal {

std::optional<double> evaluate(const protocol::MatchSnapshot& match, protocol::Side side) {
    const engine::Game* game = engine::find_game(match.game);
    if (game == nullptr || game->info().rules_version != match.rules_version) return std::nullopt;
    const auto options = game->complete(match.options);
    if (!options) return std::nullopt;
    const auto position = game->decode(*options, match.pos);
    if (!position) return std::nullopt;
    return position->evaluate(side);
}

}  // namespace pentad::terminal
