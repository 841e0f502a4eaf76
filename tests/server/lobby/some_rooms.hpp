#pragma once

#include <string>

#include "protocol/shapes.hpp"

namespace pentad::server {

/// A public room of Sight with a clock and one person on a chair, created at `created`.
inline protocol::RoomSummary a_room(const std::string& id, protocol::EpochMs created,
                                    const std::string& person = "") {
    protocol::RoomSummary room;
    room.room = id;
    room.game = "sight";
    room.options = {"5x5", "standard"};
    room.tc = {protocol::TimeControlKind::fischer, std::chrono::minutes(3), std::chrono::seconds(2), {}};
    room.created = created;
    if (person.empty()) return room;
    room.seats[0].player = protocol::Player{person, "Player " + person, protocol::PlayerKind::human};
    room.seats[0].presence = protocol::Presence::online;
    return room;
}

/// The same with a running match between two people.
inline protocol::RoomSummary a_game(const std::string& id, protocol::EpochMs created,
                                    const std::string& person, const std::string& other) {
    protocol::RoomSummary room = a_room(id, created, person);
    room.seats[1] = a_room(id, created, other).seats[0];
    room.state = protocol::RoomState::playing;
    room.match = "m_" + id;
    return room;
}

}  // namespace pentad::server
