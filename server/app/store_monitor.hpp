#pragma once

#include <chrono>
#include <string>

#include "server/base/executor.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {

/// Knows within seconds whether the store takes writes, by writing to it: a sign of life every five seconds,
/// which the clocks need after a crash anyway, a look at its files every second, and a sign at once after
/// somebody's write failed. While none is taken it tries every second. Says in the log when it begins, each
/// minute that it lasts, and when it is over. On the I/O thread.
class StoreMonitor {
  public:
    static constexpr std::chrono::seconds tick{1};
    static constexpr int ticks_between_signs = 5;
    /// A store that has not answered for so long takes no writes.
    static constexpr std::chrono::seconds answers_within{10};

    StoreMonitor(asio::io_context& io, StoreThread& store)
        : io_(io), store_(store), timer_(io.get_executor()) {}

    void start();
    /// Somebody's write was refused. It may have been its own fault.
    void write_failed() { suspicious_ = true; }
    /// A last sign of life, and no more.
    void finish();

    bool takes_writes() const { return trouble_.empty(); }

  private:
    using Clock = std::chrono::steady_clock;

    void wait();
    void look();
    void write_sign();
    void answered(const StoreThread::Outcome& outcome);
    void troubled(const std::string& why);

    asio::io_context& io_;
    StoreThread& store_;
    Timer timer_;
    int ticks_ = 0;
    bool suspicious_ = false;
    bool asked_ = false;  ///< and the answer has not come yet
    Clock::time_point asked_at_;
    std::string trouble_;  ///< empty while it takes writes
    Clock::time_point told_at_;
};

}  // namespace pentad::server
