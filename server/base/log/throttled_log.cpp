#include "server/base/log/throttled_log.hpp"

#include "server/base/log/log_line.hpp"

namespace pentad::server {

void ThrottledLog::write(const std::string& line, const LogIds& ids, bool is_error) {
    const Clock::time_point now = Clock::now();
    Clock::time_point next = next_;
    if (now < next || !next_.compare_exchange_strong(next, now + std::chrono::minutes(1))) {
        ++suppressed_;
        return;
    }
    const int more = suppressed_.exchange(0);
    const std::string behind = more > 0 ? fmt::format(" (suppressed {} times before)", more) : "";
    log_line(is_error ? spdlog::level::err : spdlog::level::warn, ids, line + behind);
}

}  // namespace pentad::server
