#pragma once

#include <array>
#include <deque>
#include <optional>
#include <variant>

#include "protocol/messages.hpp"
#include "server/match/match.hpp"
#include "server/match/offers.hpp"
#include "server/room/recent_chat.hpp"
#include "server/session/event_stream.hpp"

namespace pentad::server {

/// A match as its spectators see it where they see everything later than the players: events and chat wait
/// here, in order, and then appear on a stream of their own with the numbers of the players' stream. On the
/// I/O thread.
class SpectatorFeed {
  public:
    using Presences = std::array<protocol::SeatPresence, 2>;

    /// Shows the match from this state on.
    SpectatorFeed(Match shown, milliseconds delay, Presences presences, const BlockList& blocks)
        : blocks_(blocks), shown_(std::move(shown)), delay_(delay), presences_(presences) {}

    /// In the order in which they are applied to the match itself.
    void happen(const MatchEvent& event, ServerTime now) { waiting_.push_back({now + delay_, event}); }
    /// Anything else on the match's stream.
    void say(protocol::EventBody body, ServerTime now);

    /// Shows what is due.
    void show_due(ServerTime now);
    /// Shows everything, and from now on without a delay: the match is over.
    void show_all();
    /// The player's data are deleted.
    void forget(const PlayerId& player) { said_.forget(player); }
    /// When show_due() has something to show.
    std::optional<ServerTime> next() const;

    EventStream& stream() { return stream_; }
    const EventStream& stream() const { return stream_; }
    /// For this player, or a stranger (empty); without the number of spectators.
    protocol::MatchSnapshot snapshot(const PlayerId& reader, bool with_history) const;

  private:
    struct Waiting {
        ServerTime due{};
        std::variant<MatchEvent, protocol::EventBody> what;
    };

    void show(const std::variant<MatchEvent, protocol::EventBody>& what);
    void note(const protocol::EventBody& body);

    const BlockList& blocks_;
    Match shown_;
    milliseconds delay_;
    Presences presences_;
    std::deque<Waiting> waiting_;
    EventStream stream_;
    std::vector<protocol::Offer> offers_;
    RecentChat said_;
};

}  // namespace pentad::server
