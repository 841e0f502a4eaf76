#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clients/terminal/model/match_view.hpp"
#include "protocol/messages.hpp"

/// What the client knows, for every face to draw. Plain values.
namespace pentad::terminal {

/// The room that we are in, and the match in it.
struct Table {
    std::string room;  ///< empty: none
    std::optional<protocol::RoomSnapshot> snapshot;
    std::optional<protocol::Side> chair;
    std::optional<MatchView> match;
    /// What the computers on the seats are doing.
    std::map<protocol::Side, protocol::BotState> bots;
    std::optional<protocol::Hint> hint;  ///< for the position that is shown
    std::vector<protocol::PastLine> chat;

    bool empty() const { return room.empty() && !match; }
    bool playing() const { return match && !match->over(); }
};

struct LobbyState {
    std::vector<protocol::RoomSummary> rooms;
    int players = 0;
    std::vector<protocol::PastLine> chat;
    std::optional<protocol::RoomCounts> counts;  ///< an older server does not say
    int limit = 0;                               ///< `rooms` has so many of each state at most; 0: all

    /// Rooms that are not among `rooms`.
    int unlisted() const { return counts ? counts->total() - static_cast<int>(rooms.size()) : 0; }
};

LobbyState lobby_state(protocol::LobbySnapshot snapshot);

struct LinkState {
    bool online = false;
    bool was_online = false;
    int attempt = 0;  ///< that failed since it was last online
    std::string why;  ///< the last one failed
};

/// The summary as a line of the list of rooms is replaced or added.
void apply(LobbyState& lobby, const protocol::LobbyDelta& delta);

/// Keeps only the last lines.
void add_line(std::vector<protocol::PastLine>& chat, protocol::PastLine line);

}  // namespace pentad::terminal
