#pragma once

#include "protocol/shapes.hpp"
#include "server/store/store.hpp"

namespace pentad::server {

/// A stored player as clients see one.
inline protocol::Player view_player(const StoredPlayer& player) {
    const bool bot = player.kind == bot_kind;
    return {player.id.text, player.name, bot ? protocol::PlayerKind::bot : protocol::PlayerKind::human};
}

}  // namespace pentad::server
