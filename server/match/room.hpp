#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/messages.hpp"
#include "server/lobby/stream.hpp"
#include "server/match/from_session.hpp"
#include "server/match/room_services.hpp"
#include "server/match/table.hpp"
#include "server/store/store.hpp"

namespace pentad::server {

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

/// The people around a board, their chairs and what they have agreed to play; the match itself is played on
/// the room's Table. One input after the other is received, decided, stored, applied and announced. Nothing
/// is announced or acknowledged that is not stored. On the I/O thread.
class Room : public std::enable_shared_from_this<Room> {
  public:
    /// Requests beyond this many waiting are refused with `rate_limited`; what the server itself has to say
    /// is never dropped.
    static constexpr std::size_t max_waiting = 1024;
    /// How long a room without people and without a match is kept.
    static constexpr milliseconds reaped_after = std::chrono::seconds(60);

    /// A room as it was stored, or as it was just made (then the first input should be the creator's
    /// request). `match` is its current or last one.
    Room(RoomServices& services, StoredRoom stored, std::optional<Match> match, std::int64_t stored_events);

    void submit(RoomInput input);

    /// Goes on with what was under way when the server stopped: the clocks, the bots' searches.
    void wake_up();

    const StoredRoom& settings() const { return settings_; }
    protocol::RoomSummary summary() const;
    protocol::RoomState state() const;
    protocol::RoomSnapshot snapshot() const;
    const Stream& room_stream() const { return room_stream_; }

    /// The current or last match; none before the first.
    const Table* table() const { return table_.get(); }
    const Match* match() const { return table_ ? &table_->match() : nullptr; }

    /// The chair of a player: in a hotseat room the first of the host's.
    std::optional<Side> chair_of(const PlayerId& player) const;

    // For the table.
    bool has_member(const PlayerId& player) const;
    /// Counts a session among the members, without the room's events.
    void admit(const std::shared_ptr<Session>& session);
    /// Takes a session out of the members and from all streams.
    void forget(const Session& session);
    /// By the links of those sessions of the player that are members.
    protocol::Presence presence_of(const PlayerId& player) const;
    /// The player has no link and left of his own will.
    bool said_bye(const PlayerId& player) const;
    /// Tells everybody if a player came or went.
    void look_for(const PlayerId& player);
    /// False when nothing was stored.
    Awaitable<bool> save(std::vector<Record> records);
    void tell_changed();
    void match_over();
    /// Puts a new table in place of the one that there was; false when the store does not take it.
    Awaitable<bool> start_match(std::array<MatchSeat, 2> seats);

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

    Done on(const protocol::RoomCreate& message, FromSession& from);
    Done on(const protocol::RoomJoin& message, FromSession& from);
    Done on(const protocol::RoomSeat& message, FromSession& from);
    Done on(const protocol::RoomReady& message, FromSession& from);
    Done on(const protocol::RoomStart& message, FromSession& from);
    Done on(const protocol::RoomLeave& message, FromSession& from);

    void enter(const std::shared_ptr<Session>& session, const protocol::RequestId& re);
    Awaitable<bool> save_settings(const StoredRoom& changed);
    Done close(std::string_view reason);
    bool ready_to_start() const;
    Done leave_chair(const PlayerId& player);
    /// The first match, or one with the people who sit on the chairs now.
    Done start_from_chairs();
    void rearm();

    RoomServices& services_;
    StoredRoom settings_;
    std::array<bool, 2> ready_{};
    std::vector<std::shared_ptr<Session>> members_;
    Stream room_stream_;

    /// Shared with whoever is running one of its functions while the next match takes its place.
    std::shared_ptr<Table> table_;

    std::deque<RoomInput> inbox_;
    bool draining_ = false;
    bool closed_ = false;
    std::optional<ServerTime> deserted_;  ///< since when no member has a link
};

}  // namespace pentad::server
