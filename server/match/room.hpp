#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/messages.hpp"
#include "server/lobby/stream.hpp"
#include "server/match/match.hpp"
#include "server/match/room_services.hpp"
#include "server/store/store.hpp"

namespace pentad::server {

/// A client's request and who sent it.
struct FromSession {
    std::shared_ptr<Session> session;
    protocol::Request request;
    ServerTime at{};
};
struct BotAnswered {
    BotMove answer;
};
/// The moment that the room asked to be woken at.
struct AlarmRang {};
/// A session's link came or went.
struct LinkChanged {
    std::shared_ptr<Session> session;
};
/// A session is over: its player does not come back to it.
struct SessionOver {
    std::shared_ptr<Session> session;
};
using RoomInput = std::variant<FromSession, BotAnswered, AlarmRang, LinkChanged, SessionOver>;

/// The people around a board and the match that they play: one input after the other is received, decided,
/// stored, applied and announced. Nothing is announced or acknowledged that is not stored.
/// On the I/O thread.
class Room : public std::enable_shared_from_this<Room> {
  public:
    /// Requests beyond this many waiting are refused with `rate_limited`; what the server itself has to say
    /// is never dropped.
    static constexpr std::size_t max_waiting = 1024;
    /// How long a room without people and without a match is kept.
    static constexpr milliseconds reaped_after = std::chrono::seconds(60);
    /// How long a match without people waits for them before it ends as `abandoned`.
    static constexpr milliseconds abandoned_after = std::chrono::hours(24);

    /// A room as it was stored, or as it was just made (then the first input should be the creator's
    /// request). `match` is its current or last one.
    Room(RoomServices& services, StoredRoom stored, std::optional<Match> match, std::int64_t stored_events);

    void submit(RoomInput input);

    /// Goes on with what was under way when the server stopped: the clocks, the bots' searches.
    void wake_up();

    const StoredRoom& settings() const { return settings_; }
    protocol::RoomSummary summary() const;
    protocol::RoomState state() const;
    const std::optional<Match>& match() const { return match_; }

    /// The chair of a player: in a hotseat room the first of the host's.
    std::optional<Side> chair_of(const PlayerId& player) const;
    /// The match seat of a player; empty for a watcher.
    std::optional<Side> seat_of(const PlayerId& player) const;

    protocol::RoomSnapshot snapshot() const;
    /// For this receiver. REQUIRES: match().
    protocol::MatchSnapshot match_snapshot(const Session& receiver, bool with_history) const;
    /// As a stranger sees it. REQUIRES: match().
    protocol::MatchSnapshot public_match_snapshot() const;

    const Stream& room_stream() const { return room_stream_; }
    const Stream& match_stream() const { return match_stream_; }

    /// When the room wants to be woken; kept by Rooms.
    std::optional<ServerTime> alarm;

  private:
    using Done = Awaitable<void>;

    Done drain();
    Done take(FromSession& input);
    Done take(BotAnswered& input);
    Done take(AlarmRang& input);
    Done take(LinkChanged& input);
    Done take(SessionOver& input);

    // Around the board (room.cpp).
    Done on(const protocol::RoomCreate& message, FromSession& from);
    Done on(const protocol::RoomJoin& message, FromSession& from);
    Done on(const protocol::RoomSeat& message, FromSession& from);
    Done on(const protocol::RoomReady& message, FromSession& from);
    Done on(const protocol::RoomStart& message, FromSession& from);
    Done on(const protocol::RoomLeave& message, FromSession& from);
    // On the board (room_match.cpp).
    Done on(const protocol::MatchWatch& message, FromSession& from);
    Done on(const protocol::MatchUnwatch& message, FromSession& from);
    Done on(const protocol::MatchSync& message, FromSession& from);
    Done on(const protocol::MovePlay& message, FromSession& from);
    Done on(const protocol::MatchResign& message, FromSession& from);
    Done on(const protocol::OfferMake& message, FromSession& from);
    Done on(const protocol::OfferAnswer& message, FromSession& from);
    Done on(const protocol::OfferCancel& message, FromSession& from);

    void enter(const std::shared_ptr<Session>& session, const protocol::RequestId& re);
    void forget(const Session& session);
    bool has_member(const PlayerId& player) const;
    protocol::Presence presence_of(const PlayerId& player) const;
    void tell_presence(const PlayerId& player);
    Awaitable<bool> save(std::vector<Record> records);
    Awaitable<bool> save_settings(const StoredRoom& changed);
    void tell_changed();
    Done close(std::string_view reason);
    bool ready_to_start() const;
    Done leave_chair(const PlayerId& player);

    Done start_match();
    /// Stores and announces; false when the store failed.
    Awaitable<bool> happen(std::vector<MatchEvent> events);
    Done command(const MatchCommand& command, FromSession& from);
    void announce(const MatchEvent& event);
    void after_change();
    void wake_bot();
    void rearm();
    bool may_act(const PlayerId& player, Side seat) const;
    bool is_to_move(const Session& receiver) const;
    protocol::Event match_event(protocol::EventBody body) const;
    void answer_snapshot(const FromSession& from, bool with_history);
    void push_snapshot(const std::shared_ptr<Session>& session);
    void close_offers(protocol::OfferOutcome outcome);

    RoomServices& services_;
    StoredRoom settings_;
    std::array<bool, 2> ready_{};
    std::vector<std::shared_ptr<Session>> members_;
    Stream room_stream_;

    std::optional<Match> match_;
    std::int64_t stored_events_ = 0;
    Stream match_stream_;
    std::vector<protocol::Offer> offers_;
    std::array<protocol::Presence, 2> told_presence_{};

    std::deque<RoomInput> inbox_;
    bool draining_ = false;
    bool closed_ = false;
    std::optional<ServerTime> deserted_;  ///< since when no member has a link
    std::optional<ServerTime> bot_due_;   ///< when a paced bot may start to think
};

}  // namespace pentad::server
