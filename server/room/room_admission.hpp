#pragma once

#include <map>
#include <optional>

#include "protocol/client_messages.hpp"
#include "protocol/replies.hpp"
#include "server/limits/rate_limiter.hpp"
#include "server/moderation/block_list.hpp"
#include "server/room/room_members.hpp"

namespace pentad::server {

/// Who may come into a room and stay: passwords, blocks and those whom the host has removed. On the I/O
/// thread.
class RoomAdmission {
  public:
    /// How long a player who was kicked stays out, and how many of them are remembered.
    static constexpr milliseconds kicked_for = std::chrono::minutes(10);
    static constexpr std::size_t max_kicked = 256;

    /// `wrong_guesses` counts wrong passwords by address. REQUIRES: all of it outlives this.
    RoomAdmission(const StoredRoom& room, const RoomMembers& members, const BlockList& blocks,
                  RateLimiter& wrong_guesses)
        : room_(room), members_(members), blocks_(blocks), wrong_guesses_(wrong_guesses) {}

    void kick(const PlayerId& player, ServerTime now);
    bool is_kicked(const PlayerId& player, ServerTime now) const;

    /// Why this player may not come in, or not like this. `plays`: with a seat in the match. A wrong password
    /// is counted.
    std::optional<protocol::ErrorReply> refusal(const protocol::RoomJoin& message, const Session& session,
                                                bool plays, ServerTime now);
    /// Why this player may not watch the room's match.
    std::optional<protocol::ErrorCode> watch_refusal(const PlayerId& player, bool plays,
                                                     ServerTime now) const;
    /// May a session go on with this room without asking to come in again?
    bool may_stay(const PlayerId& player, bool plays, ServerTime now) const;
    /// Is the session in as many rooms as it may watch? Never where its player has a place.
    bool is_one_too_many(Session& session, bool plays) const;

  private:
    bool belongs(const PlayerId& player) const;
    /// Has the host, or who sits on a seat, blocked this player, who has no place here?
    bool is_blocked(const PlayerId& player, bool plays) const;

    const StoredRoom& room_;
    const RoomMembers& members_;
    const BlockList& blocks_;
    RateLimiter& wrong_guesses_;
    std::map<PlayerId, ServerTime> kicked_;  ///< until when
};

}  // namespace pentad::server
