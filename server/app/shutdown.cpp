#include "server/app/shutdown.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <utility>

namespace pentad::server {
namespace {

constexpr milliseconds pause_time{50};
/// Connections that are still open after so many pauses do not close by themselves.
constexpr int most_polls = 60;

constexpr const char* name(Shutdown::State state) {
    switch (state) {
        case Shutdown::State::running:
            return "running";
        case Shutdown::State::storing:
            return "storing what was received";
        case Shutdown::State::closing:
            return "closing connections";
        case Shutdown::State::stopped:
            return "stopped";
    }
    return "";
}

}  // namespace

Shutdown::Shutdown(asio::io_context& io, StoreThread& store, Steps steps)
    : io_(io),
      store_(store),
      steps_(std::move(steps)),
      deadline_(io.get_executor()),
      pause_(io.get_executor()) {}

void Shutdown::begin(milliseconds timeout) {
    if (state_ != State::running) return;
    spdlog::info("stopping: no new connections, what was received is finished");
    deadline_.expires_after(timeout);
    deadline_.async_wait([this](boost::system::error_code error) {
        if (error) return;
        spdlog::error("the store or the connections did not finish in time while {}", name(state_));
        enter(State::stopped);
    });
    enter(State::storing);
}

void Shutdown::enter(State next) {
    if (state_ == State::stopped) return;
    state_ = next;
    spdlog::debug("shutdown: {}", name(state_));
    switch (state_) {
        case State::running:
            break;
        case State::storing:
            steps_.stop_accepting();
            wait_for_store();
            break;
        case State::closing:
            steps_.close_connections();
            wait_for_connections(most_polls);
            break;
        case State::stopped:
            io_.stop();
            break;
    }
}

void Shutdown::wait_for_store() {
    // Reads run after the writes before them, and this is posted after what they announce.
    const bool queued = store_.read([this](Store&) { asio::post(io_, [this] { enter(State::closing); }); });
    if (!queued) soon([this] { wait_for_store(); });
}

void Shutdown::wait_for_connections(int polls_left) {
    if (steps_.open_connections() == 0 || polls_left == 0) return enter(State::stopped);
    soon([this, polls_left] { wait_for_connections(polls_left - 1); });
}

template <class Call>
void Shutdown::soon(Call call) {
    pause_.expires_after(pause_time);
    pause_.async_wait([call = std::move(call)](boost::system::error_code error) {
        if (!error) call();
    });
}

}  // namespace pentad::server
