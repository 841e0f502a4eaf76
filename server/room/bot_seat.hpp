#pragma once

#include <memory>
#include <optional>

#include "server/bots/bot_player.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/match_actions.hpp"
#include "server/room/match_host.hpp"

namespace pentad::server {

/// A seat of a match that a bot plays, and the bot's turn: who was asked, and how it goes. A bot that finds
/// no place in the pool, or whose move the store refuses, is asked again; an external bot that fails its turn
/// is replaced by a level 1 move, and after too many of those loses. On the I/O thread.
class BotSeat {
  public:
    /// REQUIRES: what is passed by reference outlives this.
    BotSeat(MatchActions& match, const MatchHost& host, Metrics& metrics, const BotPolicy& policy, Side side,
            std::unique_ptr<BotPlayer> player)
        : match_(match),
          host_(host),
          metrics_(metrics),
          policy_(policy),
          side_(side),
          player_(std::move(player)) {}

    /// Asks for a move if it is the bot's turn and nobody was asked for it yet.
    void wake();
    /// The match has changed: a turn that is not open any more is cancelled.
    void cancel_stale_turn();
    /// The match has changed: asks for the move that is due, at once or after the pace of bots' matches.
    void match_changed();
    /// The bot has a connection again, or another one.
    void reconnected();

    /// The pool's answer. One for an earlier turn is ignored.
    Awaitable<void> take(const BotAnswer& answer);
    /// The bot moves itself, or declines its turn: until end_own_move() its turn is not cancelled. REQUIRES
    /// for declining: is_asked().
    void begin_own_move();
    void end_own_move();
    bool has_turn() const { return turn_.has_value(); }
    /// The bot has not moved in time, or will not. REQUIRES: it is its turn.
    Awaitable<void> fail_turn();
    void clear_failures() { failures_ = 0; }

    /// How long the bot to move has waited for a worker: time that is not charged.
    milliseconds waited() const;
    std::optional<ServerTime> alarm() const;
    /// Does what is due now.
    Awaitable<void> ring();

  private:
    struct Turn {
        std::int64_t number = 0;
        bool asked = false;
        bool moving = false;                       ///< its own answer is being played
        milliseconds waited{};                     ///< for places in the queue that it did not get
        std::optional<protocol::BotState> told{};  ///< to those who follow the match
        std::optional<ServerTime> status_due{};    ///< when to tell how it goes
        std::optional<ServerTime> give_up_at{};
    };

    bool is_to_move() const;
    void ask();
    /// The move got lost: asked again after a while.
    void ask_again_later();
    void tell_status();
    Awaitable<void> play(const BotAnswer& answer);

    MatchActions& match_;
    const MatchHost& host_;
    Metrics& metrics_;
    const BotPolicy& policy_;
    const Side side_;
    const std::unique_ptr<BotPlayer> player_;
    std::optional<Turn> turn_;           ///< while the bot is to move
    std::optional<ServerTime> wake_at_;  ///< when a bot that was held back is asked
    int failures_ = 0;                   ///< in a row
};

}  // namespace pentad::server
