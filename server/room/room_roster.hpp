#pragma once

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "server/room/host_absence.hpp"
#include "server/room/ready_flags.hpp"
#include "server/room/room_actions.hpp"
#include "server/room/room_admission.hpp"
#include "server/room/room_members.hpp"
#include "server/room/room_request.hpp"
#include "server/room/room_services.hpp"
#include "server/room/room_settings.hpp"
#include "server/room/seat_reservations.hpp"

namespace pentad::server {

/// Who is in a room, who sits where and is ready, who is host, and what they have agreed to play; and what
/// becomes of all that when people go. On the I/O thread.
class RoomRoster {
  public:
    using Done = Awaitable<void>;
    using Failure = std::optional<protocol::ErrorCode>;

    /// How long a room without people and without a match is kept.
    static constexpr milliseconds reaped_after = std::chrono::seconds(60);
    /// How long seats are kept for those who have not come back since the server was started.
    static constexpr milliseconds seats_kept = std::chrono::minutes(10);
    /// When a leave that the store did not take is tried again.
    static constexpr milliseconds tried_again_after = std::chrono::seconds(5);

    /// REQUIRES: what is passed by reference outlives this.
    RoomRoster(RoomServices& services, RoomActions& room, StoredRoom stored);

    const StoredRoom& settings() const { return settings_; }
    RoomMembers& members() { return members_; }
    const RoomMembers& members() const { return members_; }
    const RoomAdmission& admission() const { return admission_; }
    ReadyFlags& ready() { return ready_; }
    const ReadyFlags& ready() const { return ready_; }
    /// The next match is stored.
    void match_started(const MatchId& match) { settings_.match = match; }
    /// A person came in; or the match has just ended, and a player who comes back soon sees how.
    void keep_room_open(bool somebody_here);
    /// Who is here has changed.
    void update_presence();
    /// Has the player a seat in the current or last match?
    bool plays(const PlayerId& player) const;
    /// Refuses a session that is in as many rooms as it may watch, and says that it did.
    bool refuses_one_more(const RoomRequest& from) const;
    /// How long the player may not begin a match here, for having left too many.
    milliseconds wait_after_exits(const PlayerId& player) const;

    /// A request about who is in the room. REQUIRES: a RoomJoin, or a message with the address `room`.
    Done handle(RoomRequest& from);

    /// Starts when all are ready; or says why it could not, and then they are not ready.
    Awaitable<Failure> start_if_ready();
    /// The player's last session is over.
    Done player_left(const PlayerId& player);

    /// When ring() should be called. Looks who is away from a seat.
    std::optional<ServerTime> update_alarm();
    Done ring();

  private:
    enum class Left { not_stored, unchanged, changed };

    Done on(const protocol::RoomJoin& message, RoomRequest& from);
    Done on(const protocol::RoomLeave& message, RoomRequest& from);
    Done on(const protocol::RoomReady& message, RoomRequest& from);
    // For the host alone.
    Done on(const protocol::RoomStart& message, RoomRequest& from);
    Done on(const protocol::RoomSeat& message, RoomRequest& from);
    Done on(const protocol::RoomUpdate& message, RoomRequest& from);
    Done on(const protocol::RoomKick& message, RoomRequest& from);
    Done on(const protocol::RoomHost& message, RoomRequest& from);

    bool is_playing() const { return room_.state() == protocol::RoomState::playing; }
    /// Refuses, and says that it did, unless the host asks before the first match.
    bool refuses_change(const RoomRequest& from) const;
    /// Refuses, and says that it did, a player who has left too many matches to begin one that counts here.
    bool refuses_leaver(const RoomRequest& from) const;
    Awaitable<bool> save_settings(const StoredRoom& changed);
    /// Starts if all are ready, and answers the request.
    Done start_and_answer(RoomRequest& from);
    bool ready_to_start() const;

    /// Frees the player's seats and finds another host, or closes a room without anybody. What has changed is
    /// not told yet; nothing has when the store did not take it.
    Awaitable<Left> take_leave(const PlayerId& player);
    Done pass_on_host();
    Done free_left_seats();
    Done reap_if_deserted();

    RoomServices& services_;
    RoomActions& room_;
    StoredRoom settings_;
    ReadyFlags ready_;
    RoomMembers members_;
    RoomAdmission admission_;
    SeatReservations reservations_;
    HostAbsence host_absence_;
    std::optional<ServerTime> deserted_;  ///< since when no person here has a connection
};

}  // namespace pentad::server
