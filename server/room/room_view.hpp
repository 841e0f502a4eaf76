#pragma once

#include <array>
#include <string>

#include "protocol/shapes.hpp"
#include "server/room/room_members.hpp"

/// A room as clients see it. Pure.
namespace pentad::server {

/// What a view shows beside the room's settings.
struct RoomStatus {
    protocol::RoomState state = protocol::RoomState::open;
    std::string match;  ///< empty before the first
    std::array<bool, 2> ready{};
    int watchers = 0;
};

protocol::RoomSummary view_summary(const StoredRoom& room, const RoomStatus& status,
                                   const RoomMembers& members);

/// Without the chat and the invitation.
protocol::RoomSnapshot view_room(const StoredRoom& room, const RoomStatus& status,
                                 const RoomMembers& members);

}  // namespace pentad::server
