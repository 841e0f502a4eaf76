#pragma once

#include <functional>
#include <utility>

#include "server/base/executor.hpp"
#include "server/base/server_clock.hpp"

/// Timers of the server's own work. On the I/O thread; what they call must outlive the context's run.
namespace pentad::server {

/// Calls a function now and then at an interval.
class RepeatingTimer {
  public:
    RepeatingTimer(asio::io_context& io, milliseconds interval, std::function<void()> call)
        : timer_(io.get_executor()), interval_(interval), call_(std::move(call)) {}

    void start() {
        call_();
        timer_.expires_after(interval_);
        timer_.async_wait([this](boost::system::error_code error) {
            if (!error) start();
        });
    }

  private:
    Timer timer_;
    const milliseconds interval_;
    const std::function<void()> call_;
};

/// Calls a function once some time after the first of several requests.
class DelayedCall {
  public:
    DelayedCall(asio::io_context& io, milliseconds delay, std::function<void()> call)
        : timer_(io.get_executor()), delay_(delay), call_(std::move(call)) {}

    void request() {
        if (std::exchange(waiting_, true)) return;
        timer_.expires_after(delay_);
        timer_.async_wait([this](boost::system::error_code error) {
            if (error) return;
            waiting_ = false;
            call_();
        });
    }

  private:
    Timer timer_;
    const milliseconds delay_;
    const std::function<void()> call_;
    bool waiting_ = false;
};

}  // namespace pentad::server
