#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <stop_token>
#include <thread>

namespace pentad::server {

/// Syncs SQLite's log to the disk regularly, on its own thread. With durability `normal` SQLite itself syncs
/// it only before a checkpoint: by then tens of megabytes have gathered and all moves wait for them. This
/// also bounds what a power loss costs to about `interval`.
///
/// Errors are not lost: the kernel reports them to every open file description, so SQLite sees them too.
class WalFlusher {
  public:
    static constexpr std::chrono::milliseconds interval{100};

    /// REQUIRES: `log` exists while this does.
    explicit WalFlusher(const std::filesystem::path& log);
    /// Does not sync what was written last.
    ~WalFlusher();
    WalFlusher(const WalFlusher&) = delete;
    WalFlusher& operator=(const WalFlusher&) = delete;

    /// The log was written to. Never waits for the disk. Thread-safe.
    void written();

  private:
    void run(const std::stop_token& stop);

    int file_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    bool written_ = false;
    std::jthread thread_;
};

}  // namespace pentad::server
