#pragma once

#include <memory>

#include "server/bots/bot_player.hpp"
#include "server/bots/external_bots.hpp"

namespace pentad::server {

/// An external bot on a seat: it is asked over its connection, and moves with a request of its own.
class ExternalPlayer final : public BotPlayer {
  public:
    /// REQUIRES: what is passed by reference outlives this.
    ExternalPlayer(const ExternalBots* bots, PlayerId bot, MatchId match, const BotPolicy& policy)
        : bots_(bots), bot_(std::move(bot)), match_(std::move(match)), policy_(policy) {}

    std::optional<milliseconds> time_limit() const override { return policy_.budget; }
    /// Once a connection: a bot that comes back gets its open turn again, one that stays gets it once.
    /// REQUIRES: turn.due.
    void ask(const Turn& turn) override;
    /// Tells the bot, if it is still on the connection on which it was asked.
    void cancel(ServerTime now) override;
    void forget() override { asked_on_.reset(); }
    std::optional<BotProgress> progress() const override { return BotProgress{true, {}}; }

  private:
    void send(Session& session, protocol::EventBody body, ServerTime now) const;

    const ExternalBots* bots_;  ///< nullptr: this server has none
    const PlayerId bot_;
    const MatchId match_;
    const BotPolicy& policy_;
    std::int64_t turn_ = -1;                ///< that was asked for last
    std::weak_ptr<Connection> asked_on_{};  ///< for that turn
};

}  // namespace pentad::server
