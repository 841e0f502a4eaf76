#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

#include "engine/game.hpp"

namespace pentad::engine {
class Tablebase;
}

namespace pentad::server {

/// Sees to it that the strongest bots have their tables of solved games. A table is made when it is first
/// asked for, on a thread of its own that gives way to everything else; nobody waits for it, and until it is
/// there the bots search. Thread-safe.
class TablebaseBuilder {
  public:
    /// Keeps them in the folder; in memory where its name is empty.
    explicit TablebaseBuilder(std::filesystem::path folder);
    /// Stops what is being made.
    ~TablebaseBuilder();

    /// The tables of the game will be there some time, if it has any.
    void ask_for(const engine::Game& game);

  private:
    void work(const std::stop_token& stop);
    void provide(engine::Tablebase& table, const std::stop_token& stop) const;

    const std::filesystem::path folder_;
    std::mutex mutex_;  ///< guards the next three
    std::condition_variable_any asked_;
    std::deque<const engine::Game*> open_;
    std::set<const engine::Game*> known_;  ///< asked for once already
    std::jthread worker_;                  ///< last: ends before the rest
};

}  // namespace pentad::server
