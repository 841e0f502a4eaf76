#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace pentad::server {

/// The program's log on stderr: `text` for people or `json`, one object a line, at this level (`debug`,
/// `info`, `warn`, `error`). Whatever a message carries, it stays one line and forges no other.
///
/// Who logs never waits for who reads: lines go through a queue to a thread that writes them. When
/// `most_waiting` are there, the oldest is dropped; before the next line that can be written stands how many
/// were. spdlog's functions may be called on any thread, but not while a Log is made or destroyed.
class Log {
  public:
    static constexpr std::size_t most_waiting = 2'048;
    /// How long the end waits for the reader, all lines together.
    static constexpr std::chrono::milliseconds patience_at_end{1'000};

    /// Takes the place of an older one: a program may start a server more than once.
    /// REQUIRES: SIGPIPE is ignored.
    Log(const std::string& level, const std::string& format);
    /// Writes what waits, or gives up.
    ~Log();
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Tells whoever started the program, at any level: the address on stdout, after all that was logged before,
/// or on stderr why it ends. By itself as text, as a line like those of the log in `json`. Gives up after a
/// second when nobody reads it.
void announce(const std::string& address, const std::string& format);
void announce_failure(const std::string& reason, const std::string& format);

/// From now on this is the least that is logged.
void set_log_level(const std::string& level);

/// Lines that the log could not write, since the program began. Thread-safe.
std::uint64_t log_lines_dropped();

}  // namespace pentad::server
