#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "server/config/config.hpp"

namespace pentad::server {

/// Opens the store, restores rooms and sessions, serves until SIGTERM or SIGINT, then stores and answers
/// everything received. Prints the address on stdout. Throws std::runtime_error with a sentence that says
/// what to do if it cannot start. On SIGHUP it calls `read_again` and applies the settings that a running
/// server can change. REQUIRES: SIGPIPE is ignored.
void run_server(const Config& config, std::function<Invocation()> read_again);

/// The same server inside another program: it handles no signals, writes nothing to stdout, logs from
/// `config.log_level` up, and serves on its own thread until destroyed. REQUIRES: SIGPIPE is ignored.
class EmbeddedServer {
  public:
    /// Serving when this returns. Throws like run_server.
    explicit EmbeddedServer(const Config& config);
    /// Returns when everything received is stored and answered.
    ~EmbeddedServer();
    EmbeddedServer(const EmbeddedServer&) = delete;
    EmbeddedServer& operator=(const EmbeddedServer&) = delete;

    std::uint16_t port() const;
    /// The pause between the moves of matches of bots only, from the next move on. Thread-safe.
    void set_bot_pace(std::chrono::milliseconds pace);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace pentad::server
