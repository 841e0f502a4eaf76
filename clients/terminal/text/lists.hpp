#pragma once

#include <map>
#include <string>
#include <vector>

#include "clients/terminal/text/text.hpp"
#include "protocol/replies.hpp"

/// Lists that the server sends, as texts.
namespace pentad::terminal {

/// `1650`, `1500?` while it is too uncertain to be compared.
std::string rating_words(const protocol::Rating& rating);

/// Each game with what there is to choose from.
Text games_text(const std::vector<protocol::GameCard>& games);

/// One's own ratings, by game.
Text ratings_text(const std::vector<protocol::GameCard>& games,
                  const std::map<std::string, protocol::Rating>& ratings);

/// The strongest in a game.
Text leaders_text(const protocol::Leaderboard& leaders);

/// Programs from outside.
Text bots_text(const protocol::BotList& bots, const std::vector<protocol::GameCard>& games);

}  // namespace pentad::terminal
