#pragma once

#include <atomic>
#include <chrono>
#include <string_view>

namespace pentad::server {

/// An open descriptor to which lines are written though nobody may read them: a write waits for room as long
/// as it is told and never for longer, whatever the descriptor is. Used by one thread at a time.
class LogOutput {
  public:
    using Clock = std::chrono::steady_clock;

    /// REQUIRES: the descriptor stays open as long as this lives. SIGPIPE is ignored.
    explicit LogOutput(int descriptor);
    ~LogOutput();
    LogOutput(const LogOutput&) = delete;
    LogOutput& operator=(const LogOutput&) = delete;

    /// Writes the text, waiting for room until this time, which another thread may change meanwhile. False
    /// when not all of it was written: there was no room in time, or nobody is there any more.
    bool write(std::string_view text, const std::atomic<Clock::time_point>& give_up_at);
    bool write(std::string_view text, Clock::duration disconnect_policy);

    bool is_terminal() const { return is_terminal_; }

  private:
    long write_some(std::string_view text) const;

    const int given_;
    int reopened_ = -1;  ///< the same pipe or terminal, without blocking; -1: could not be opened
    bool is_terminal_ = false;
    bool is_socket_ = false;
    bool may_block_ = false;
};

}  // namespace pentad::server
