#pragma once

#include <functional>
#include <list>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "server/bots/bot_job.hpp"
#include "server/room/room_request.hpp"

namespace pentad::server {

/// The pool has found a move for the room's match.
struct BotAnswered {
    BotAnswer answer;
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
/// The first input of a room that the server made for people whom it has brought together, each on a seat of
/// the room. `done(false)`: nothing was stored, and there is no such room.
struct Gathered {
    std::vector<std::shared_ptr<Session>> people;
    std::function<void(bool)> done;
};
using RoomInput = std::variant<RoomRequest, BotAnswered, AlarmRang, ConnectionChanged, SessionOver, Gathered>;

/// What waits to be handled by a room, in order. On the I/O thread.
class RoomInbox {
  public:
    /// Requests beyond this many waiting inputs are refused with `rate_limited`; the server's own inputs are
    /// never dropped.
    static constexpr std::size_t max_waiting = 1024;

    /// True when handling should begin: it was empty and nobody is at it. Refuses a request that finds no
    /// place.
    bool push(RoomInput input) {
        if (const auto* from = std::get_if<RoomRequest>(&input); from && inputs_.size() >= max_waiting) {
            from->refuse(protocol::ErrorCode::rate_limited);
            return false;
        }
        inputs_.push_back(std::move(input));
        return !std::exchange(draining_, true);
    }
    bool empty() const { return inputs_.empty(); }
    /// REQUIRES: !empty().
    RoomInput pop() {
        RoomInput next = std::move(inputs_.front());
        inputs_.pop_front();
        return next;
    }
    /// All is handled; the next push() says so.
    void drained() { draining_ = false; }

  private:
    std::list<RoomInput> inputs_;  // mostly empty, and then a deque would be half a kilobyte
    bool draining_ = false;
};

}  // namespace pentad::server
