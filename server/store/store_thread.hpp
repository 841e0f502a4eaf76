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

/// The one thread that uses the store. Writes are committed in groups: a group is whatever arrived while
/// the one before was being made durable. Reads wait for writes: one comes between two groups, or they come
/// one after another where nothing is written, so that no move waits for more than one of them. Thread-safe.
class StoreThread {
  public:
    using Outcome = tl::expected<void, StoreError>;
    using Done = std::function<void(const Outcome&)>;
    using Read = std::function<void(Store&)>;
    /// Has the callers' loop run something; called on any thread.
    using Post = std::function<void(std::function<void()>)>;

    /// Bounds of the queues: beyond so many waiting writes or reads one more fails at once, which its sender
    /// is told (`storage`); nothing is dropped silently.
    static constexpr std::size_t max_writes_waiting = 65'536;
    static constexpr std::size_t max_reads_waiting = 4'096;

    /// Told of each commit, on the store's thread.
    using Committed = std::function<void(std::size_t records, std::chrono::duration<double> took)>;

    /// Told of each write that was refused, on any thread.
    using Failed = std::function<void()>;

    /// What a group has to tell is posted as one; without `post` it is told on the store's thread.
    ///
    /// A group begins `between_groups` after the one before at the earliest. A write that comes alone does
    /// not wait; where thousands come in a second, some make a group, and to wake the thread and to commit
    /// costs more than what they write.
    explicit StoreThread(std::unique_ptr<Store> store, Committed committed = {}, Post post = {},
                         std::chrono::microseconds between_groups = {}, Failed failed = {});
    /// Writes what is waiting, then ends the thread.
    ~StoreThread();

    /// Sees each write before it waits for the thread, and may add to it; on the thread that calls write().
    /// REQUIRES: nobody writes meanwhile.
    using BeforeWrite = std::function<void(std::vector<Record>&, Done&)>;
    void before_write(BeforeWrite before) { before_write_ = std::move(before); }

    /// Calls done when the records are durable, or with the error: on the callers' loop, after this has
    /// returned; without a loop on the store's thread, or, when too many are waiting, before this
    /// returns. The records of one call are stored all or none; calls are stored in the order in which they
    /// came. If a group fails, each of its calls is tried by itself, so that only the one at fault is
    /// refused.
    void write(std::vector<Record> records, Done done);

    /// Runs a read on the store's thread, after all writes that came before it and maybe some that came
    /// later. Reads run in the order in which they came. Returns false, and drops the read, when too many
    /// are waiting.
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
    /// `outcomes` is one for all or one for each.
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
    bool asleep_ = false;  ///< nothing waits, and nobody is about to wake the thread
    bool closing_ = false;
    Clock::time_point next_group_;
    std::thread thread_;
};

}  // namespace pentad::server
