#pragma once

#include <array>
#include <memory>
#include <set>
#include <vector>

#include "protocol/shapes.hpp"
#include "server/session/session.hpp"
#include "server/store/store.hpp"

namespace pentad::server {

/// The seat of this player in a room: in a hotseat room the first of the host's; empty for others.
std::optional<Side> seat_in(const StoredRoom& room, const PlayerId& player);

inline bool is_person(const Session& session) { return session.player().kind == protocol::PlayerKind::human; }

/// The sessions that are in a room, and who of their players is online. Each session knows its rooms. On the
/// I/O thread.
class RoomMembers {
  public:
    explicit RoomMembers(RoomId room) : room_(std::move(room)) {}

    /// False: it is in already.
    bool add(const std::shared_ptr<Session>& session);
    void remove(const Session& session);
    /// The sessions of these players, which do not count any more.
    std::vector<std::shared_ptr<Session>> remove_players(const std::set<PlayerId>& players);

    const std::vector<std::shared_ptr<Session>>& sessions() const { return sessions_; }
    bool has(const PlayerId& player) const;
    bool is_online(const PlayerId& player) const;
    protocol::Presence presence_of(const PlayerId& player) const;
    /// The player has no connection and left on purpose.
    bool said_bye(const PlayerId& player) const;
    /// Is any person here? A bot that watches keeps no room, and hosts none.
    bool any_person_online() const;
    /// Has the session's player another one that is online? Tabs that are gone do not keep a seat.
    bool has_other_tab(const Session& session) const;
    /// Does any session of the one player come from the network of one of the other's?
    bool share_a_network(const PlayerId& one, const PlayerId& other) const;
    /// Who should be host in place of this player: an online person, first of all one with a seat; empty:
    /// nobody is there.
    PlayerId heir_of(const PlayerId& host, const StoredRoom& room) const;

    /// The same, and if nobody is there a person with a seat, who may come back; empty: there is none.
    PlayerId next_host(const PlayerId& host, const StoredRoom& room) const;
    /// The players here who are neither host nor on a seat.
    std::set<PlayerId> spectators(const StoredRoom& room) const;

    /// Who is there, as the room's summary shows it.
    struct Present {
        std::array<bool, 2> seats{};
        int watchers = 0;

        friend bool operator==(const Present&, const Present&) = default;
    };
    Present present(const StoredRoom& room) const;

  private:
    const RoomId room_;
    std::vector<std::shared_ptr<Session>> sessions_;
};

}  // namespace pentad::server
