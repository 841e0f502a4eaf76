#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "engine/position.hpp"
#include "server/ids.hpp"

namespace pentad::server {

/// A search that a bot seat needs. One job a match: a new one replaces and stops the older.
struct BotJob {
    MatchId match;
    std::int64_t turn = 0;
    engine::Position position;
    engine::SearchLimits limits;
    /// The search is stopped after this time and its best move so far is taken.
    std::chrono::milliseconds budget = std::chrono::seconds(10);
};

struct BotMove {
    MatchId match;
    std::int64_t turn = 0;
    std::string move;
    std::chrono::milliseconds waited{};  ///< for a free worker
    bool fallback = false;               ///< the search failed and a plain legal move was taken
};

/// How far a job is.
struct BotProgress {
    bool thinking = false;               ///< or still waiting for a worker
    std::chrono::milliseconds waited{};  ///< for a worker, until now if it is still waiting
};

/// Runs searches on threads of their own, at a lower priority than anything that a person waits for.
/// Jobs wait in the order in which they came; since a match has one job at most, no room can crowd out
/// another. Thread-safe.
class BotScheduler {
  public:
    using Done = std::function<void(BotMove)>;
    /// How a move is found; replaced in tests of failing and slow bots.
    using Search =
        std::function<engine::Choice(const engine::Position&, const engine::SearchLimits&, std::stop_token)>;

    /// A search that goes on this long after it was told to stop is given up: its worker is replaced, and
    /// whatever it still answers is dropped. At most as many workers as there are at first are replaced at a
    /// time; if every one hangs, jobs are answered by the fallback.
    static constexpr std::chrono::milliseconds give_up_after{500};

    /// REQUIRES: workers > 0. Throws std::system_error where no thread can be started.
    explicit BotScheduler(int workers, Search search = {});
    /// Stops all searches and forgets what waits. Waits for searches no longer than give_up_after.
    /// REQUIRES: not called by a Done.
    ~BotScheduler();

    /// Calls done once, on a thread of the scheduler's, unless the job is cancelled or replaced first.
    /// Whatever the search does (throws, answers an illegal move, runs over its budget), the answer is a
    /// legal move within the budget and a little once a worker has taken the job. REQUIRES: the position's
    /// game is not over.
    void think(BotJob job, Done done);

    /// Stops and forgets the match's job, if there is one. An answer that is on its way already may still
    /// arrive; its turn tells.
    void cancel(const MatchId& match);

    /// Empty when the match has no job.
    std::optional<BotProgress> progress(const MatchId& match) const;

    /// Jobs waiting and running.
    std::size_t jobs() const;

  private:
    struct Task;
    /// Shared with the workers, so that a search that never returns holds nothing that is gone.
    struct Pool;

    std::shared_ptr<Pool> pool_;
    std::jthread watchdog_;
};

}  // namespace pentad::server
