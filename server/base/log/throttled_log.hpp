#pragma once

#include <atomic>
#include <chrono>
#include <string>

namespace pentad::server {

/// A line of the log that who is connected can cause as often as he likes. It is written once a minute at
/// most, with how many were left out before it. Thread-safe.
class ThrottledLog {
  public:
    void warn(const std::string& line) { write(line, false); }
    void error(const std::string& line) { write(line, true); }

  private:
    using Clock = std::chrono::steady_clock;

    void write(const std::string& line, bool is_error);

    std::atomic<Clock::time_point> next_ = Clock::time_point::min();
    std::atomic<int> left_out_ = 0;
};

}  // namespace pentad::server
