#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "protocol/events.hpp"
#include "server/base/executor.hpp"
#include "server/bots/bot_scheduler.hpp"
#include "server/match/match.hpp"
#include "server/session/event_stream.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {

/// What the room has agreed on for its matches. It does not change while a match is played.
struct MatchTerms {
    bool rated = false;  ///< as the room wants it; a match between people on one network is not
    bool takeback = true;
    protocol::OnAbsent on_absent = protocol::OnAbsent::claim;
    bool spectators_chat = true;
    milliseconds spectators_delay{};
    /// Leaving before both have moved counts against a player (EarlyExits).
    bool counts_early_exits = false;
};

/// What a match needs from the room that it is played in. On the I/O thread.
class MatchHost {
  public:
    /// Returns when the records are durable, or with the error.
    virtual Awaitable<StoreThread::Outcome> store(std::vector<Record> records) = 0;
    /// This end was applied and announced.
    virtual void match_over(const Ended& end) = 0;
    /// Puts the next match in the place of this one and calls `when_stored` in between; or says why it could
    /// not: the store does not take it, or a bot is full or gone.
    virtual Awaitable<std::optional<protocol::ErrorCode>> start_match(
        std::array<MatchSeat, 2> seats, const std::function<void()>& when_stored) = 0;
    /// Takes the pool's answers back to the match. What it returns is thread-safe and does nothing once the
    /// room is gone. REQUIRES: the room is shared, which it is not yet while it is constructed.
    virtual BotScheduler::Done bot_answers() = 0;

    virtual const PlayerId& host() const = 0;
    /// Does the player sit in the room, and so may play the next match?
    virtual bool is_seated(const PlayerId& player) const = 0;
    virtual protocol::Presence presence_of(const PlayerId& player) const = 0;
    /// The player has no connection and left on purpose.
    virtual bool said_bye(const PlayerId& player) const = 0;
    /// How long the player may not begin a match here, for having left too many.
    virtual milliseconds wait_after_exits(const PlayerId& player) const = 0;
    /// The events of the room, for all who are in it.
    virtual const EventStream& room_stream() const = 0;

  protected:
    ~MatchHost() = default;
};

}  // namespace pentad::server
