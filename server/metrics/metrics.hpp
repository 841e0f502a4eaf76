#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace pentad::server {

/// The server's metrics for Prometheus. Thread-safe.
class Metrics {
  public:
    using Seconds = std::chrono::duration<double>;

    /// Gauges that are read when metrics are requested.
    struct Now {
        int connections = 0;
        int sessions = 0;                                          ///< with or without a connection
        std::map<std::pair<std::string, std::string>, int> rooms;  ///< by game and state
        std::size_t bots_waiting = 0;                              ///< for a worker
        std::size_t bots_thinking = 0;
        std::size_t alarms = 0;         ///< rooms waiting for a timer
        std::size_t subscriptions = 0;  ///< of sessions to streams
        bool store_takes_writes = true;
        std::uint64_t log_lines_dropped = 0;  ///< since the program started
    };

    Metrics();
    ~Metrics();
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    void frame_received();
    void refused(std::string_view error_code);
    void connection_closed(std::uint16_t code);
    void resumed(std::string_view how);
    void move_made(std::string_view game);
    /// From the last byte of a person's move until it was stored and announced.
    void move_took(Seconds time);
    void match_ended(std::string_view game, std::string_view reason);
    void bot_moved(Seconds waited, Seconds thought, bool fallback);
    /// A player reported another one.
    void reported(std::string_view reason);
    void stored(std::size_t records, Seconds took);
    /// A write failed.
    void store_failed();

    /// In Prometheus' text format.
    std::string text(const Now& now) const;

  private:
    struct Families;
    std::unique_ptr<Families> families_;
};

}  // namespace pentad::server
