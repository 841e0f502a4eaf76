#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "protocol/messages.hpp"
#include "server/base/log/throttled_log.hpp"
#include "server/match/match.hpp"
#include "server/match/offers.hpp"
#include "server/room/presence_tracker.hpp"
#include "server/room/recent_chat.hpp"
#include "server/room/room_request.hpp"
#include "server/room/room_services.hpp"
#include "server/room/spectator_feed.hpp"
#include "server/session/event_stream.hpp"

namespace pentad::server {

class Room;

/// A match as it is played in a room, until the next one takes its place: its commands and offers, its
/// stream of events, the presence of its seats, its bots and its deadlines. What happens is decided, stored,
/// applied and announced, in this order. On the I/O thread; the room calls one function after the other and
/// keeps the table until it has returned.
class LiveMatch {
  public:
    using Done = Awaitable<void>;

    /// A new match, or one as it was stored with so many events. The room outlives the table.
    LiveMatch(RoomServices& services, Room& room, Match match, std::int64_t stored_events);

    const Match& match() const { return match_; }
    bool over() const { return match_.result().has_value(); }
    const EventStream& stream() const { return stream_; }
    /// The stream that this session gets, or would get: those who only watch may have one of their own.
    const EventStream& stream_for(const Session& session) const;
    /// Do those who only watch see things later than the players, and not yet all of them?
    bool is_shown_later() const { return later_ && !over(); }
    /// The seat of a player, the first one where both are theirs; empty for a watcher.
    std::optional<Side> seat_of(const PlayerId& player) const;

    /// As this receiver sees it.
    protocol::MatchSnapshot snapshot(const Session& receiver, bool with_history) const;
    /// As a stranger sees it.
    protocol::MatchSnapshot public_snapshot() const;
    /// What tells a member of the room that the match begins.
    protocol::Event started_for(const Session& receiver) const;

    /// Of all its streams.
    std::size_t subscriptions() const;
    void subscribe(const std::shared_ptr<Session>& session) { stream_for(*session).subscribe(session); }
    void unsubscribe(const Session& session) { stream_for(session).unsubscribe(session); }
    /// After the server was down: what was shown, and what had happened since.
    void show_later(Match shown, const std::vector<MatchEvent>& not_yet);

    /// The match goes on: at its start, or after the server was down.
    void go_on();
    /// The connections of a player have changed.
    void look_for(const PlayerId& player);
    /// Somebody sits elsewhere in the room than before, or not at all.
    void chairs_changed();
    /// Tells a session that is in the room and does not follow the match of the rematch that is offered.
    void tell_rematch(Session& session) const;
    /// The player's data are deleted. REQUIRES: the match is over, or the player has no seat.
    void forget(const PlayerId& player);

    Done on(const protocol::MatchWatch& message, RoomRequest& from);
    Done on(const protocol::MatchUnwatch& message, RoomRequest& from);
    Done on(const protocol::MatchSync& message, RoomRequest& from);
    Done on(const protocol::MovePlay& message, RoomRequest& from);
    Done on(const protocol::MatchResign& message, RoomRequest& from);
    Done on(const protocol::MatchAbort& message, RoomRequest& from);
    // Presence (table_presence.cpp).
    Done on(const protocol::ClaimWin& message, RoomRequest& from);
    // Premoves (table_premoves.cpp).
    Done on(const protocol::PremoveSet& message, RoomRequest& from);
    Done on(const protocol::PremoveClear& message, RoomRequest& from);
    // Offers (table_offers.cpp).
    Done on(const protocol::OfferMake& message, RoomRequest& from);
    Done on(const protocol::OfferAnswer& message, RoomRequest& from);
    Done on(const protocol::OfferCancel& message, RoomRequest& from);

    // Programs on bot seats, and hints (table_bots.cpp).
    Done on(const protocol::BotMove& message, RoomRequest& from);
    Done on(const protocol::BotDecline& message, RoomRequest& from);
    Done on(const protocol::HintGet& message, RoomRequest& from);

    /// A line on the match's or the watchers' channel; the others get a skip in its place.
    void say(const protocol::ChatSend& message, RoomRequest& from);

    /// What the server's own bot to move has found.
    Done take(const BotMove& answer);

    /// When ring() should be called; empty when nothing is due.
    std::optional<ServerTime> alarm() const;
    Done ring();

  private:
    ServerTime now() const { return services_.now(); }

    /// Stores and announces, first of all that the offer was accepted from which it comes; false when the
    /// store failed.
    Awaitable<bool> happen(std::vector<MatchEvent> events, const protocol::Offer* agreed = nullptr);
    Done command(const MatchCommand& command, RoomRequest& from);
    void announce(const MatchEvent& event);
    /// With the legal moves for who is to move.
    void publish_position(protocol::EventBody change);
    void close_offers_of_the_position();
    void after_change();
    protocol::Presence presence_at(Side side) const;

