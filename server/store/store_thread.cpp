#include "server/store/store_thread.hpp"

#include <iterator>
#include <utility>

namespace pentad::server {

StoreThread::StoreThread(std::unique_ptr<Store> store, Committed committed)
    : store_(std::move(store)), committed_(std::move(committed)), thread_([this] { run(); }) {}

StoreThread::~StoreThread() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    arrived_.notify_one();
    thread_.join();
}

void StoreThread::write(std::vector<Record> records, Done done) {
    Job job{std::move(records), std::move(done), {}};
    if (!enqueue(job)) job.done(tl::unexpected(StoreError{"too many writes are waiting"}));
}

bool StoreThread::read(Read read) {
    Job job{{}, {}, std::move(read)};
    return enqueue(job);
}

bool StoreThread::enqueue(Job& job) {
    {
        const std::lock_guard lock(mutex_);
        if (waiting_.size() >= max_waiting) return false;
        waiting_.push_back(std::move(job));
    }
    arrived_.notify_one();
    return true;
}

void StoreThread::run() {
    std::vector<Job> taken, group;
    for (;;) {
        taken.clear();
        {
            std::unique_lock lock(mutex_);
            arrived_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            taken.swap(waiting_);
        }
        for (Job& job : taken) {
            if (!job.read) {
                group.push_back(std::move(job));
                continue;
            }
            store_group(group);  // a read sees all writes that came before it
            job.read(*store_);
        }
        store_group(group);
    }
}

void StoreThread::store_group(std::vector<Job>& group) {
    if (group.empty()) return;
    std::vector<Record> all;
    std::vector<std::size_t> ends;
    for (Job& job : group) {
        std::move(job.records.begin(), job.records.end(), std::back_inserter(all));
        ends.push_back(all.size());
    }
    const auto started = std::chrono::steady_clock::now();
    const auto together = store_->write(all);
    if (committed_ && together) committed_(all.size(), std::chrono::steady_clock::now() - started);
    if (together || group.size() == 1) {
        for (Job& job : group) job.done(together);
    } else {
        auto next = all.begin();
        for (std::size_t i = 0; i < group.size(); ++i) {
            const auto end = all.begin() + static_cast<std::ptrdiff_t>(ends[i]);
            group[i].done(store_->write({std::make_move_iterator(next), std::make_move_iterator(end)}));
            next = end;
        }
    }
    group.clear();
}

}  // namespace pentad::server
