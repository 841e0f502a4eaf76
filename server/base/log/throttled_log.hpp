#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "server/base/log/log_ids.hpp"

namespace pentad::server {

/// A log line that clients can cause at will. It is written at most once a minute, with the number suppressed
/// before it. Thread-safe.
class ThrottledLog {
  public:
    void warn(const std::string& line, const LogIds& ids = {}) { write(line, ids, false); }
    void error(const std::string& line, const LogIds& ids = {}) { write(line, ids, true); }

  private:
    using Clock = std::chrono::steady_clock;

    void write(const std::string& line, const LogIds& ids, bool is_error);

    std::atomic<Clock::time_point> next_ = Clock::time_point::min();
    std::atomic<int> suppressed_ = 0;
};

}  // namespace pentad::server
