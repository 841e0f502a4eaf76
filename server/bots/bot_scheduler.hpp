#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>

#include "server/bots/bot_job.hpp"

namespace pentad::server {

/// Runs searches on its own threads, at a lower priority than anything that a person waits for. Jobs wait in
/// a BotQueue, which is bounded. Thread-safe.
class BotScheduler {
  public:
    using Done = std::function<void(BotAnswer)>;
    /// How a move is found; replaced in tests of failing and slow bots.
    using Search =
        std::function<engine::Choice(const engine::Position&, const engine::SearchLimits&, std::stop_token)>;

    /// A search that goes on this long after it was told to stop is given up: its worker is replaced, and
    /// whatever it still answers is dropped. At most as many workers as there are at first are replaced at a
    /// time; if every one hangs, jobs are answered by the fallback.
    static constexpr std::chrono::milliseconds give_up_after{500};

    /// How many jobs may wait, unless the constructor gets another number.
    static constexpr std::size_t usual_queue = 10'000;

    /// REQUIRES: workers > 0, most_waiting > 0. Throws std::system_error where no thread can be started.
    explicit BotScheduler(int workers, Search search = {}, std::size_t most_waiting = usual_queue);
    /// Stops all searches and drops waiting jobs. Waits for searches no longer than give_up_after.
    /// REQUIRES: not called by a Done.
    ~BotScheduler();

    /// Calls done once, on any thread, unless the job is cancelled or replaced first. Whatever the search
    /// does (throws, answers an illegal move, runs over its budget), the answer is a legal move within the
    /// budget and a little once a worker has taken the job. A job that finds no place in the queue, or has
    /// to give its place to one of a better rank, is answered with `turned_away`. REQUIRES: the position's
    /// game is not over.
    void think(BotJob job, Done done);

    /// Stops and drops the job, if there is one. An answer that is already on its way may still arrive; its
    /// turn tells.
    void cancel(const BotJobKey& key);

    /// Empty when there is no such job.
    std::optional<BotProgress> progress(const BotJobKey& key) const;

    /// Jobs waiting and running.
    std::size_t jobs() const;

    BotStats stats() const;

  private:
    struct Task;
    /// Shared with the workers, so that a search that never returns holds nothing that is gone.
    struct Pool;

    std::shared_ptr<Pool> pool_;
    std::jthread watchdog_;
};

}  // namespace pentad::server
