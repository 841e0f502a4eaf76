#pragma once

#include <chrono>
#include <string>

#include "server/base/executor.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {

/// Detects within seconds whether the store takes writes, by writing to it: a heartbeat every five seconds,
/// which clocks need after a crash anyway; a check of its files every second; a heartbeat at once after a
/// failed write. While writes fail it tries every second. Logs when that begins, every minute that it lasts,
/// and when it ends. On the I/O thread.
class StoreMonitor {
  public:
    static constexpr std::chrono::seconds tick{1};
    static constexpr int ticks_between_heartbeats = 5;
    /// A store that does not answer within this takes no writes.
    static constexpr std::chrono::seconds answers_within{10};

    StoreMonitor(asio::io_context& io, StoreThread& store)
        : io_(io), store_(store), timer_(io.get_executor()) {}

    void start();
    /// A write was refused, maybe by its own fault.
    void write_failed() { suspicious_ = true; }
    /// Writes a last heartbeat and stops.
    void finish();

    bool takes_writes() const { return trouble_.empty(); }

  private:
    using Clock = std::chrono::steady_clock;

    void wait();
    void check();
    void write_heartbeat();
    void answered(const StoreThread::Outcome& outcome);
    void report_trouble(const std::string& why);

    asio::io_context& io_;
    StoreThread& store_;
    Timer timer_;
    int ticks_ = 0;
    bool suspicious_ = false;
    bool asked_ = false;  ///< waiting for the answer
    Clock::time_point asked_at_;
    std::string trouble_;  ///< empty while it takes writes
    Clock::time_point reported_at_;
};

}  // namespace pentad::server
