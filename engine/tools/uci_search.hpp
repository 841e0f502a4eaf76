#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "engine/position.hpp"

namespace pentad::engine::tools {

/// What a `go` of UCI asks for.
struct GoLimits {
    std::uint64_t nodes = 0;  ///< 0: as many as the level looks at, or as the other limits let it
    int depth = 0;            ///< 0: any
    std::optional<std::chrono::milliseconds> time;
    bool infinite = false;  ///< until stop()
    bool ponder = false;    ///< until stop(), or within the other limits from ponderhit() on
};

/// A search on a thread of its own. It says `info` lines and at the end one `bestmove`, through `say`, from
/// that thread. Its functions are called from one thread.
class UciSearch {
  public:
    using Say = std::function<void(const std::string& line)>;

    /// REQUIRES: the game goes on; limits.level and seed as for Position::choose, its nodes are not used.
    UciSearch(Position position, SearchLimits player, const GoLimits& limits, Say say);
    /// Stops it.
    ~UciSearch();
    UciSearch(const UciSearch&) = delete;
    UciSearch& operator=(const UciSearch&) = delete;

    /// It says its best move at once.
    void stop();
    /// The move that was pondered on has been played: from now on the limits hold; without any it stops.
    void ponderhit();
    /// Until it has said its move. A search without an end waits for ever.
    void wait();

  private:
    using Clock = std::chrono::steady_clock;

    void think();
    Choice look(std::uint64_t nodes);
    Choice look_ever_longer();
    void say_info(const Choice& choice, Clock::time_point since);
    void ring(const std::stop_token& over);

    const Position position_;
    const SearchLimits player_;
    const GoLimits limits_;
    const Say say_;
    const Clock::time_point start_ = Clock::now();
    std::stop_source stop_;

    std::mutex mutex_;  ///< guards the following
    std::condition_variable_any changed_;
    bool stopped_ = false;
    bool pondering_;
    std::optional<Clock::time_point> deadline_;

    std::jthread alarm_;
    std::jthread thinker_;
};

}  // namespace pentad::engine::tools
