#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <stop_token>
#include <thread>

namespace pentad::server {

/// Sees to it that what SQLite writes to its log reaches the disk soon, on a thread of its own. By itself
/// SQLite waits for the disk, with durability `normal`, only before it copies the log into the database: by
/// then tens of megabytes have gathered, and everybody's moves wait for them. It also bounds what a power
/// loss costs: about `interval`.
///
/// An error is not lost here: the kernel tells it to every open file, so that SQLite hears of it, too.
class WalFlusher {
  public:
    static constexpr std::chrono::milliseconds interval{100};

    /// REQUIRES: `log` exists as long as this does.
    explicit WalFlusher(const std::filesystem::path& log);
    /// Does not wait for what was written last.
    ~WalFlusher();
    WalFlusher(const WalFlusher&) = delete;
    WalFlusher& operator=(const WalFlusher&) = delete;

    /// Something was written to the log. Never waits for the disk. Thread-safe.
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
