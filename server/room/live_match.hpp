#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "protocol/messages.hpp"
#include "server/base/log/throttled_log.hpp"
#include "server/match/match.hpp"
#include "server/match/match_view.hpp"
#include "server/match/seats.hpp"
#include "server/room/match_actions.hpp"
#include "server/room/match_audience.hpp"
#include "server/room/match_bots.hpp"
#include "server/room/match_host.hpp"
#include "server/room/match_offers.hpp"
#include "server/room/match_services.hpp"
#include "server/room/premove_queue.hpp"
#include "server/room/presence_tracker.hpp"
#include "server/room/room_request.hpp"
#include "server/session/event_stream.hpp"

namespace pentad::server {

/// A match while it is played in a room, until the next one takes its place: its commands, its stream of
/// events and its deadlines. What happens is decided, stored, applied and announced, in this order. On the
/// I/O thread; the room calls one function after the other and keeps the match until that has returned.
class LiveMatch final : private MatchActions {
  public:
    using Done = Awaitable<void>;

    /// A new match, or one with so many stored events. REQUIRES: `host` outlives this.
    LiveMatch(MatchServices services, MatchHost& host, MatchTerms terms, Match match,
              std::int64_t stored_events);

    const Match& match() const override { return match_; }
    bool over() const { return match_.result().has_value(); }
    /// The player's seat, the first one where both are theirs; empty for a spectator.
    std::optional<Side> seat_of(const PlayerId& player) const {
        return server::seat_of(match_.setup(), player);
    }
    /// The events' stream, and what else concerns those who follow the match.
    const MatchAudience& audience() const { return audience_; }
    const EventStream& stream() const { return audience_.stream(); }
    const EventStream& stream_for(const Session& session) const { return audience_.stream_for(session); }
    void subscribe(const std::shared_ptr<Session>& session) {
        audience_.stream_for(*session).subscribe(session);
    }
    void unsubscribe(const Session& session) { audience_.stream_for(session).unsubscribe(session); }
    /// After a restart: what spectators had seen, and what had happened since.
    void show_later(Match shown, const std::vector<MatchEvent>& not_yet) {
        audience_.catch_up(std::move(shown), presences(), not_yet);
    }

    /// As this receiver sees it.
    protocol::MatchSnapshot snapshot(const Session& receiver, bool with_history) const;
    /// As a stranger sees it.
    protocol::MatchSnapshot public_snapshot() const;
    /// What tells a member of the room that the match begins.
    protocol::Event started_for(const Session& receiver) const;

    /// The match goes on: at its start, or after a restart.
    void go_on() { bots_.wake(); }
    /// The connections of a player have changed.
    void look_for(const PlayerId& player);
    /// The people on the room's seats have changed.
    void seats_changed() { offers_.seats_changed(); }
    /// Tells a session that is in the room and does not follow the match of the rematch that is offered.
    void tell_rematch(Session& session) const { offers_.tell_rematch(session); }
    /// The player's data are deleted. REQUIRES: the match is over, or the player has no seat.
    void forget(const PlayerId& player);

    /// A request about this match. REQUIRES: a message with the address `match`, but none to watch it.
    Done handle(RoomRequest& from);
    void say(const protocol::ChatSend& message, RoomRequest& from) { audience_.say(message, from); }

    /// What the pool has found for the bot to move.
    Done take(const BotAnswer& answer) { return bots_.take(answer); }
    /// When ring() should be called; empty when nothing is due.
    std::optional<ServerTime> alarm() const;
    Done ring();

  private:
    // For the parts.
    ServerTime now() const override { return services_.now(); }
    Awaitable<bool> commit(std::vector<MatchEvent> events, const protocol::Offer* accepted) override;
    void publish(protocol::EventBody body) override { audience_.publish(std::move(body)); }
    void send_to_seat(Side seat, protocol::EventBody body) override {
        audience_.send_to_seat(seat, std::move(body));
    }
    bool follows(const Session& session) const override { return stream_for(session).has(session); }
    milliseconds store_delay() const override;

    Done on(protocol::MatchSync& message, RoomRequest& from);
    Done on(protocol::MovePlay& message, RoomRequest& from);
    Done on(protocol::MatchResign& message, RoomRequest& from);
    Done on(protocol::MatchAbort& message, RoomRequest& from);
    Done on(protocol::ClaimWin& message, RoomRequest& from);
    Done on(protocol::PremoveSet& message, RoomRequest& from) {
        premoves_.set(message, from);
        return already_handled();
    }
    Done on(protocol::PremoveClear&, RoomRequest& from) {
        premoves_.clear(from);
        return already_handled();
    }
    Done on(protocol::OfferMake& message, RoomRequest& from) { return offers_.make(message, from); }
    Done on(protocol::OfferAnswer& message, RoomRequest& from) { return offers_.answer(message, from); }
    Done on(protocol::OfferCancel& message, RoomRequest& from) {
        offers_.cancel(message, from);
        return already_handled();
    }
    Done on(protocol::BotMove& message, RoomRequest& from);
    Done on(protocol::BotDecline& message, RoomRequest& from) { return bots_.decline(message, from); }
    Done on(protocol::HintGet& message, RoomRequest& from);
    Done command(MatchCommand command, RoomRequest& from);
    void refuse(const Refused& refused, const RoomRequest& from);
    void announce(const MatchEvent& event);
    void announce_one(const Moved& move);
    void announce_one(const TakenBack& event);
    void announce_one(const Ended& end);
    void announce_one(const Paused&) { announce_clock(); }
    void announce_one(const Continued&) { announce_clock(); }
    void announce_one(const Resumed&) { announce_clock(); }
    void announce_clock() { audience_.publish_change(protocol::MatchClock{view_clock(match_)}); }
    void match_changed();
    /// Notes who left, where this ends the match before both have moved.
    void mark_early_exit(std::vector<MatchEvent>& events, const MatchCommand& command,
                         std::optional<Side> by) const;

    std::optional<protocol::ErrorCode> hint_refusal(const protocol::HintGet& message,
                                                    const Session& session) const;
    protocol::Presence presence_at(Side side) const;
    /// False: nothing has changed.
    bool update_presence(Side side);
    void show_presence(protocol::MatchSnapshot& view) const;
    /// How long a move of the person to move may still be on its way when time is up.
    milliseconds lag_awaited() const;
    /// How long after its deadline the match still waits for a move.
    milliseconds allowance() const { return bots_.waited() + store_delay() + lag_awaited(); }
    bool is_to_move(const Session& receiver) const;
    SpectatorFeed::Presences presences() const {
        return {presence_.event(Side::first), presence_.event(Side::second)};
    }
    void say_why_unrated(protocol::MatchSnapshot& view) const;

    // Fixed after construction.
    const MatchServices services_;
    MatchHost& host_;
    const MatchTerms terms_;

    Match match_;
    std::int64_t stored_events_;
    MatchAudience audience_;
    PresenceTracker presence_;
    PremoveQueue premoves_;
    MatchOffers offers_;
    MatchBots bots_;

    ServerTime retry_{};         ///< before then nothing is due that the store has just refused
    ServerTime open_until_{};    ///< before then no flag falls: the store has just refused something
    milliseconds store_took_{};  ///< from what started the clock that runs to its announcement
    /// When the person's move that is being stored came.
    std::optional<std::chrono::steady_clock::time_point> moving_since_;
    ThrottledLog other_position_;
    ThrottledLog not_stored_;
};

}  // namespace pentad::server
