#pragma once

#include <vector>

#include "protocol/events.hpp"
#include "server/base/executor.hpp"
#include "server/match/match.hpp"
#include "server/session/session.hpp"

namespace pentad::server {

/// What the parts of a live match (bots' seats, premoves, offers) need from it. On the I/O thread.
class MatchActions {
  public:
    virtual const Match& match() const = 0;
    virtual ServerTime now() const = 0;

    /// Stores the events, applies and announces them; first of all that the offer was accepted from which
    /// they come, if one is given. False: the store refused them, and nothing has happened.
    virtual Awaitable<bool> commit(std::vector<MatchEvent> events, const protocol::Offer* accepted) = 0;
    /// To all who follow the match; where spectators see it later, to them later.
    virtual void publish(protocol::EventBody body) = 0;
    /// To the player on this seat alone, outside the numbered events.
    virtual void send_to_seat(Side seat, protocol::EventBody body) = 0;
    /// Does the session get the match's events?
    virtual bool follows(const Session& session) const = 0;
    /// What the store has taken from the side to move: time that is not charged.
    virtual milliseconds store_delay() const = 0;

  protected:
    ~MatchActions() = default;
};

}  // namespace pentad::server
