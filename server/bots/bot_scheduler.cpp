#include "server/bots/bot_scheduler.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "server/bots/bot_queue.hpp"

namespace pentad::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

milliseconds between(steady_clock::time_point from, steady_clock::time_point to) {
    return std::chrono::duration_cast<milliseconds>(to - from);
}

/// Any legal move, the same one for the same position.
std::string plain_move(const engine::Position& position) {
    const auto moves = position.legal_moves();
    return moves[position.hash() % moves.size()];
}

engine::Choice choose(const engine::Position& position, const engine::SearchLimits& limits,
                      std::stop_token stop) {
    return position.choose(limits, std::move(stop));
}

/// Measured: searches beside 200 rooms' I/O on one core raise its p99 to 6.5 ms at equal priority and to
/// 1.1 ms at nice 19. On Linux this concerns the calling thread alone.
void yield_to_everyone() { setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 19); }

}  // namespace

struct BotScheduler::Task {
    Task(BotJob wanted, Done when_done, BotQueue::Ticket number)
        : job(std::move(wanted)), ticket(number), done(std::move(when_done)) {}

    const BotJob job;
    const BotQueue::Ticket ticket;
    const steady_clock::time_point queued = steady_clock::now();
    std::stop_source stop;

    // Under the pool's mutex.
    Done done;  ///< empty once the job is answered, cancelled or replaced
    bool thinking = false;
    bool given_up = false;
    milliseconds waited{};
    steady_clock::time_point taken{};
    steady_clock::time_point stop_at{};
    steady_clock::time_point give_up_at{};

    BotAnswer answer(engine::Choice choice) const {
        BotAnswer move{job.match, job.turn, std::move(choice.move), waited};
        move.line = std::move(choice.pv);
        move.forced_end = choice.forced_end;
        move.score = choice.score;
        return move;
    }
    BotAnswer fallback() const {
        BotAnswer move{job.match, job.turn, plain_move(job.position), waited};
        move.fallback = true;
        return move;
    }
    BotAnswer turned_away() const {
        BotAnswer none{job.match, job.turn, {}, between(queued, steady_clock::now())};
        none.turned_away = true;
        return none;
    }
};

struct BotScheduler::Pool : std::enable_shared_from_this<Pool> {
    using TaskPointer = std::shared_ptr<Task>;

    Pool(int workers, Search how, std::size_t most_waiting)
        : size(workers), search(how ? std::move(how) : choose), queue(most_waiting) {}

    const int size;
    const Search search;

    mutable std::mutex mutex;
    std::condition_variable arrived;      ///< a job waits, or the end
    std::condition_variable due_changed;  ///< for the watchdog
    std::condition_variable ended;        ///< a worker has ended
    bool closing = false;
    BotQueue queue;  ///< the order of `waiting`
    std::map<BotQueue::Ticket, TaskPointer> waiting;
    BotQueue::Ticket next_ticket = 1;
    std::vector<TaskPointer> thinking;
    std::map<BotJobKey, TaskPointer> by_key;
    BotStats stats;    ///< the counts; the rest is filled in when asked for
    int serving = 0;   ///< workers that take jobs
    int given_up = 0;  ///< workers in a search that ignores its stop

    /// Under the mutex. Throws std::system_error.
    void start_worker() {
        std::thread([pool = shared_from_this()] { pool->work(); }).detach();
        ++serving;
    }

    /// Under the mutex: who gets the Done answers the job, and nobody else does.
    Done claim(Task& task) {
        Done done = std::exchange(task.done, {});
        if (const auto known = by_key.find(task.job.key());
            known != by_key.end() && known->second.get() == &task)
            by_key.erase(known);
        return done;
    }

