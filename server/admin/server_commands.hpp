#pragma once

#include <functional>

#include "server/admin/audited_store.hpp"
#include "server/gateway/gateway.hpp"
#include "server/room/room_registry.hpp"
#include "server/session/session_registry.hpp"

namespace pentad::server {

/// The commands about the server as a whole, and the keys of its bots. On the I/O thread.
class ServerCommands {
  public:
    /// `drain` makes the server take no new work from now on. REQUIRES: all of them outlive this.
    ServerCommands(AuditedStore& store, SessionRegistry& sessions, const Gateway& gateway,
                   const RoomRegistry& rooms, std::function<bool()> is_draining, std::function<void()> drain);

    void status(const CommandContext& command);
    void players(const CommandContext& command);
    void notice(const CommandContext& command);
    void drain(const CommandContext& command);
    void bot_key(const CommandContext& command);

  private:
    void list_bots(const CommandContext& command);
    void add_bot_key(const CommandContext& command, const std::string& name);
    void revoke_bot_key_of(const CommandContext& command, const std::string& name);

    AuditedStore& store_;
    SessionRegistry& sessions_;
    const Gateway& gateway_;
    const RoomRegistry& rooms_;
    const std::function<bool()> is_draining_;
    const std::function<void()> drain_;
};

}  // namespace pentad::server
