#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace pentad::server {

/// What the server counts and measures, for Prometheus. Thread-safe.
class Metrics {
  public:
    using Seconds = std::chrono::duration<double>;

    /// What is looked up when somebody asks, since the server knows it anyway.
    struct Now {
        int connections = 0;
        int sessions = 0;                                          ///< with or without a connection
        std::map<std::pair<std::string, std::string>, int> rooms;  ///< by game and state
        std::size_t bots_waiting = 0;                              ///< for a worker
        std::size_t bots_thinking = 0;
        std::size_t alarms = 0;         ///< rooms that a timer will wake
        std::size_t subscriptions = 0;  ///< sessions, once for each stream that they get
        bool store_takes_writes = true;
        std::uint64_t log_lines_dropped = 0;  ///< since the program began
    };

    Metrics();
    ~Metrics();
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    void frame_received();
    void refused(std::string_view error_code);
    void connection_closed(std::uint16_t code);
    void resumed(std::string_view how);
    /// `took`: from the frame's last byte until the move was stored and announced.
    void move_made(std::string_view game);
    /// Of a person's move, until it is announced.
    void move_took(Seconds time);
    void match_ended(std::string_view game, std::string_view reason);
    void bot_moved(Seconds waited, Seconds thought, bool fallback);
    /// A player has reported another one.
    void reported(std::string_view reason);
    void stored(std::size_t records, Seconds took);
    /// A write was refused.
    void store_failed();

    /// In Prometheus' text format.
    std::string text(const Now& now) const;

  private:
    struct Families;
    std::unique_ptr<Families> families_;
};

}  // namespace pentad::server
