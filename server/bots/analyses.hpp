#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/analysis.hpp"
#include "server/base/executor.hpp"
#include "server/bots/bot_scheduler.hpp"
#include "server/match/match.hpp"

namespace pentad::server {

/// Analyses finished matches move by move, when the pool has nothing else to do, and keeps the latest
/// analyses. On the I/O thread.
class Analyses {
  public:
    /// Strong; a match of forty moves takes some seconds of one core.
    static constexpr int level = 6;
    static constexpr std::size_t most_kept = 64;
    static constexpr std::size_t most_open = 8;  ///< unfinished ones

    /// REQUIRES: both outlive this, and `io` does not run after it is gone.
    Analyses(asio::io_context& io, BotScheduler& bots) : io_(io), bots_(bots) {}

    /// What has been found so far; nullptr when no analysis of the match has begun.
    const protocol::MatchAnalysis* find(const MatchId& match) const;

    /// Begins, unless it has begun already. False when too many are unfinished. REQUIRES: the match is over.
    bool begin(const Match& match);

  private:
    /// A match that is being analysed: the positions before and after each of its moves.
    struct Work {
        protocol::MatchAnalysis found;
        std::vector<engine::Position> positions;
        std::vector<std::string> moves;
        std::size_t next = 0;  ///< position to analyse
    };
    /// The value of a position for the side to move, larger is better; the end of the game has one too.
    struct Worth {
        double score = 0;
        int forced_end = 0;
        bool over = false;
    };

    void look_at_next(Work& work);
    void found(const BotAnswer& answer);
    /// The value of the position after the last analysed move says what that move has cost.
    static void judge_last(Work& work, const Worth& after);

    asio::io_context& io_;
    BotScheduler& bots_;
    std::map<MatchId, Work> all_;
    std::deque<MatchId> order_;  ///< oldest first
};

}  // namespace pentad::server
