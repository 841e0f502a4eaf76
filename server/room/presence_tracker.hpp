#pragma once

#include <array>
#include <optional>
#include <vector>

#include "protocol/messages.hpp"
#include "server/base/server_clock.hpp"

namespace pentad::server {

/// Who of a match's two players is there, by their connections alone: online while there is one, away
/// without, gone when that has lasted for the grace; online again with the first new connection. Pure.
class PresenceTracker {
  public:
    struct Seat {
        protocol::Presence presence = protocol::Presence::online;
        ServerTime left{};  ///< unless online
        ServerTime gone{};  ///< unless online: when he is, or will be, gone
    };

    const Seat& of(protocol::Side side) const { return seats_[index(side)]; }

    /// The seat's player has a connection, or has none; `grace` counts if he has just lost it. True when that
    /// is news.
    bool look(protocol::Side side, bool linked, ServerTime now, milliseconds grace);

    /// The seats whose grace is over by now and was not before.
    std::vector<protocol::Side> expire_grace(ServerTime now);

    /// When expire_grace() has something to say next.
    std::optional<ServerTime> next() const;

  private:
    static std::size_t index(protocol::Side side) { return engine::index(side); }

    std::array<Seat, 2> seats_;
};

}  // namespace pentad::server
