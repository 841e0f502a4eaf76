#pragma once

#include <cstdint>
#include <functional>

#include "server/base/executor.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {

/// Stops the server so that everything received is stored and answered first. On the I/O thread.
///
///     running -> storing -> closing -> stopped
///
/// `storing`: nothing new is accepted; what is on its way to the store comes back and is announced.
/// `closing`: every connection is sent its close code. `stopped`: the I/O context ends. A deadline over all
/// of it leads from any state to `stopped`.
class Shutdown {
  public:
    enum class State : std::uint8_t { running, storing, closing, stopped };

    /// What the server does in each step.
    struct Steps {
        std::function<void()> stop_accepting;
        std::function<void()> close_connections;
        std::function<std::size_t()> open_connections;
    };

    Shutdown(asio::io_context& io, StoreThread& store, Steps steps);

    /// Call it again and nothing changes.
    void begin(milliseconds timeout);
    State state() const { return state_; }

  private:
    void enter(State next);
    void wait_for_store();
    void wait_for_connections(int polls_left);
    /// Calls a function after a short pause.
    template <class Call>
    void soon(Call call);

    asio::io_context& io_;
    StoreThread& store_;
    const Steps steps_;
    Timer deadline_;
    Timer pause_;
    State state_ = State::running;
};

}  // namespace pentad::server
