#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "server/store/store.hpp"

namespace pentad::server {

/// The one thread that uses the store. Writes are committed in groups: whatever arrived while the previous
/// group was being made durable. Reads have lower priority: one runs between two groups, or one after another
/// while nothing is written, so that no move waits for more than one of them. Thread-safe.
class StoreThread {
  public:
    using Outcome = tl::expected<void, StoreError>;
    using Done = std::function<void(const Outcome&)>;
    using Read = std::function<void(Store&)>;
    /// Runs something on the callers' loop. Called on any thread.
    using Post = std::function<void(std::function<void()>)>;

    /// Bounds of the queues. Beyond them a write or read fails at once and its sender is told (`storage`);
    /// nothing is dropped silently.
    static constexpr std::size_t max_writes_waiting = 65'536;
    static constexpr std::size_t max_reads_waiting = 4'096;

    /// Called after each commit, on the store's thread.
    using Committed = std::function<void(std::size_t records, std::chrono::duration<double> took)>;

    /// Called for each failed write, on any thread.
    using Failed = std::function<void()>;

    /// The completions of a group are posted together; without `post` they run on the store's thread.
    ///
    /// A group begins at the earliest `between_groups` after the previous one: under load waking the thread
    /// and committing cost more than the writes themselves. A write that comes alone does not wait.
    explicit StoreThread(std::unique_ptr<Store> store, Committed committed = {}, Post post = {},
                         std::chrono::microseconds between_groups = {}, Failed failed = {});
    /// Writes what waits, then joins the thread.
    ~StoreThread();

    /// A hook that sees each write before it is queued and may add to it, on the thread that calls write().
    /// REQUIRES: no write() runs meanwhile.
    using BeforeWrite = std::function<void(std::vector<Record>&, Done&)>;
    void before_write(BeforeWrite before) { before_write_ = std::move(before); }

    /// Calls done when the records are durable, or with the error: on the callers' loop after this returns;
    /// without a loop on the store's thread, or before this returns if the queue is full. The records of one
    /// call are stored all or none, calls in order. If a group fails, each of its calls is retried by itself,
    /// so that only the faulty one fails.
    void write(std::vector<Record> records, Done done);

    /// Runs a read on the store's thread, after all earlier writes and maybe some later ones. Reads run in
    /// order. Returns false and drops the read if the queue is full.
    bool read(Read read);

  private:
    using Clock = std::chrono::steady_clock;
    struct Write {
        std::vector<Record> records;
        Done done;
    };
    template <class Queue, class Call>
    bool enqueue(Queue& queue, std::size_t most, Call& call);
    void run();
    void store_group(std::vector<Write> group);
    /// `outcomes` has one entry for all writes or one for each.
    void tell(std::vector<Write> group, std::vector<Outcome> outcomes);

    std::unique_ptr<Store> store_;
    const Committed committed_;
    const Post post_;
    BeforeWrite before_write_;
    const std::chrono::microseconds between_groups_;
    const Failed failed_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Write> writes_;
    std::deque<Read> reads_;
    bool asleep_ = false;  ///< the queues are empty and nobody is about to wake the thread
    bool closing_ = false;
    Clock::time_point next_group_;
    std::thread thread_;
};

}  // namespace pentad::server