    /// Under the mutex: takes a job out. The caller requests its stop without the mutex and lets go of both
    /// there, since Done may own what ends with it.
    std::pair<TaskPointer, Done> drop(const BotJobKey& key) {
        const auto known = by_key.find(key);
        if (known == by_key.end()) return {};
        TaskPointer task = known->second;
        ++stats.cancelled;
        if (task->thinking) {
            task->stop_at = std::min(task->stop_at, steady_clock::now());
            task->give_up_at = std::min(task->give_up_at, task->stop_at + give_up_after);
            due_changed.notify_one();
        } else {
            queue.erase(task->ticket);
            waiting.erase(task->ticket);
        }
        Done done = claim(*task);
        return {std::move(task), std::move(done)};
    }

    /// Under the mutex: puts a job into the queue; who finds no place there, it or another.
    std::pair<TaskPointer, Done> place(const TaskPointer& task) {
        const auto placed = queue.push(task->ticket, task->job.rank, task->job.payer);
        TaskPointer away;
        if (placed.displaced) away = std::move(waiting.extract(*placed.displaced).mapped());
        if (placed.taken)
            waiting.emplace(task->ticket, task);
        else
            away = task;
        if (!away) return {};
        ++stats.turned_away;
        Done done = claim(*away);
        return {std::move(away), std::move(done)};
    }

    void work() {
        yield_to_everyone();
        std::unique_lock lock(mutex);
        for (;;) {
            arrived.wait(lock, [this] { return closing || !waiting.empty(); });
            if (closing) break;
            TaskPointer task = take();
            lock.unlock();
            BotAnswer move = search_for(*task);
            lock.lock();
            std::erase(thinking, task);
            const bool surplus = task->given_up && !comes_back();
            if (Done done = claim(*task)) {
                move.thought = between(task->taken, steady_clock::now());
                count(move);
                lock.unlock();
                done(std::move(move));
                done = {};
                lock.lock();
            }
            if (surplus) break;
        }
        --serving;
        ended.notify_all();
    }

    /// Under the mutex.
    TaskPointer take() {
        TaskPointer task = std::move(waiting.extract(*queue.pop()).mapped());
        const auto now = steady_clock::now();
        task->thinking = true;
        task->taken = now;
        task->waited = between(task->queued, now);
        stats.waited.add(task->waited);
        task->stop_at = now + task->job.budget;
        task->give_up_at = task->stop_at + give_up_after;
        thinking.push_back(task);
        due_changed.notify_one();
        return task;
    }

    BotAnswer search_for(const Task& task) const {
        const engine::Position& position = task.job.position;
        try {
            engine::Choice choice = search(position, task.job.limits, task.stop.get_token());
            if (position.after(choice.move)) return task.answer(std::move(choice));
        } catch (...) {  // a search of any kind must not end the server; `fallback` discloses it
        }
        return task.fallback();
    }

    /// Under the mutex.
    void count(const BotAnswer& move) {
        ++(move.fallback ? stats.fallbacks : stats.found);
        stats.thought.add(move.thought);
    }

    /// Under the mutex: a worker that was given up has returned. It goes on only if nobody has its place.
    bool comes_back() {
        --given_up;
        ++serving;
        return serving <= size;
    }

    /// Under the mutex.
    void give_up(Task& task) {
        task.given_up = true;
        --serving;
        ++given_up;
        if (given_up > size) return;
        try {
            start_worker();
        } catch (const std::system_error&) {
            // No thread is to be had. The other workers go on; without any the watchdog answers.
        }
    }

    void watch() {
        std::unique_lock lock(mutex);
        while (!closing) {
            const auto now = steady_clock::now();
            auto next = steady_clock::time_point::max();
            std::vector<TaskPointer> to_stop;
            std::vector<std::pair<TaskPointer, Done>> to_answer;
            std::erase_if(thinking, [&](const TaskPointer& task) {
                if (now >= task->give_up_at) {
                    give_up(*task);
                    if (Done done = claim(*task)) {
                        ++stats.fallbacks;
                        to_answer.emplace_back(task, std::move(done));
                    }
                    return true;
                }
                const bool stopped = task->stop.stop_requested();
                if (!stopped && now >= task->stop_at) to_stop.push_back(task);
                next = std::min(next, stopped || now >= task->stop_at ? task->give_up_at : task->stop_at);
                return false;
            });
            if (serving == 0)
                while (const auto ticket = queue.pop()) {
                    TaskPointer task = std::move(waiting.extract(*ticket).mapped());
                    Done done = claim(*task);
                    ++stats.fallbacks;
                    to_answer.emplace_back(std::move(task), std::move(done));
                }
            if (!to_stop.empty() || !to_answer.empty()) {
                lock.unlock();
                for (const TaskPointer& task : to_stop) task->stop.request_stop();
                for (auto& [task, done] : to_answer) done(task->fallback());
                to_answer.clear();
                lock.lock();
                continue;
            }
            if (next == steady_clock::time_point::max()) {
                due_changed.wait(lock);
            } else {
                due_changed.wait_until(lock, next);
            }
        }
    }

