#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "protocol/messages.hpp"
#include "server/base/log/throttled_log.hpp"
#include "server/limits/address_quota.hpp"
#include "server/room/live_match.hpp"
#include "server/room/recent_chat.hpp"
#include "server/room/room_request.hpp"
#include "server/room/room_services.hpp"
#include "server/room/room_settings.hpp"
#include "server/session/event_stream.hpp"
#include "server/store/store.hpp"

namespace pentad::server {

struct BotAnswered {
    BotMove answer;
};
/// The moment that the room asked to be woken at.
struct AlarmRang {};
/// A session's connection came or went.
struct ConnectionChanged {
    std::shared_ptr<Session> session;
};
/// A session is over: its player does not come back to it.
struct SessionOver {
    std::shared_ptr<Session> session;
};
/// The first input of a room that the server made: these people have been brought together to play at once,
/// each on a chair of theirs. `done(false)`: nothing was stored, and there is no such room.
struct Gathered {
    std::vector<std::shared_ptr<Session>> people;
    std::function<void(bool)> done;
};
using RoomInput = std::variant<RoomRequest, BotAnswered, AlarmRang, ConnectionChanged, SessionOver, Gathered>;

/// The people around a board, their chairs and what they have agreed to play; the match itself is played on
/// the room's LiveMatch. One input after the other is received, decided, stored, applied and announced.
/// Nothing is announced or acknowledged that is not stored. On the I/O thread.
class Room : public std::enable_shared_from_this<Room> {
  public:
    /// Requests beyond this many waiting are refused with `rate_limited`; what the server itself has to say
    /// is never dropped.
    static constexpr std::size_t max_waiting = 1024;
    /// How long a room without people and without a match is kept.
    static constexpr milliseconds reaped_after = std::chrono::seconds(60);
    /// How long a host may be away before the room goes to somebody who is there.
    static constexpr milliseconds host_awaited = std::chrono::seconds(30);
    /// How long who was kicked stays out, and how many of them are remembered.
    static constexpr milliseconds kicked_for = std::chrono::minutes(10);
    static constexpr std::size_t max_kicked = 256;
    /// How long chairs are kept for those who have not come back since the server was started.
    static constexpr milliseconds chairs_kept = std::chrono::minutes(10);
    /// When a leave that the store did not take is tried again.
    static constexpr milliseconds tried_again_after = std::chrono::seconds(5);
    /// Watchers who come and go are told of no more often than this; what lies between is gathered.
    static constexpr milliseconds watchers_gathered_for{500};

    /// A room as it was stored, or as it was just made (then the first input should be the creator's
    /// request). `match` is its current or last one.
    Room(RoomServices& services, StoredRoom stored, std::optional<Match> match, std::int64_t stored_events);

    void submit(RoomInput input);

    /// Goes on with what was under way when the server stopped: the clocks, the bots' searches.
    void wake_up();

    const StoredRoom& settings() const { return settings_; }
    protocol::RoomSummary summary() const;
    protocol::RoomState state() const;
    /// The invitation, which the host alone is told. Only its hash is stored, so that it is not known any
    /// more once the server was started again; it is good all the same.
    void set_invite(std::string invite) { invite_ = std::move(invite); }
    const std::string& invite() const { return invite_; }
    /// Without the chat: room.changed would say it again and again.
    protocol::RoomSnapshot snapshot() const;
    protocol::RoomSnapshot snapshot_for_host() const;
    /// As this reader may see it, with the chat, for those who come or come back.
    protocol::RoomSnapshot full_snapshot(const PlayerId& reader) const;
    const EventStream& room_stream() const { return room_stream_; }
    /// Of the room's streams and its table's.
    std::size_t subscriptions() const {
        return room_stream_.subscribers().size() + (live_match_ ? live_match_->subscriptions() : 0);
    }

    /// The current or last match; none before the first.
    const LiveMatch* live_match() const { return live_match_.get(); }
    const Match* match() const { return live_match_ ? &live_match_->match() : nullptr; }

