#pragma once

#include <boost/asio/signal_set.hpp>
#include <functional>

#include "server/base/executor.hpp"
#include "server/config/config.hpp"

namespace pentad::server {

/// Reads the settings again on SIGHUP and applies those that a running server can change: all of them, or
/// none if one is wrong. On the I/O thread.
class ConfigReload {
  public:
    /// `prepare` may throw std::runtime_error to refuse the new settings, before anything changes; `apply`
    /// puts them into effect. REQUIRES: `current` outlives this.
    struct Steps {
        std::function<Invocation()> read;
        std::function<void(const Config& next)> prepare;
        std::function<void()> apply;
    };
    ConfigReload(asio::io_context& io, Config& current, Steps steps);

  private:
    void wait();
    void reload_now();

    Config& current_;
    const Steps steps_;
    asio::signal_set signal_;
};

}  // namespace pentad::server
