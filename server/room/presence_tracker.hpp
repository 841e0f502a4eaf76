#pragma once

#include <array>
#include <optional>
#include <vector>

#include "protocol/messages.hpp"
#include "server/match/match.hpp"
#include "server/room/disconnect_policy.hpp"

namespace pentad::server {

/// Which of a match's two players are there, judged by their connections alone: online with one, away
/// without, gone when that has lasted for the grace, and online again with the next connection; and what an
/// absence means for the match. Pure.
class PresenceTracker {
  public:
    struct Seat {
        protocol::Presence presence = protocol::Presence::online;
        ServerTime left{};  ///< unless online
        ServerTime gone{};  ///< unless online: when the player is, or will be, gone
    };

    /// REQUIRES: what is passed by reference outlives this.
    PresenceTracker(const Match& match, const DisconnectPolicy& policy, protocol::OnAbsent on_absent)
        : match_(match), policy_(policy), on_absent_(on_absent) {}

    const Seat& of(Side side) const { return seats_[engine::index(side)]; }

    /// The seat's player has a connection, or has none and `said_bye` or did not. True when that is news.
    bool update(Side side, bool connected, bool said_bye, ServerTime now);

    /// The seats whose grace is over by now and was not before.
    std::vector<Side> expire_grace(ServerTime now);
    /// When expire_grace() has something to say next.
    std::optional<ServerTime> next() const;

    /// When the opponent may claim the win; empty where nobody ever can.
    std::optional<ServerTime> claimable_at(Side side) const;
    /// May the player on this seat claim the win, now or later, because the opponent is away?
    bool may_claim(Side claimant) const;
    /// Who loses now for being gone, where the room says so.
    std::optional<Side> forfeiting() const;
    /// When the match ends because all its people are away; empty while somebody is there.
    std::optional<ServerTime> abandoned_at() const;

    protocol::SeatPresence event(Side side) const;

  private:
    milliseconds grace(Side side, bool said_bye, ServerTime now) const;

    const Match& match_;
    const DisconnectPolicy& policy_;
    const protocol::OnAbsent on_absent_;
    std::array<Seat, 2> seats_;
};

}  // namespace pentad::server
