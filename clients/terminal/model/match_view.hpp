#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/events.hpp"

/// A match as the client shows it: the last snapshot with every event since applied.
namespace pentad::terminal {

class MatchView {
  public:
    MatchView(std::string match, protocol::MatchSnapshot snapshot);

    /// Keeps what it knows of the history when the new snapshot leaves it out.
    void reset(protocol::MatchSnapshot snapshot);
    void apply(const protocol::MatchMoved& event);
    void apply(const protocol::MatchTakenBack& event);
    void apply(const protocol::MatchEnded& event);
    void apply(const protocol::MatchClock& event) { now_.clock = event.clock; }
    void apply(const protocol::SeatPresence& event);
    void apply(const protocol::OfferMade& event);
    void apply(const protocol::OfferClosed& event);

    const std::string& match() const { return match_; }
    const protocol::MatchSnapshot& now() const { return now_; }
    const std::vector<protocol::PlayedMove>& history() const { return history_; }
    bool over() const { return now_.result.has_value(); }

    /// The moves that may be played from here; empty when it is not our turn.
    const std::vector<std::string>& legal() const;

    /// The seats of this player: none for a watcher, both where two people share the keyboard.
    std::vector<protocol::Side> seats_of(const std::string& player) const;

  private:
    std::string match_;
    protocol::MatchSnapshot now_;
    std::vector<protocol::PlayedMove> history_;
};

}  // namespace pentad::terminal
