#pragma once

#include <string>
#include <vector>

#include "server/config/config.hpp"
#include "server/room/room_registry.hpp"
#include "server/session/drain_state.hpp"

namespace pentad::server {

/// What a client is told when it is let in: the server, its limits and games, and the player's matches that
/// go on. On the I/O thread.
class Welcome {
  public:
    /// REQUIRES: all of them outlive this.
    Welcome(const Config& config, const RoomRegistry& rooms, const DrainState& drain,
            const protocol::TimeLimits& time_limits);

    /// Without the streams that are resumed, the player's ratings and token.
    protocol::HelloOk for_session(const Session& session, std::string resume_token) const;

  private:
    protocol::HelloOk::Limits limits_of(const Session& session) const;

    const Config& config_;
    const RoomRegistry& rooms_;
    const DrainState& drain_;
    const protocol::TimeLimits time_limits_;
    const std::string epoch_ = random_id("e_");
    const std::vector<protocol::GameCard> cards_;
};

}  // namespace pentad::server
