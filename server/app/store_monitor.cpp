#include "server/app/store_monitor.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>

#include "server/base/server_clock.hpp"

namespace pentad::server {

void StoreMonitor::start() {
    write_heartbeat();
    wait();
}

void StoreMonitor::finish() {
    timer_.cancel();
    write_heartbeat();
}

void StoreMonitor::wait() {
    timer_.expires_after(tick);
    timer_.async_wait([this](boost::system::error_code error) {
        if (error) return;
        check();
        wait();
    });
}

void StoreMonitor::check() {
    if (asked_) {
        if (Clock::now() - asked_at_ > answers_within) report_trouble("it does not answer");
        return;
    }
    if (++ticks_ >= ticks_between_heartbeats || suspicious_ || !takes_writes()) return write_heartbeat();
    asked_ = store_.read(
        [this](Store& store) { asio::post(io_, [this, found = store.check_files()] { answered(found); }); });
    asked_at_ = Clock::now();
}

void StoreMonitor::write_heartbeat() {
    ticks_ = 0;
    suspicious_ = false;
    asked_ = true;
    asked_at_ = Clock::now();
    store_.write(batch(Alive{ServerClock::now()}),
                 [this](const StoreThread::Outcome& outcome) { answered(outcome); });
}

void StoreMonitor::answered(const StoreThread::Outcome& outcome) {
    asked_ = false;
    if (!outcome) return report_trouble(outcome.error().text);
    if (takes_writes()) return;
    trouble_.clear();
    spdlog::warn("the store takes writes again");
}

void StoreMonitor::report_trouble(const std::string& why) {
    const bool begins = takes_writes();
    const auto now = Clock::now();
    if (!begins && now - reported_at_ < std::chrono::minutes(1)) return;
    trouble_ = why;
    reported_at_ = now;
    spdlog::error("the store takes no writes: {}", why);
}

}  // namespace pentad::server
