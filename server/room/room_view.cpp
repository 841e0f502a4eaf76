#include "server/room/room_view.hpp"

namespace pentad::server {

using protocol::ChairKind;

namespace {

protocol::Chair view_seat(const StoredChair& seat, bool ready, const RoomMembers& members) {
    protocol::Chair view;
    view.kind = seat.kind;
    view.ready = ready;
    if (seat.kind == ChairKind::bot) {
        if (seat.player.empty()) view.level = seat.level;
        view.player = protocol::Player{seat.player.text, seat.name, protocol::PlayerKind::bot};
    } else if (!seat.player.empty()) {
        view.player = protocol::Player{seat.player.text, seat.name, protocol::PlayerKind::human};
        view.presence = members.presence_of(seat.player);
    }
    return view;
}

}  // namespace

protocol::RoomSummary view_summary(const StoredRoom& room, const RoomStatus& status,
                                   const RoomMembers& members) {
    protocol::RoomSummary view;
    view.room = room.id.text;
    view.game = room.game;
    view.options = room.options;
    for (std::size_t i = 0; i < 2; ++i) view.seats[i] = view_seat(room.chairs[i], status.ready[i], members);
    view.tc = room.tc;
    view.visibility = room.visibility;
    view.rated = room.rated;
    view.state = status.state;
    if (!status.match.empty()) view.match = status.match;
    view.watchers = status.watchers;
    view.locked = !room.password_hash.empty();
    view.created = to_wire(room.created);
    return view;
}

protocol::RoomSnapshot view_room(const StoredRoom& room, const RoomStatus& status,
                                 const RoomMembers& members) {
    protocol::RoomSnapshot view;
    view.summary = view_summary(room, status, members);
    view.code = room.code;
    view.host = room.host.text;
    view.hotseat = room.hotseat;
    view.spectators = room.spectators;
    view.takeback = room.takeback;
    view.first_seat = room.first_seat;
    view.on_absent = room.on_absent;
    view.spectators_chat = room.spectators_chat;
    view.spectators_delay = room.spectators_delay;
    return view;
}

}  // namespace pentad::server
