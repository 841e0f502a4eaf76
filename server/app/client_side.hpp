#pragma once

#include <vector>

#include "server/gateway/gateway.hpp"
#include "server/gateway/session_events.hpp"
#include "server/lobby/lobby_streams.hpp"
#include "server/room/room_services.hpp"
#include "server/room/room_streams.hpp"
#include "server/session/name_registry.hpp"

namespace pentad::server {

/// Everything that serves clients but the rooms themselves: sessions, the services that their requests go to,
/// and the gateway before them, in the order in which they need each other. On the I/O thread.
class ClientSide final {
  public:
    /// REQUIRES: all of them outlive this.
    ClientSide(RoomServices& services, ExternalBots& external_bots, const Config& config);

    /// A session as it was when the server stopped.
    struct StoredSessionOf {
        StoredSession session;
        StoredPlayer player;
    };
    /// Restores the sessions that were stored. Once, after the rooms are there.
    void restore(const std::vector<StoredSessionOf>& stored);

    /// From now on no new rooms and matches; everybody is told.
    void drain();
    /// Stores the connected guests who have nothing to keep, so that they can resume after a restart.
    void store_connected_guests();
    /// Removes the player from what is in memory. REQUIRES: the player has no seat in a match that goes on.
    void forget(const PlayerId& player);
    /// Ends what has waited for too long: connections that do not say hello, sessions without a connection. A
    /// timer does so, too.
    void sweep();

  private:
    RoomServices& services_;
    const Config& config_;
    DrainState drain_;
    NameRegistry names_;
    HandoverCodes handovers_;
    RoomStreams room_streams_;
    MatchStreams match_streams_;
    LobbyStreams lobby_streams_;
    ResumeService resume_;
    PlayerRecords records_;

  public:
    Sanctions sanctions;
    SessionRegistry sessions;

  private:
    Authenticator authenticator_;
    Welcome welcome_;
    HelloService hello_;
    ModerationService moderation_;
    RoomService room_service_;
    MatchHistory history_;
    Matchmaker matchmaker_;
    ChatService chat_;
    SessionEvents session_events_;
    RequestHandlers handlers_;

  public:
    Gateway gateway;

    bool draining() const { return drain_.draining; }

  private:
    Timer sweep_timer_;
};

}  // namespace pentad::server
