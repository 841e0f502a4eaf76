#pragma once

#include <array>
#include <memory>
#include <optional>
#include <tl/expected.hpp>

#include "server/room/bot_seat.hpp"
#include "server/room/match_services.hpp"
#include "server/room/room_request.hpp"

namespace pentad::server {

/// The bots on the seats of a match. Only the one to move is asked. On the I/O thread.
class MatchBots {
  public:
    /// REQUIRES: `match` and `host` outlive this.
    MatchBots(MatchActions& match, MatchHost& host, const MatchServices& services);

    /// The match goes on: at its start, or after a restart.
    void wake();
    /// The match has changed: cancels what is not wanted any more, and asks the bot to move.
    void match_changed();
    /// The connection of the bot on this seat came or went; nothing for a person's seat.
    void reconnected(Side side);

    /// The pool's answer. One for another match or turn is ignored.
    Awaitable<void> take(const BotAnswer& answer);
    /// The move that an external bot sends, or why it may not be made.
    tl::expected<Play, protocol::ErrorCode> plan(protocol::BotMove& message, const RoomRequest& from) const;
    Awaitable<void> decline(const protocol::BotDecline& message, RoomRequest& from);
    /// REQUIRES: a bot sits there.
    BotSeat& at(Side side) { return *seats_[engine::index(side)]; }

    /// How long the bot to move has waited for a worker: time that is not charged.
    milliseconds waited() const;
    std::optional<ServerTime> alarm() const;
    /// Does what is due now.
    Awaitable<void> ring();

  private:
    std::unique_ptr<BotSeat> make_seat(MatchHost& host, const MatchServices& services, Side side) const;
    /// nullptr: a person is to move, or nobody.
    BotSeat* to_move() const;

    MatchActions& match_;
    std::array<std::unique_ptr<BotSeat>, 2> seats_;  ///< nullptr for a person
};

}  // namespace pentad::server
