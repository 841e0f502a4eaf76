#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "server/room/live_match.hpp"
#include "server/room/room_audience.hpp"

namespace pentad::server {

/// What the roster needs from its room. On the I/O thread.
class RoomActions {
  public:
    /// False when nothing was stored.
    virtual Awaitable<bool> save(std::vector<Record> records) = 0;
    /// False: not stored, and the room stays.
    virtual Awaitable<bool> close(std::string_view reason) = 0;
    /// Starts a match with these; or says why it could not.
    virtual Awaitable<std::optional<protocol::ErrorCode>> start_match(
        std::array<MatchSeat, 2> seats, const std::function<void()>& when_stored) = 0;

    virtual bool is_closed() const = 0;
    virtual protocol::RoomState state() const = 0;
    /// The current or last match; nullptr before the first.
    virtual LiveMatch* current_match() = 0;
    virtual RoomAudience& audience() = 0;
    virtual void tell_changed() = 0;
    /// The session comes in, and is told of the room from now on. `changed`: the others are told of more than
    /// that somebody is here.
    virtual void enter(const std::shared_ptr<Session>& session, bool changed) = 0;
    virtual protocol::RoomEntered entered(const Session& session) const = 0;
    /// Takes a session out of the members and from all streams.
    virtual void forget(const Session& session) = 0;
    /// Takes the sessions of these players out, and says why.
    virtual void send_away(const std::set<PlayerId>& players, std::string_view reason) = 0;
    /// Tells everybody if the player came or went.
    virtual void look_for(const PlayerId& player) = 0;

  protected:
    ~RoomActions() = default;
};

}  // namespace pentad::server
