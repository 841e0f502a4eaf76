#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "server/store/store.hpp"

namespace pentad::server {

/// The one thread that uses the store. Writes are committed in groups: a group is whatever arrived while
/// the one before was being made durable. Thread-safe.
class StoreThread {
  public:
    using Done = std::function<void(tl::expected<void, StoreError>)>;
    using Read = std::function<void(Store&)>;

    /// Queue bound: beyond this many waiting calls a call fails at once, which its sender is told
    /// (`storage`); nothing is dropped silently.
    static constexpr std::size_t max_waiting = 65'536;

    /// Told of each commit, on the store's thread.
    using Committed = std::function<void(std::size_t records, std::chrono::duration<double> took)>;

    explicit StoreThread(std::unique_ptr<Store> store, Committed committed = {});
    /// Writes what is waiting, then ends the thread.
    ~StoreThread();

    /// Calls done on the store's thread when the records are durable, or with the error; when too many calls
    /// are waiting, on the caller's thread before this returns. The records of one
    /// call are stored all or none; calls are stored in the order in which they came. If a group fails, each
    /// of its calls is tried by itself, so that only the one at fault is refused.
    void write(std::vector<Record> records, Done done);

    /// Runs a read on the store's thread, after all writes that came before it. Returns false, and drops
    /// the read, when too many calls are waiting.
    bool read(Read read);

  private:
    struct Job {
        std::vector<Record> records;
        Done done;
        Read read;
    };
    bool enqueue(Job& job);
    void run();
    void store_group(std::vector<Job>& group);

    std::unique_ptr<Store> store_;
    const Committed committed_;
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::vector<Job> waiting_;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace pentad::server
