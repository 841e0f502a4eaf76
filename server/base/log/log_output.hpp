#pragma once

#include <atomic>
#include <chrono>
#include <string_view>

namespace pentad::server {

/// Writes lines to an open descriptor that may have no reader: a write waits for space until its deadline and
/// never longer, whatever the descriptor is. Used by one thread at a time.
class LogOutput {
  public:
    using Clock = std::chrono::steady_clock;

    /// REQUIRES: the descriptor stays open as long as this lives. SIGPIPE is ignored.
    explicit LogOutput(int descriptor);
    ~LogOutput();
    LogOutput(const LogOutput&) = delete;
    LogOutput& operator=(const LogOutput&) = delete;

    /// Writes the text, waiting for space until this time, which another thread may change meanwhile. False
    /// if not all of it was written: there was no space in time, or the reader is gone.
    bool write(std::string_view text, const std::atomic<Clock::time_point>& give_up_at);
    bool write(std::string_view text, Clock::duration timeout);

    bool is_terminal() const { return is_terminal_; }

  private:
    long write_some(std::string_view text) const;

    const int given_;
    int reopened_ = -1;  ///< the same pipe or terminal, non-blocking; -1: could not be opened
    bool is_terminal_ = false;
    bool is_socket_ = false;
    bool may_block_ = false;
};

}  // namespace pentad::server
