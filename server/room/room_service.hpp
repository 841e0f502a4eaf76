#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/bots/external_bots.hpp"
#include "server/config/config.hpp"
#include "server/limits/address_quota.hpp"
#include "server/ratings/early_exits.hpp"
#include "server/room/room_registry.hpp"
#include "server/session/drain_state.hpp"
#include "server/session/session_registry.hpp"

namespace pentad::server {

/// Makes rooms, within what a player, an address and the server may have, and finds the room that somebody
/// wants to join. On the I/O thread.
class RoomService {
  public:
    using MakeRoom = std::function<std::shared_ptr<Room>(StoredRoom)>;

    /// What it uses; all of it outlives this.
    struct Uses {
        asio::io_context& io;
        const Config& config;
        RoomRegistry& rooms;
        SessionRegistry& sessions;
        PlayerRecords& records;
        const NameRegistry& names;
        const ExternalBots& external_bots;
        const EarlyExits& early_exits;
        const DrainState& drain;
    };
    RoomService(const Uses& uses, const protocol::TimeLimits& time_limits, MakeRoom make_room,
                std::function<ServerTime()> now);

    /// REQUIRES: of these two, a RoomCreate and a RoomJoin.
    void create(RoomRequest request);
    void join(RoomRequest request);

    /// Why this player may not make one more room; nothing: they may.
    std::optional<protocol::ErrorReply> no_more_rooms(const Session& host) const;
    /// A room of this host's, found by its id, code and invitation from now on; these it gets here.
    std::shared_ptr<Room> open(StoredRoom room, const Session& host);

  private:
    /// Of people who share the creator's keyboard under names of their own.
    Awaitable<void> create_with_names(RoomRequest request);
    void create_now(RoomRequest request);

    const Uses uses_;
    const protocol::TimeLimits time_limits_;
    const MakeRoom make_room_;
    const std::function<ServerTime()> now_;
    AddressQuota rooms_made_;
};

}  // namespace pentad::server
