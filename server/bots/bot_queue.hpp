#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "server/bots/bot_job.hpp"

namespace pentad::server {

/// Decides which waiting job goes next. Pure; a job is a ticket here, and later jobs have larger tickets.
///
/// 1. A job of a better rank goes before all of a worse one.
/// 2. Within a rank the payers take turns, so that nobody gains by asking for more; of one payer the oldest
///    job goes first.
/// 3. Every eighth job is the oldest of all, so that no job waits forever behind better ranks.
/// 4. It is bounded. When it is full, a job displaces the newest one of the worst rank if that rank is worse
///    than its own; otherwise it is refused itself. The scheduler answers the job that finds no place.
class BotQueue {
  public:
    using Ticket = std::uint64_t;
    /// Rule 3.
    static constexpr int oldest_every = 8;

    /// REQUIRES: most > 0.
    explicit BotQueue(std::size_t most) : most_(most) {}

    struct Placed {
        bool taken = false;
        std::optional<Ticket> displaced;
    };
    /// REQUIRES: a ticket above all that came before.
    Placed push(Ticket ticket, BotRank rank, const std::string& payer);

    /// The next one; empty when none waits.
    std::optional<Ticket> pop();

    /// False when the ticket does not wait.
    bool erase(Ticket ticket);

    std::size_t size() const { return places_.size(); }
    bool empty() const { return places_.empty(); }

  private:
    struct Place {
        BotRank rank;
        std::string payer;
    };
    /// The jobs of one rank.
    struct Lane {
        std::set<Ticket> tickets;
        std::map<std::string, std::deque<Ticket>> by_payer;
        std::deque<std::string> turns;  ///< the payers that have jobs, next one first
    };

    Lane& lane(BotRank rank) { return lanes_[static_cast<std::size_t>(rank)]; }

    const std::size_t most_;
    std::array<Lane, 4> lanes_;
    std::map<Ticket, Place> places_;
    int since_oldest_ = 0;
};

}  // namespace pentad::server
