#include "server/base/log/throttled_log.hpp"

#include <spdlog/spdlog.h>

namespace pentad::server {

void ThrottledLog::write(const std::string& line, bool is_error) {
    const Clock::time_point now = Clock::now();
    Clock::time_point next = next_;
    if (now < next || !next_.compare_exchange_strong(next, now + std::chrono::minutes(1))) {
        ++left_out_;
        return;
    }
    const int more = left_out_.exchange(0);
    const std::string behind = more > 0 ? fmt::format(" (and {} times more before that)", more) : "";
    spdlog::log(is_error ? spdlog::level::err : spdlog::level::warn, "{}{}", line, behind);
}

}  // namespace pentad::server
