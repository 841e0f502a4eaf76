#include "server/store/sqlite/wal_flusher.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace pentad::server {

WalFlusher::WalFlusher(const std::filesystem::path& log) : file_(::open(log.c_str(), O_RDWR | O_CLOEXEC)) {
    if (file_ < 0) throw std::system_error(errno, std::generic_category(), log.string());
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

WalFlusher::~WalFlusher() {
    thread_.request_stop();
    thread_.join();
    ::close(file_);
}

void WalFlusher::written() {
    {
        const std::lock_guard lock(mutex_);
        if (written_) return;
        written_ = true;
    }
    changed_.notify_one();
}

void WalFlusher::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return written_; })) {
        // Gather what follows within the interval.
        changed_.wait_for(lock, stop, interval, [] { return false; });
        if (stop.stop_requested()) return;
        written_ = false;
        lock.unlock();
        // SQLite gets the same error from its own sync, and reports it.
        static_cast<void>(::fdatasync(file_));
        lock.lock();
    }
}

}  // namespace pentad::server