    /// The chair of a player: in a hotseat room the first of the host's.
    std::optional<Side> chair_of(const PlayerId& player) const;

    /// May this player come in, or has the host sent them away?
    bool is_kicked(const PlayerId& player) const;

    /// A session of before the server was started again follows the room again, or its match: where its
    /// player belongs, or where everybody may watch.
    void let_back_in(const std::shared_ptr<Session>& session);
    void let_back_to_match(const std::shared_ptr<Session>& session);
    /// The player's data are deleted. REQUIRES: no match is under way in which the player has a seat.
    void forget(const PlayerId& player);
    /// Only when the server was started again: what those who watch later do not know yet.
    void show_later(Match shown, const std::vector<MatchEvent>& not_yet);

    // For the table.
    /// Refuses a session that is in as many rooms as it may watch, and says that it did; never where its
    /// player belongs.
    bool refuses_one_more(RoomRequest& from) const;
    bool has_member(const PlayerId& player) const;
    /// Counts a session among the members, without the room's events.
    void admit(const std::shared_ptr<Session>& session);
    /// A member that is not told of the room, or of its match, any more.
    void unsubscribe(const Session& session) { room_stream_.unsubscribe(session); }
    void unsubscribe_from_match(const Session& session);
    /// Takes a session out of the members and from all streams.
    void forget(const Session& session);
    /// By the connections of those sessions of the player that are members.
    protocol::Presence presence_of(const PlayerId& player) const;
    /// The player has no connection and left of his own will.
    bool said_bye(const PlayerId& player) const;
    /// Tells everybody if a player came or went: at once of who has a chair, gathered of those who watch.
    void look_for(const PlayerId& player);
    /// False when nothing was stored.
    Awaitable<bool> save(std::vector<Record> records);
    void tell_changed();
    void match_over();
    /// Puts a new table in place of the one that there was, after `when_stored`. Or why not: the store does
    /// not take it, or a program is full or gone by now.
    Awaitable<std::optional<protocol::ErrorCode>> start_match(std::array<MatchSeat, 2> seats,
                                                              const std::function<void()>& when_stored);
    /// Is it counted who leaves a match here before both have moved?
    bool counts_early_exits() const;
    /// How long the player begins no match here, for having left too many.
    milliseconds wait_after_exits(const PlayerId& player) const;

    /// When the room wants to be woken; kept by RoomRegistry.
    std::optional<ServerTime> alarm;

    /// Counts it for who made it, for as long as it is there; unset for a room that was brought back.
    std::optional<AddressQuota::One> made_from;

  private:
    using Done = Awaitable<void>;

    Done drain();
    Done take(RoomRequest& input);
    Done take(BotAnswered& input);
    Done take(AlarmRang& input);
    Done take(ConnectionChanged& input);
    Done take(SessionOver& input);
    Done take(Gathered& input);

    // People who come, speak and go (room_people.cpp).
    Done on(const protocol::RoomCreate& message, RoomRequest& from);
    Done on(const protocol::RoomJoin& message, RoomRequest& from);
    Done on(const protocol::RoomLeave& message, RoomRequest& from);
    Done on(const protocol::ChatSend& message, RoomRequest& from);
    Done on(const protocol::RoomReady& message, RoomRequest& from);
    // What the host may do (room_host.cpp).
    Done on(const protocol::RoomStart& message, RoomRequest& from);
    Done on(const protocol::RoomSeat& message, RoomRequest& from);
    Done on(const protocol::RoomUpdate& message, RoomRequest& from);
    Done on(const protocol::RoomKick& message, RoomRequest& from);
    Done on(const protocol::RoomHost& message, RoomRequest& from);

