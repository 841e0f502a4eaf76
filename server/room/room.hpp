#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "protocol/messages.hpp"
#include "server/base/log/throttled_log.hpp"
#include "server/limits/address_quota.hpp"
#include "server/room/live_match.hpp"
#include "server/room/room_actions.hpp"
#include "server/room/room_audience.hpp"
#include "server/room/room_inbox.hpp"
#include "server/room/room_roster.hpp"
#include "server/room/room_services.hpp"

namespace pentad::server {

/// The people around a board (RoomRoster), what they are told (RoomAudience) and the match that they play
/// (LiveMatch). One input after the other is received, decided, stored, applied and announced. Nothing is
/// announced or acknowledged that is not stored. On the I/O thread.
class Room final : public std::enable_shared_from_this<Room>, private MatchHost, private RoomActions {
  public:
    static constexpr std::size_t max_waiting = RoomInbox::max_waiting;
    static constexpr milliseconds kicked_for = RoomAdmission::kicked_for;
    static constexpr milliseconds host_awaited = HostAbsence::awaited;
    static constexpr milliseconds reaped_after = RoomRoster::reaped_after;
    static constexpr milliseconds seats_kept = RoomRoster::seats_kept;
    static constexpr milliseconds tried_again_after = RoomRoster::tried_again_after;
    static constexpr milliseconds watchers_gathered_for = RoomAudience::watchers_gathered_for;

    /// A room as it was stored, or as it was just made (then the first input should be the creator's
    /// request). `match` is its current or last one.
    Room(RoomServices& services, StoredRoom stored, std::optional<Match> match, std::int64_t stored_events);

    void submit(RoomInput input);
    /// Goes on with what was under way when the server stopped: the clocks, the bots' searches.
    void wake_up();
    /// Only after a restart: what those who watch later do not know yet.
    void show_later(Match shown, const std::vector<MatchEvent>& not_yet);

    const StoredRoom& settings() const { return roster_.settings(); }
    protocol::RoomState state() const override;
    protocol::RoomSummary summary() const { return audience_.summary(status()); }
    /// As this reader may see it, with the chat.
    protocol::RoomSnapshot full_snapshot(const PlayerId& reader) const {
        return audience_.snapshot_for(reader, status());
    }
    /// The invitation, which only the host is told. Only its hash is stored, so it is not known any more
    /// after a restart; it still works.
    void set_invite(std::string invite) { audience_.set_invite(std::move(invite)); }
    const std::string& invite() const { return audience_.invite(); }
    /// The player's seat: in a hotseat room the first of the host's.
    std::optional<Side> seat_of(const PlayerId& player) const { return seat_in(settings(), player); }
    bool has_member(const PlayerId& player) const { return roster_.members().has(player); }

    /// The current or last match; none before the first.
    const LiveMatch* live_match() const { return live_match_.get(); }
    const Match* match() const { return live_match_ ? &live_match_->match() : nullptr; }

    const EventStream& room_stream() const override { return audience_.stream(); }
    /// Of the room's stream and its match's.
    std::size_t subscriptions() const;
    /// Counts a session among the members, without the room's events.
    void admit(const std::shared_ptr<Session>& session);
    /// A session of before a restart follows the room again, or its match: where its player belongs, or where
    /// everybody may watch.
    void let_back_in(const std::shared_ptr<Session>& session);
    void let_back_to_match(const std::shared_ptr<Session>& session);
    /// A member that is not told of the room, or of its match, any more.
    void unsubscribe(const Session& session) { audience_.stream().unsubscribe(session); }
    void unsubscribe_from_match(const Session& session);
    /// The player's data are deleted. REQUIRES: no match is under way in which the player has a seat.
    void forget(const PlayerId& player);

    /// When the room wants to be woken; kept by RoomRegistry.
    std::optional<ServerTime> alarm;
    /// Counts it for who made it, for as long as it is there; unset for a room that was brought back.
    std::optional<AddressQuota::One> made_from;

  private:
    using Done = Awaitable<void>;
    using Failure = std::optional<protocol::ErrorCode>;

    // For the match.
    Awaitable<StoreThread::Outcome> store(std::vector<Record> records) override;
    void match_over(const Ended& end) override;
    BotScheduler::Done bot_answers() override;
    const PlayerId& host() const override { return settings().host; }
    bool is_seated(const PlayerId& player) const override { return seat_of(player).has_value(); }
    protocol::Presence presence_of(const PlayerId& player) const override {
        return roster_.members().presence_of(player);
    }
    bool said_bye(const PlayerId& player) const override { return roster_.members().said_bye(player); }
    milliseconds wait_after_exits(const PlayerId& player) const override {
        return roster_.wait_after_exits(player);
    }
    // For the match and the roster.
    Awaitable<Failure> start_match(std::array<MatchSeat, 2> seats,
                                   const std::function<void()>& when_stored) override;
    // For the roster.
    Awaitable<bool> save(std::vector<Record> records) override;
    Awaitable<bool> close(std::string_view reason) override;
    bool is_closed() const override { return closed_; }
    LiveMatch* current_match() override { return live_match_.get(); }
    RoomAudience& audience() override { return audience_; }
    void tell_changed() override { audience_.tell_changed(status()); }
    void enter(const std::shared_ptr<Session>& session, bool changed) override;
    protocol::RoomEntered entered(const Session& session) const override {
        return audience_.entered(session, status());
    }
    void forget(const Session& session) override;
    void send_away(const std::set<PlayerId>& players, std::string_view reason) override;
    void look_for(const PlayerId& player) override;

    Done drain();
    Done take(RoomRequest& input);
    Done take(BotAnswered& input);
    Done take(AlarmRang& input);
    Done take(ConnectionChanged& input);
    Done take(SessionOver& input);
    Done take(Gathered& input);
    Done on(const protocol::RoomCreate& message, RoomRequest& from);
    Done on(const protocol::ChatSend& message, RoomRequest& from);
    Done on(const protocol::MatchWatch& message, RoomRequest& from);
    Done on(const protocol::MatchUnwatch& message, RoomRequest& from);

    /// The room could not be stored when it was made.
    void discard();
    bool may_stay(const PlayerId& player) const;
    /// Why this session may not write in the room's chat.
    std::optional<std::string> chat_refusal(const Session& writer) const;
    RoomStatus status() const;
    std::shared_ptr<LiveMatch> make_match(Match match, std::int64_t stored_events);
    void announce_start();
    void rearm();

    RoomServices& services_;
    RoomRoster roster_;
    RoomAudience audience_;
    RoomInbox inbox_;
    ThrottledLog trouble_;
    /// Shared with whoever is running one of its functions while the next match takes its place.
    std::shared_ptr<LiveMatch> live_match_;
    /// The server has brought two people together; not known any more after a restart.
    bool matchmade_ = false;
    bool closed_ = false;
};

}  // namespace pentad::server
