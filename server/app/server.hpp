#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "server/config/config.hpp"

namespace pentad::server {

/// Opens the store, brings back what was going on, serves until SIGTERM or SIGINT, then lets everything that
/// was received be stored and answered. Prints the address on stdout. Throws std::runtime_error, with a
/// sentence that says what to do, when it cannot start. On SIGHUP it asks `read_again` for the settings as
/// they are then and takes over those that a running server can. REQUIRES: SIGPIPE is ignored.
void run_server(const Config& config, std::function<Invocation()> read_again);

/// The same server inside another program: it takes no signals, writes neither to stdout nor to the log
/// below `config.log_level`, and serves on a thread of its own until it is destroyed. SIGPIPE is the
/// program's to ignore.
class EmbeddedServer {
  public:
    /// Serves when this returns. Throws as run_server.
    explicit EmbeddedServer(const Config& config);
    /// Everything that was received is stored and answered before it returns.
    ~EmbeddedServer();
    EmbeddedServer(const EmbeddedServer&) = delete;
    EmbeddedServer& operator=(const EmbeddedServer&) = delete;

    std::uint16_t port() const;
    /// The pause between the moves of matches in which only bots play, from the next one on. Thread-safe.
    void set_bot_pace(std::chrono::milliseconds pace);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace pentad::server
