#pragma once

#include "server/lobby/lobby.hpp"

namespace pentad::server {

/// All listed rooms of a game, or of all games, page by page.
inline std::vector<protocol::RoomSummary> listed(const Lobby& lobby, const std::string& game = "") {
    std::vector<protocol::RoomSummary> rooms;
    RoomIndex::Query query;
    query.game = game;
    for (;;) {
        const protocol::RoomPage page = lobby.page(query);
        rooms.insert(rooms.end(), page.rooms.begin(), page.rooms.end());
        if (!page.next) return rooms;
        query.after = RoomIndex::read_cursor(*page.next);
    }
}

}  // namespace pentad::server
