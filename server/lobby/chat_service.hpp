#pragma once

#include <functional>
#include <optional>

#include "server/config/config.hpp"
#include "server/limits/chat_limiter.hpp"
#include "server/limits/rate_limiter.hpp"
#include "server/lobby/lobby.hpp"
#include "server/moderation/sanctions.hpp"
#include "server/room/room_registry.hpp"

namespace pentad::server {

/// Checks what people write, and how much of it, and takes it to the lobby, or to the room or match that it
/// is for. On the I/O thread.
class ChatService {
  public:
    /// REQUIRES: all of them outlive this.
    ChatService(const Config& config, const Sanctions& sanctions, Lobby& lobby, RoomRegistry& rooms,
                std::function<ServerTime()> now);

    /// REQUIRES: a ChatSend.
    void say(RoomRequest request);

    void sweep(ServerTime now) { lines_.sweep(now); }

  private:
    /// Counts the line; why it may not be said.
    std::optional<protocol::ErrorReply> refusal_of(const Session& session);

    const Sanctions& sanctions_;
    Lobby& lobby_;
    RoomRegistry& rooms_;
    const std::function<ServerTime()> now_;
    ChatLimiter by_player_;
    RateLimiter lines_;  ///< by address: a muted player comes back as another guest
};

}  // namespace pentad::server
