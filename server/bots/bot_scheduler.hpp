#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>
#include <unordered_map>
#include <vector>

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

/// Runs searches on threads of their own, at a lower priority than anything that a person waits for.
/// Jobs wait in the order in which they came; since a match has one job at most, no room can crowd out
/// another. Thread-safe.
class BotScheduler {
  public:
    using Done = std::function<void(BotMove)>;
    /// How a move is found; replaced in tests of failing and slow bots.
    using Search =
        std::function<engine::Choice(const engine::Position&, const engine::SearchLimits&, std::stop_token)>;

    explicit BotScheduler(int workers, Search search = {});
    /// Stops all searches and forgets what waits.
    ~BotScheduler();

    /// Calls done once, on a worker's thread, unless the job is cancelled or replaced first. Whatever the
    /// search does (throws, answers an illegal move, runs over its budget), the answer is a legal move within
    /// the budget and a little. REQUIRES: the position's game is not over.
    void think(BotJob job, Done done);

    /// Stops and forgets the match's job, if there is one.
    void cancel(const MatchId& match);

    /// Jobs waiting and running.
    std::size_t jobs() const;

  private:
    struct Task;
    void work(std::stop_token stop);
    void watch(std::stop_token stop);

    Search search_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<std::shared_ptr<Task>> waiting_;
    std::unordered_map<MatchId, std::shared_ptr<Task>> by_match_;
    std::vector<std::jthread> workers_;
    std::jthread watchdog_;
};

}  // namespace pentad::server
