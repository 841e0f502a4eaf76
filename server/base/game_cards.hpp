#pragma once

#include <vector>

#include "protocol/shapes.hpp"

namespace pentad::server {

/// The games as this server offers them, for hello and for the API.
std::vector<protocol::GameCard> game_cards();

}  // namespace pentad::server
