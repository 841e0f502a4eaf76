#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "protocol/messages.hpp"
#include "server/lobby/matchmaking_queue.hpp"
#include "server/room/room_service.hpp"
#include "server/room/room_settings.hpp"

namespace pentad::server {

/// Quick match: brings together players who want the same game, or brings them a bot after a while. On the
/// I/O thread.
class Matchmaker {
  public:
    /// REQUIRES: all of them outlive this.
    Matchmaker(asio::io_context& io, RoomService& rooms, const BlockList& blocks,
               const EarlyExits& early_exits, const protocol::TimeLimits& time_limits,
               std::function<ServerTime()> now);

    /// Answers the request once the player waits or is in a room with an opponent.
    void join(const std::shared_ptr<Session>& session, const protocol::RequestId& id,
              const protocol::QueueJoin& message);
    /// Does nothing if the player does not wait.
    void leave(const PlayerId& player) { queue_.remove(player); }
    /// Does nothing if the player waits in another session.
    void leave(const Session& session) { queue_.remove(session); }

  private:
    using Waiting = MatchmakingQueue::Waiting;

    /// A room of this player against a bot.
    Planned<StoredRoom> plan(const Session& session, const MatchmakingQueue::Wish& wish, int bot_level) const;
    void pair(StoredRoom room, Waiting partner, const std::shared_ptr<Session>& session,
              const protocol::RequestId& id);
    /// Opens the room for these people, of whom the first is the host.
    void gather(StoredRoom room, std::vector<std::shared_ptr<Session>> people,
                std::function<void(bool)> done);
    void bring_bots();
    void wait_for_bots();

    RoomService& rooms_;
    const BlockList& blocks_;
    const EarlyExits& early_exits_;
    const protocol::TimeLimits time_limits_;
    const std::function<ServerTime()> now_;
    MatchmakingQueue queue_;
    Timer timer_;
};

}  // namespace pentad::server
