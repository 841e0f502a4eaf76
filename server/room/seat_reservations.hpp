#pragma once

#include <array>
#include <optional>
#include <set>

#include "server/room/disconnect_policy.hpp"
#include "server/room/room_members.hpp"

namespace pentad::server {

/// How long a room keeps places for people who are away: a seat before the first match for the grace of
/// DisconnectPolicy, and everything of a player who was there before a restart for a fixed time. Decides
/// nothing: the room asks who is due. On the I/O thread.
class SeatReservations {
  public:
    /// Before the first match, seats are kept for these players until then; also for a player whose leave the
    /// store did not take, which is then tried again.
    void keep_until(const std::set<PlayerId>& players, ServerTime until);
    /// Those for whom that time is over, once.
    std::set<PlayerId> expire(ServerTime now);

    /// Looks who is away from a seat now. `open`: the first match has not begun.
    void update(const StoredRoom& room, bool open, const RoomMembers& members, const DisconnectPolicy& policy,
                ServerTime now);
    /// The player who has been away from this seat for too long. Never the host: the room passes on first.
    std::optional<PlayerId> due(Side side, const StoredRoom& room, const RoomMembers& members,
                                ServerTime now) const;
    /// The seat could not be freed; it is due again then.
    void try_again(Side side, ServerTime at);

    /// When something is due; empty: nothing.
    std::optional<ServerTime> next(const PlayerId& host) const;

  private:
    struct Away {
        PlayerId player;
        ServerTime kept_until{};
    };

    std::array<std::optional<Away>, 2> away_;  ///< by seat
    std::set<PlayerId> kept_;
    std::optional<ServerTime> kept_until_;
};

}  // namespace pentad::server
