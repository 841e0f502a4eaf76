#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "protocol/messages.hpp"
#include "server/moderation/block_list.hpp"
#include "server/room/recent_chat.hpp"
#include "server/room/room_list.hpp"
#include "server/room/room_members.hpp"
#include "server/room/room_view.hpp"
#include "server/session/event_stream.hpp"

namespace pentad::server {

/// What the people in a room are told of it, and the public list: the room's numbered events, its chat, and
/// who of them was last said to be there. On the I/O thread.
class RoomAudience {
  public:
    /// Watchers who come and go are told of no more often than this; what lies between is gathered.
    static constexpr milliseconds watchers_gathered_for{500};

    /// REQUIRES: what is passed by reference outlives this.
    RoomAudience(const StoredRoom& room, const RoomMembers& members, const BlockList& blocks, RoomList& list,
                 const std::function<ServerTime()>& now)
        : room_(room), members_(members), blocks_(blocks), list_(list), now_(now) {}

    const EventStream& stream() const { return stream_; }
    EventStream& stream() { return stream_; }
    /// The invitation, which only the host is told.
    void set_invite(std::string invite) { invite_ = std::move(invite); }
    const std::string& invite() const { return invite_; }

    protocol::RoomSummary summary(RoomStatus status) const;
    /// As this reader may see it, with the chat.
    protocol::RoomSnapshot snapshot_for(const PlayerId& reader, RoomStatus status) const;
    /// For a session that comes in.
    protocol::RoomEntered entered(const Session& session, RoomStatus status) const;
    /// To a session that did not ask for it.
    void send_snapshot(Session& session, RoomStatus status) const;

    /// Something has changed.
    void tell_changed(const RoomStatus& status);
    /// Somebody came or went: told at once about seats, gathered about watchers, and not if nothing is new.
    void tell_who_is_here(const RoomStatus& status);
    /// When tell_who_is_here() has gathered enough.
    std::optional<ServerTime> watchers_due() const { return watchers_due_; }
    /// These players are out already: they hear `room.closed` where the others hear, once, `room.changed`.
    void tell_removed(const std::set<PlayerId>& players, const std::vector<std::shared_ptr<Session>>& sent,
                      std::string_view reason, const RoomStatus& status);
    /// The room is closed.
    void tell_closed(std::string_view reason);
    /// To all but those who have blocked the writer.
    void say(const protocol::ChatLine& line);
    /// The player's data are deleted.
    void forget(const PlayerId& player) { chat_.forget(player); }

  private:
    /// In the public list, or not, as the room wants.
    void list_or_hide(const RoomStatus& status);
    protocol::Event event(protocol::EventBody body) const;
    protocol::Event changed_event(const RoomStatus& status, bool for_host) const;
    /// With the number of watchers that all were told: one more or less is no event of its own.
    RoomStatus as_told(RoomStatus status) const;

    const StoredRoom& room_;
    const RoomMembers& members_;
    const BlockList& blocks_;
    RoomList& list_;
    const std::function<ServerTime()>& now_;
    std::string invite_;
    EventStream stream_;
    RecentChat chat_;
    RoomMembers::Present told_;
    ServerTime watchers_told_{};              ///< when an event told of nothing but watchers
    std::optional<ServerTime> watchers_due_;  ///< when the next one may
};

}  // namespace pentad::server
