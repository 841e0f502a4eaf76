#include "server/server_time.hpp"

#include <ctime>

namespace pentad::server {

ServerClock::time_point ServerClock::now() {
    using std::chrono::duration_cast;
    using std::chrono::steady_clock;
    using std::chrono::system_clock;
    struct Start {
        milliseconds wall = duration_cast<milliseconds>(system_clock::now().time_since_epoch());
        steady_clock::time_point steady = steady_clock::now();
    };
    static const Start start;
    return time_point(start.wall + duration_cast<milliseconds>(steady_clock::now() - start.steady));
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