    /// The turn of a bot: who was asked and how that goes.
    struct BotTurn {
        std::int64_t turn = 0;
        bool asked = false;
        PlayerId external_bots{};                  ///< the program that is asked; empty: the pool is
        std::weak_ptr<Connection> requested_on{};  ///< the connection on which it was
        bool moving = false;                       ///< its own answer is being played
        milliseconds waited{};                     ///< for places in the pool's queue that it did not get
        std::optional<protocol::BotState> told{};  ///< to the match's audience
        std::optional<ServerTime> look_at{};       ///< to tell how it goes
        std::optional<ServerTime> give_up_at{};    ///< of a program outside
    };
    /// The lag as it is measured on the session's connection.
    static milliseconds lag_of(const Session& session);
    /// How long a move of the person to move may still be on its way when time is up.
    milliseconds lag_awaited() const;
    bool only_bots() const;
    /// The seat to move if a bot is on it.
    const MatchSeat* bot_to_move() const;
    void wake_bot();
    void stop_bot();
    void ask_pool(const MatchSeat& seat);
    void ask_outside();
    void tell_of_bot();
    /// How long the bot to move has waited for a worker: nobody's time.
    milliseconds bot_waited() const;
    /// What the store has taken from who is to move: nobody's time either.
    milliseconds stored_for() const;
    std::optional<ServerTime> bot_alarm() const;
    Done ring_for_bot();
    Done move_for_bot(const BotMove& answer);
    Done fail_bot();
    /// To one session alone, beside the stream.
    void send(Session& session, protocol::EventBody body) const;

    bool may_act(const PlayerId& player, Side seat) const;
    /// A person's seat or that of a program outside.
    bool owns(const PlayerId& player, Side seat) const;
    /// Whose fault it is when this ends the match before both have moved; empty: nobody's.
    std::optional<Side> leaver(const MatchCommand& command, const PlayerId& from) const;
    /// Counts it where two people were to play a rated match, or were brought together.
    void mark_leaver(std::vector<MatchEvent>& events, const MatchCommand& command,
                     const PlayerId& from = {}) const;
    void remember(const Ended& end) const;
    void say_why_unrated(protocol::MatchSnapshot& view) const;
    bool is_to_move(const Session& receiver) const;
    protocol::Event event(protocol::EventBody body) const;
    /// To everybody, sooner or later.
    void publish(protocol::EventBody body);
    EventStream& stream_for(const Session& session);
    void open_for_spectators();
    int count_spectators() const;
    void answer_snapshot(const RoomRequest& from, bool with_history) const;
    void push_snapshot(Session& session);

    bool is_human(Side side) const;
    /// How long this seat's player is waited for from now on.
    milliseconds grace(Side side) const;
    std::optional<protocol::EpochMs> claimable_at(Side side) const;
    protocol::SeatPresence presence_event(Side side) const;
    void show_presence(protocol::MatchSnapshot& view) const;
    /// Who loses now because he is gone; see OnAbsent.
    std::optional<Side> forfeiting() const;
    /// When the match ends because nobody comes back; empty while somebody is there.
    std::optional<ServerTime> abandoned_at() const;

    /// A move that a player has set for his next turn.
    struct Premove {
        std::int64_t turn = 0;
        std::string move;
    };
    /// The turn has come.
    Done play_premove();
    void drop_premoves(const std::string& reason);
    void drop_premove(Side seat, const Premove& premove, const std::string& reason);

    /// What becomes of an offer to somebody who is not asked.
    enum class Reaction { wait, accept, decline };
    tl::expected<protocol::Offer, protocol::ErrorCode> plan_offer(const protocol::OfferMake& message,
                                                                  const PlayerId& player) const;
    bool hosts_only_bots(const PlayerId& player) const;
    /// Do those who played still sit in the room, so that they can play again?
    bool all_have_chairs() const;
    Reaction reaction_to(const protocol::Offer& offer) const;
    /// A program outside that follows the match has a say in an abort; its silence means yes.
    bool asks_program(const protocol::Offer& offer) const;
    Done accept_for_the_silent();
    /// Does what both want. Returns why it could not be done.
    Awaitable<std::optional<protocol::ErrorCode>> carry_out(const protocol::Offer& offer);
    Awaitable<std::optional<protocol::ErrorCode>> rematch(const protocol::Offer& offer);
    void close_offer(const std::string& id, protocol::OfferOutcome outcome);
    /// To all who follow the match, and of a rematch to the others in the room as well.
    void tell_offer(const protocol::Offer& offer, const protocol::EventBody& body);
    void tell_beside(Session& session, protocol::EventBody body) const;
    void close_offers_if(const std::function<bool(const protocol::Offer&)>& dies,
                         protocol::OfferOutcome outcome);
    void expire_offers();

    RoomServices& services_;
    Room& room_;
    Match match_;
    std::int64_t stored_events_;
    /// Of everybody, or of the players alone if there is another one for those who only watch.
    EventStream stream_;
    std::optional<SpectatorDelay> later_;
    RecentChat said_by_players_;
    RecentChat said_by_watchers_;
    Offers offers_;
    ThrottledLog other_position_;
    /// Of the players' sessions only.
    std::unordered_map<SessionId, ServerTime> snapshot_pushed_;
    PresenceTracker attendance_;
    std::array<std::optional<Premove>, 2> premoves_;  ///< they do not outlive the server
    ServerTime retry_{};                 ///< before then nothing is due that the store has just refused
    ServerTime open_until_{};            ///< before then no flag falls: the store has just refused something
    milliseconds store_took_{};          ///< from what started the clock that runs to its announcement
    std::optional<ServerTime> bot_due_;  ///< when a bot that was held back is asked
    std::optional<BotTurn> bot_turn_;    ///< while a bot is to move
    /// A person's move that is being stored came then.
    std::optional<std::chrono::steady_clock::time_point> moving_since_;
    std::array<int, 2> failures_{};  ///< in a row, of the programs outside
};

}  // namespace pentad::server