    /// Why this player may not come in, or not like this.
    std::optional<protocol::ErrorReply> refused_entry(const protocol::RoomJoin& message,
                                                      const Session& session);
    /// `changed`: there is more to tell the others than that somebody is here.
    void enter(const std::shared_ptr<Session>& session, bool changed);
    /// Refuses, and says that it did, who has left too many matches to begin one that counts here.
    bool refuses_to_leaver(const RoomRequest& from) const;
    bool belongs(const PlayerId& player) const;
    /// Has the host, or who sits on the other chair, blocked this player, who has no place here?
    bool is_blocked(const PlayerId& player) const;
    bool may_stay(const PlayerId& player) const;
    protocol::RoomEntered entered(const Session& session) const;
    Awaitable<bool> save_settings(const StoredRoom& changed);
    /// False: not stored, the room stays.
    Awaitable<bool> close(std::string_view reason);
    bool ready_to_start() const;
    /// Starts when all are ready; or why it could not. Then they are not ready.
    Awaitable<std::optional<protocol::ErrorCode>> start_if_ready();
    bool may_change(const RoomRequest& from) const;
    enum class Left { not_stored, unchanged, changed };
    /// Frees the player's chairs and finds another host, or closes a room without anybody. What has changed
    /// is not told yet; nothing has when the store did not take it.
    Awaitable<Left> take_leave(const PlayerId& player);
    Done take_leave_or_try_again(const PlayerId& player);
    /// Who should be host in place of this player; empty: nobody is there.
    PlayerId heir_of(const PlayerId& host) const;
    Done pass_on_host();
    /// Takes the sessions of these players out; they hear `room.closed` where the others hear, once,
    /// `room.changed`.
    void send_away(const std::set<PlayerId>& players, std::string_view reason);
    bool is_online(const PlayerId& player) const;
    /// A program that watches keeps no room, and hosts none.
    static bool is_person(const Session& session) {
        return session.player().kind == protocol::PlayerKind::human;
    }
    void list_or_hide();

    /// Who is there, as the room's summary shows it.
    struct Present {
        std::array<bool, 2> chairs{};
        int watchers = 0;

        friend bool operator==(const Present&, const Present&) = default;
    };
    Present present() const;
    /// Tells if the people who are here are others than was told, of watchers alone now or later.
    void tell_who_is_here();
    /// Before the first match: until when chairs are kept for those who are away.
    void look_at_chairs();
    /// How long a player is waited for who is away from his chair now.
    milliseconds grace(const PlayerId& player) const;
    Done free_left_chairs();
    /// The first match, or one with the people who sit on the chairs now.
    Awaitable<std::optional<protocol::ErrorCode>> start_from_chairs();
    bool second_chair_begins() const;
    /// Does any session of the one player come from the address of one of the other's?
    bool share_a_network(const PlayerId& one, const PlayerId& other) const;
    /// The programs on the seats do not follow the match by themselves.
    void tell_programs_of_the_start();
    void rearm();

    RoomServices& services_;
    StoredRoom settings_;
    std::string invite_;
    std::array<bool, 2> ready_{};
    bool by_queue_ =
        false;  ///< the server has brought two people together; not known any more after a restart
    std::vector<std::shared_ptr<Session>> members_;
    EventStream room_stream_;
    RecentChat said_;
    ThrottledLog trouble_;
    std::map<PlayerId, ServerTime> kicked_;  ///< until when

    /// Shared with whoever is running one of its functions while the next match takes its place.
    std::shared_ptr<LiveMatch> live_match_;

    std::list<RoomInput> inbox_;  ///< mostly empty, and then a deque would be half a kilobyte
    bool draining_ = false;
    bool closed_ = false;
    std::optional<ServerTime> deserted_;   ///< since when no member has a connection
    std::optional<ServerTime> host_away_;  ///< since when
    Present told_present_;
    ServerTime watchers_told_{};              ///< when an event told of nothing but watchers
    std::optional<ServerTime> watchers_due_;  ///< when the next one may
    struct Away {
        PlayerId player;
        ServerTime kept_until{};
    };
    std::array<std::optional<Away>, 2> away_;  ///< by chair, before the first match
    /// Chairs and host are looked after at `leavers_due_`, should these still not be here.
    std::set<PlayerId> leavers_;
    std::optional<ServerTime> leavers_due_;
};

}  // namespace pentad::server
