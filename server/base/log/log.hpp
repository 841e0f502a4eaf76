#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace pentad::server {

/// The log on stderr: `text` for people, or `json` with one object a line, from a level up (`debug`, `info`,
/// `warn`, `error`). A message always stays one line and cannot forge another.
///
/// Logging never blocks: lines go through a queue to a thread that writes them. When `most_waiting` wait, the
/// oldest is dropped; the next line written is preceded by the number dropped. spdlog's functions may be
/// called on any thread, but not while a Log is constructed or destroyed.
class Log {
  public:
    static constexpr std::size_t most_waiting = 2'048;
    /// How long the destructor waits for the reader.
    static constexpr std::chrono::milliseconds flush_timeout{1'000};

    /// Replaces an older one: a program may start a server more than once.
    /// REQUIRES: SIGPIPE is ignored.
    Log(const std::string& level, const std::string& format);
    /// Writes what waits, or gives up after flush_timeout.
    ~Log();
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// For whoever started the program, at any log level: the address on stdout, after everything logged before,
/// or the reason for exiting on stderr. In `json` it is a line like those of the log. Gives up after a second
/// if nobody reads.
void announce(const std::string& address, const std::string& format);
void announce_failure(const std::string& reason, const std::string& format);

/// Logs from this level up from now on.
void set_log_level(const std::string& level);

/// Lines dropped since the program started. Thread-safe.
std::uint64_t log_lines_dropped();

}  // namespace pentad::server
