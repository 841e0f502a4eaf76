#include "server/store/store_thread.hpp"

#include <iterator>
#include <utility>

namespace pentad::server {

StoreThread::StoreThread(std::unique_ptr<Store> store, Committed committed, Post post,
                         std::chrono::microseconds between_groups, Failed failed)
    : store_(std::move(store)),
      committed_(std::move(committed)),
      post_(std::move(post)),
      between_groups_(between_groups),
      failed_(std::move(failed)),
      thread_([this] { run(); }) {}

StoreThread::~StoreThread() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void StoreThread::write(std::vector<Record> records, Done done) {
    if (before_write_) before_write_(records, done);
    Write write{std::move(records), std::move(done)};
    if (enqueue(writes_, max_writes_waiting, write)) return;
    if (failed_) failed_();
    auto refuse = [done = std::move(write.done)] {
        done(tl::unexpected(StoreError{"too many writes are waiting"}));
    };
    post_ ? post_(std::move(refuse)) : refuse();
}

bool StoreThread::read(Read read) { return enqueue(reads_, max_reads_waiting, read); }

template <class Queue, class Call>
bool StoreThread::enqueue(Queue& queue, std::size_t most, Call& call) {
    {
        const std::lock_guard lock(mutex_);
        if (queue.size() >= most) return false;
        queue.push_back(std::move(call));
        if (!std::exchange(asleep_, false)) return true;
    }
    changed_.notify_one();
    return true;
}

void StoreThread::run() {
    std::vector<Write> group;
    for (;;) {
        Read read;
        {
            std::unique_lock lock(mutex_);
            asleep_ = writes_.empty() && reads_.empty();
            changed_.wait(lock, [this] { return closing_ || !writes_.empty() || !reads_.empty(); });
            asleep_ = false;
            if (writes_.empty() && reads_.empty()) return;
            if (!writes_.empty() && Clock::now() < next_group_)
                changed_.wait_until(lock, next_group_, [this] { return closing_; });
            group.swap(writes_);
            if (!reads_.empty()) {
                read = std::move(reads_.front());
                reads_.pop_front();
            }
        }
        if (!group.empty()) store_group(std::move(group));
        group.clear();
        if (read) read(*store_);
    }
}

void StoreThread::store_group(std::vector<Write> group) {
    std::vector<Record> all;
    std::vector<std::size_t> ends;
    for (Write& write : group) {
        std::move(write.records.begin(), write.records.end(), std::back_inserter(all));
        ends.push_back(all.size());
    }
    const auto started = Clock::now();
    next_group_ = started + between_groups_;
    std::vector<Outcome> outcomes{store_->write(all)};
    if (committed_ && outcomes[0]) committed_(all.size(), Clock::now() - started);
    if (!outcomes[0] && group.size() > 1) {
        outcomes.clear();
        auto next = all.begin();
        for (const std::size_t end_at : ends) {
            const auto end = all.begin() + static_cast<std::ptrdiff_t>(end_at);
            outcomes.push_back(store_->write({std::make_move_iterator(next), std::make_move_iterator(end)}));
            next = end;
        }
    }
    if (failed_)
        for (const Outcome& outcome : outcomes)
            if (!outcome) failed_();
    tell(std::move(group), std::move(outcomes));
}

void StoreThread::tell(std::vector<Write> group, std::vector<Outcome> outcomes) {
    auto call_all = [group = std::move(group), outcomes = std::move(outcomes)] {
        for (std::size_t i = 0; i < group.size(); ++i) group[i].done(outcomes[outcomes.size() == 1 ? 0 : i]);
    };
    post_ ? post_(std::move(call_all)) : call_all();
}

}  // namespace pentad::server
