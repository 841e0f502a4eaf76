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

/// Builds the endgame tables that the strongest bots use. A table is built when it is first asked for, on a
/// thread of the lowest priority; nobody waits for it, and until it is there the bots search. Thread-safe.
class TablebaseBuilder {
  public:
    /// Keeps tables in the folder, or in memory if its name is empty.
    explicit TablebaseBuilder(std::filesystem::path folder);
    /// Stops a build.
    ~TablebaseBuilder();

    /// Opens or builds the tables of the game, if it has any.
    void ask_for(const engine::Game& game);

  private:
    void work(const std::stop_token& stop);
    void provide(engine::Tablebase& table, const std::stop_token& stop) const;

    const std::filesystem::path folder_;
    std::mutex mutex_;  ///< guards the next three
    std::condition_variable_any asked_;
    std::deque<const engine::Game*> open_;
    std::set<const engine::Game*> known_;  ///< asked for before
    std::jthread worker_;                  ///< last: ends before the rest
};

}  // namespace pentad::server
