#include "clients/terminal/model/table.hpp"

#include <algorithm>
#include <utility>

namespace pentad::terminal {
namespace {

constexpr std::size_t kept_lines = 200;

}  // namespace

LobbyState lobby_state(protocol::LobbySnapshot snapshot) {
    return {std::move(snapshot.rooms), snapshot.players, std::move(snapshot.chat), snapshot.counts,
            snapshot.limit.value_or(0)};
}

void apply(LobbyState& lobby, const protocol::LobbyDelta& delta) {
    lobby.players = delta.players;
    if (delta.counts) lobby.counts = delta.counts;
    for (const protocol::RoomSummary& room : delta.upsert) {
        const auto known = std::find_if(lobby.rooms.begin(), lobby.rooms.end(),
                                        [&](const auto& it) { return it.room == room.room; });
        if (known == lobby.rooms.end())
            lobby.rooms.push_back(room);
        else
            *known = room;
    }
    std::erase_if(lobby.rooms, [&](const protocol::RoomSummary& room) {
        return std::find(delta.remove.begin(), delta.remove.end(), room.room) != delta.remove.end();
    });
}

void add_line(std::vector<protocol::PastLine>& chat, protocol::PastLine line) {
    chat.push_back(std::move(line));
    if (chat.size() > kept_lines) chat.erase(chat.begin());
}

}  // namespace pentad::terminal