    void close() {
        std::vector<TaskPointer> searches;
        std::vector<Done> forgotten;
        {
            const std::lock_guard lock(mutex);
            closing = true;
            for (const auto& [key, task] : by_key) forgotten.push_back(std::exchange(task->done, {}));
            by_key.clear();
            while (queue.pop()) continue;
            waiting.clear();
            searches = thinking;
        }
        arrived.notify_all();
        due_changed.notify_one();
        for (const TaskPointer& task : searches) task->stop.request_stop();
    }
};

BotScheduler::BotScheduler(int workers, Search search, std::size_t most_waiting)
    : pool_(std::make_shared<Pool>(workers, std::move(search), most_waiting)) {
    assert(workers > 0 && most_waiting > 0);
    try {
        const std::lock_guard lock(pool_->mutex);
        for (int i = 0; i < workers; ++i) pool_->start_worker();
    } catch (...) {
        pool_->close();
        throw;
    }
    watchdog_ = std::jthread([pool = pool_] { pool->watch(); });
}

BotScheduler::~BotScheduler() {
    pool_->close();
    watchdog_.join();
    std::unique_lock lock(pool_->mutex);
    pool_->ended.wait_for(lock, give_up_after, [this] { return pool_->serving == 0; });
}

void BotScheduler::think(BotJob job, Done done) {
    assert(!job.position.outcome());
    std::pair<std::shared_ptr<Task>, Done> replaced;
    std::pair<std::shared_ptr<Task>, Done> away;
    {
        const std::lock_guard lock(pool_->mutex);
        const auto task = std::make_shared<Task>(std::move(job), std::move(done), pool_->next_ticket++);
        replaced = pool_->drop(task->job.key());
        pool_->by_key[task->job.key()] = task;
        away = pool_->place(task);
        if (pool_->serving == 0) pool_->due_changed.notify_one();
    }
    pool_->arrived.notify_one();
    if (replaced.first) replaced.first->stop.request_stop();
    if (away.second) away.second(away.first->turned_away());
}

void BotScheduler::cancel(const BotJobKey& key) {
    std::pair<std::shared_ptr<Task>, Done> dropped;
    {
        const std::lock_guard lock(pool_->mutex);
        dropped = pool_->drop(key);
    }
    if (dropped.first) dropped.first->stop.request_stop();
}

std::optional<BotProgress> BotScheduler::progress(const BotJobKey& key) const {
    const std::lock_guard lock(pool_->mutex);
    const auto known = pool_->by_key.find(key);
    if (known == pool_->by_key.end()) return std::nullopt;
    const Task& task = *known->second;
    if (task.thinking) return BotProgress{true, task.waited};
    return BotProgress{false, between(task.queued, steady_clock::now())};
}

std::size_t BotScheduler::jobs() const {
    const std::lock_guard lock(pool_->mutex);
    return pool_->by_key.size();
}

BotStats BotScheduler::stats() const {
    const std::lock_guard lock(pool_->mutex);
    BotStats stats = pool_->stats;
    stats.workers = static_cast<std::size_t>(pool_->serving);
    stats.hung = static_cast<std::size_t>(pool_->given_up);
    stats.waiting = pool_->queue.size();
    stats.thinking = pool_->thinking.size();
    return stats;
}

}  // namespace pentad::server
