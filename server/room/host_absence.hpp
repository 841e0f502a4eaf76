#pragma once

#include <optional>

#include "server/base/server_clock.hpp"

namespace pentad::server {

/// Since when a room's host is away. Pure.
class HostAbsence {
  public:
    /// How long a host may be away before the room goes to somebody who is there.
    static constexpr milliseconds awaited = std::chrono::seconds(30);

    void update(bool online, ServerTime now) {
        if (online)
            since_.reset();
        else if (!since_)
            since_ = now;
    }
    /// There is another host, or it is too early to look for one again.
    void restart(std::optional<ServerTime> since) { since_ = since; }

    /// When the room passes on; empty while the host is there.
    std::optional<ServerTime> due() const { return since_ ? std::optional(*since_ + awaited) : std::nullopt; }

  private:
    std::optional<ServerTime> since_;
};

}  // namespace pentad::server
