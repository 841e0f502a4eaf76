#pragma once

#include <functional>

#include "server/bots/bot_player.hpp"
#include "server/bots/bot_scheduler.hpp"

namespace pentad::server {

/// The server's own bot of some level: a search in the pool.
class SearchPlayer final : public BotPlayer {
  public:
    /// `answers` is called for each search and gives what takes its answer, on any thread. REQUIRES:
    /// `scheduler` outlives this.
    SearchPlayer(BotScheduler& scheduler, MatchId match, int level, std::uint64_t seed,
                 std::function<BotScheduler::Done()> answers)
        : scheduler_(scheduler),
          match_(std::move(match)),
          level_(level),
          seed_(seed),
          answers_(std::move(answers)) {}

    std::optional<milliseconds> time_limit() const override { return std::nullopt; }
    void ask(const Turn& turn) override;
    void cancel(ServerTime) override { scheduler_.cancel(match_); }
    void forget() override {}
    std::optional<BotProgress> progress() const override { return scheduler_.progress(match_); }

  private:
    BotScheduler& scheduler_;
    const MatchId match_;
    const int level_;
    const std::uint64_t seed_;
    const std::function<BotScheduler::Done()> answers_;
};

}  // namespace pentad::server
