#include "server/base/server_clock.hpp"

#include <ctime>
#include <mutex>
#include <optional>

namespace pentad::server {

namespace {

using std::chrono::duration_cast;
using std::chrono::steady_clock;
using std::chrono::system_clock;

struct Running {
    const milliseconds wall = duration_cast<milliseconds>(system_clock::now().time_since_epoch());
    const steady_clock::time_point steady = steady_clock::now();
    std::mutex mutex;
    std::optional<steady_clock::time_point> last_beat;
    steady_clock::duration stood{};  ///< total time it stood still

    /// REQUIRES: the mutex is held.
    steady_clock::duration missing(steady_clock::time_point now) const {
        if (!last_beat || now - *last_beat <= ServerClock::stands_after) return {};
        return now - *last_beat - ServerClock::stands_after;
    }
};

Running& running() {
    static Running one;
    return one;
}

}  // namespace

ServerClock::time_point ServerClock::now() {
    Running& clock = running();
    const std::lock_guard lock(clock.mutex);
    const auto now = steady_clock::now();
    return time_point(clock.wall +
                      duration_cast<milliseconds>(now - clock.steady - clock.stood - clock.missing(now)));
}

void ServerClock::beat() {
    Running& clock = running();
    const std::lock_guard lock(clock.mutex);
    const auto now = steady_clock::now();
    clock.stood += clock.missing(now);
    clock.last_beat = now;
}

void ServerClock::end_of_beats() {
    beat();
    const std::lock_guard lock(running().mutex);
    running().last_beat.reset();
}

std::string shown_time(ServerTime time) {
    const std::time_t seconds =
        std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%SZ", &parts)};
}

}  // namespace pentad::server
