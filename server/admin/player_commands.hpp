#pragma once

#include <functional>
#include <string>

#include "server/admin/audited_store.hpp"
#include "server/gateway/gateway.hpp"
#include "server/moderation/sanctions.hpp"
#include "server/room/room_registry.hpp"
#include "server/session/session_registry.hpp"

namespace pentad::server {

/// The commands about players: who may connect and chat, and what is kept of them. On the I/O thread.
class PlayerCommands {
  public:
    using Forget = std::function<void(const PlayerId&)>;

    /// `forget` removes a player from what is in memory. REQUIRES: all of them outlive this.
    PlayerCommands(AuditedStore& store, SessionRegistry& sessions, Gateway& gateway, Sanctions& sanctions,
                   const RoomRegistry& rooms, Forget forget);

    void kick(const CommandContext& command);
    void ban(const CommandContext& command);
    void unban(const CommandContext& command);
    void mute(const CommandContext& command);
    void unmute(const CommandContext& command);
    void list_sanctions(const CommandContext& command);
    void forget(const CommandContext& command);

  private:
    /// Stores the sanction; then `apply` carries it out and returns what to answer.
    void sanction(const CommandContext& command, Sanction::Kind kind, const std::string& target,
                  std::function<std::string()> apply);
    /// Refuses where none is in force.
    void lift(const CommandContext& command, Sanction::Kind kind, const std::string& target);
    int end_banned_sessions();
    /// The player whom the second word means: an id, the name of a player who is here, or a name that only
    /// one player has. Refuses otherwise.
    void with_player(const CommandContext& command, std::function<void(const PlayerId&)> then);

    AuditedStore& store_;
    SessionRegistry& sessions_;
    Gateway& gateway_;
    Sanctions& sanctions_;
    const RoomRegistry& rooms_;
    const Forget forget_;
};

}  // namespace pentad::server
