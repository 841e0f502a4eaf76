#pragma once

#include <vector>

#include "protocol/shapes.hpp"

namespace pentad::server {

/// The games this server offers, as sent in hello and by the API.
std::vector<protocol::GameCard> game_cards();

}  // namespace pentad::server
