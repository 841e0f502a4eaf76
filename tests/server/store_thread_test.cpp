#include "server/store/store_thread.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>

#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/server/support/forwarding_store.hpp"
#include "tests/server/support/temporary_folder.hpp"

namespace pentad::server {
namespace {

using testing::Each;
using testing::ElementsAre;

Moved moved(std::int64_t turn) {
    Moved made;
    made.turn = turn;
    made.move = "t1";
    return made;
}
MatchSetup setup() {
    MatchSetup made;
    made.id = {"m_1"};
    made.game = "pile";
    return made;
}
Record event(std::int64_t number) { return AppendedEvent{{"m_1"}, number, moved(number + 1)}; }
Record player(int number) { return StoredPlayer{{"p_" + std::to_string(number)}, "Ann", "guest", "", {}}; }

/// A memory store that blocks in its first write until released, and records the size of each write.
class SlowStore final : public ForwardingStore {
  public:
    std::latch entered{1};
    std::latch released{1};
    std::vector<std::size_t> writes;

    Result<void> write(const std::vector<Record>& records) override {
        writes.push_back(records.size());
        if (writes.size() == 1) {
            entered.count_down();
            released.wait();
        }
        return ForwardingStore::write(records);
    }
};

/// A thread whose store blocks in a first write, so that everything after it waits.
struct HeldThread {
    SlowStore* store = nullptr;
    std::vector<std::string> log;  // written on the store's thread, read after it has ended
    std::unique_ptr<StoreThread> thread;

    HeldThread() {
        auto slow = std::make_unique<SlowStore>();
        store = slow.get();
        thread = std::make_unique<StoreThread>(std::move(slow));
        write({setup()}, "setup");
        store->entered.wait();
    }
    void write(std::vector<Record> records, const std::string& name) {
        thread->write(std::move(records),
                      [this, name](const auto& stored) { log.push_back(name + (stored ? "" : " refused")); });
    }
    void read(const std::string& name) {
        EXPECT_TRUE(thread->read([this, name](Store& here) {
            log.push_back(name + " sees " + std::to_string(here.match({"m_1"}).value()->events.size()));
        }));
    }
    /// Releases the store; `writes` is read while the store still exists.
    std::vector<std::size_t> finish() {
        std::promise<std::vector<std::size_t>> writes;
        thread->read([&](Store&) { writes.set_value(store->writes); });
        store->released.count_down();
        auto seen = writes.get_future().get();
        thread.reset();
        return seen;
    }
};

TEST(StoreThread, CommitsWhatArrivedMeanwhileAsOneGroupInOrder) {
    HeldThread held;
    held.write({event(0), event(1)}, "a");
    held.write({event(2)}, "b");
    held.write({}, "c");
    EXPECT_THAT(held.finish(), ElementsAre(1, 3));
    EXPECT_THAT(held.log, ElementsAre("setup", "a", "b", "c"));
}

TEST(StoreThread, RunsAReadAfterTheWritesBeforeItWithoutSplittingAGroup) {
    HeldThread held;
    held.write({event(0)}, "a");
    held.read("read");
    held.write({event(1)}, "b");
    EXPECT_THAT(held.finish(), ElementsAre(1, 2));
    EXPECT_THAT(held.log, ElementsAre("setup", "a", "b", "read sees 2"));
}

TEST(StoreThread, MakesAWriteWaitForOneReadAtMost) {
    HeldThread held;
    // During each read a move arrives.
    std::int64_t next = 0;
    for (int i = 0; i < 3; ++i)
        EXPECT_TRUE(held.thread->read([&held, &next, i](Store&) {
            held.log.push_back("read " + std::to_string(i));
            held.write({event(next++)}, "move");
        }));
    held.finish();
    EXPECT_THAT(held.log, ElementsAre("setup", "read 0", "move", "read 1", "move", "read 2", "move"));
}

TEST(StoreThread, FailsOnlyTheFaultyCallOfAGroup) {
    HeldThread held;
    held.write({event(0)}, "a");
    held.write({player(1), event(7)}, "b");
    held.write({event(1)}, "c");
    held.thread->read([&](Store& store) {
        held.log.push_back(store.player({"p_1"}).value() ? "half of b is there" : "nothing of b is there");
    });
    EXPECT_THAT(held.finish(), ElementsAre(1, 4, 1, 2, 1));
    EXPECT_THAT(held.log, ElementsAre("setup", "a", "b refused", "c", "nothing of b is there"));
}

TEST(StoreThread, RefusesAtOnceWhenItsQueueIsFull) {
    HeldThread held;
    for (std::size_t i = 0; i < StoreThread::max_writes_waiting; ++i)
        held.thread->write({}, [](const auto&) {});
    bool told = false;
    held.thread->write({event(0)}, [&](const auto& stored) { told = !stored; });
    EXPECT_TRUE(told);
    for (std::size_t i = 0; i < StoreThread::max_reads_waiting; ++i)
        EXPECT_TRUE(held.thread->read([](Store&) {})) << "reads have their own queue";
    EXPECT_FALSE(held.thread->read([](Store&) {}));
    held.store->released.count_down();
    held.thread.reset();
    EXPECT_THAT(held.log, ElementsAre("setup"));
}

TEST(StoreThread, WritesWhatWaitsBeforeItEnds) {
    TemporaryFolder folder;
    constexpr std::int64_t count = 500;
    {
        StoreThread thread(*open_sqlite_store(folder.path(), Durability::full));
        thread.write({setup()}, [](const auto&) {});
        for (std::int64_t i = 0; i < count; ++i) thread.write({event(i)}, [](const auto&) {});
    }
    const auto store = *open_sqlite_store(folder.path(), Durability::full);
    EXPECT_EQ(store->match({"m_1"}).value()->events.size(), static_cast<std::size_t>(count));
}

/// Writes events and sends their numbers through the pipe once durable, until it is killed.
[[noreturn]] void write_for_ever(const std::filesystem::path& folder, int pipe) {
    StoreThread thread(*open_sqlite_store(folder, Durability::full));
    thread.write({setup()}, [](const auto&) {});
    std::counting_semaphore<> room(32);
    for (std::int64_t i = 0;; ++i) {
        room.acquire();
        thread.write({event(i)}, [&room, pipe, i](const auto& stored) {
            if (!stored || write(pipe, &i, sizeof i) != sizeof i) std::abort();
            room.release();
        });
    }
}

TEST(StoreThread, LosesNothingAcknowledgedWhenTheProcessIsKilled) {
    TemporaryFolder folder;
    std::int64_t known = 0;
    for (int round = 1; round <= 5; ++round) {
        int ends[2];
        ASSERT_EQ(pipe(ends), 0);
        const auto round_folder = folder.path() / std::to_string(round);
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            close(ends[0]);
            write_for_ever(round_folder, ends[1]);
        }
        close(ends[1]);
        std::int64_t last = -1;
        std::int64_t number = 0;
        while (read(ends[0], &number, sizeof number) == sizeof number) {
            ASSERT_EQ(number, last + 1) << "acknowledged in order";
            last = number;
            if (last == 100 * round) kill(child, SIGKILL);
        }
        close(ends[0]);
        waitpid(child, nullptr, 0);
        const auto store = open_sqlite_store(round_folder, Durability::full);
        ASSERT_TRUE(store) << store.error().text;
        EXPECT_GT((*store)->match({"m_1"}).value()->events.size(), static_cast<std::size_t>(last));
        known += last;
    }
    EXPECT_GE(known, 100 + 200 + 300 + 400 + 500);
}

/// Runs what the store's thread posts.
class Loop {
  public:
    StoreThread::Post post() {
        return [this](std::function<void()> work) {
            const std::lock_guard lock(mutex_);
            posted_.push_back(std::move(work));
            changed_.notify_all();
        };
    }
    /// Runs so many posted functions.
    void run(std::size_t count) {
        for (; ran_ < count; ++ran_) {
            std::unique_lock lock(mutex_);
            ASSERT_TRUE(
                changed_.wait_for(lock, std::chrono::seconds(20), [this] { return posted_.size() > ran_; }));
            const auto work = posted_[ran_];
            lock.unlock();
            work();
        }
    }
    std::size_t posted() {
        const std::lock_guard lock(mutex_);
        return posted_.size();
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::function<void()>> posted_;
    std::size_t ran_ = 0;
};

TEST(StoreThread, PostsTheCompletionsOfAGroupTogether) {
    Loop loop;
    auto slow = std::make_unique<SlowStore>();
    SlowStore* store = slow.get();
    std::vector<std::string> log;
    StoreThread thread(std::move(slow), {}, loop.post());
    const auto write = [&](Record record, const std::string& name) {
        thread.write({std::move(record)},
                     [&log, name](const auto& stored) { log.push_back(name + (stored ? "" : " refused")); });
    };
    write(setup(), "setup");
    store->entered.wait();
    write(event(0), "a");
    write(event(7), "b");
    write(event(1), "c");
    store->released.count_down();
    loop.run(1);
    EXPECT_THAT(log, ElementsAre("setup"));
    loop.run(2);
    EXPECT_THAT(log, ElementsAre("setup", "a", "b refused", "c"));
    EXPECT_EQ(loop.posted(), 2U);
}

TEST(StoreThread, PostsRefusalsToo) {
    Loop loop;
    auto slow = std::make_unique<SlowStore>();
    SlowStore* store = slow.get();
    StoreThread thread(std::move(slow), {}, loop.post());
    thread.write({setup()}, [](const auto&) {});
    store->entered.wait();
    for (std::size_t i = 0; i < StoreThread::max_writes_waiting; ++i) thread.write({}, [](const auto&) {});
    bool told = false;
    thread.write({event(0)}, [&](const auto& stored) { told = !stored; });
    EXPECT_FALSE(told);
    loop.run(1);
    EXPECT_TRUE(told);
    store->released.count_down();
}

TEST(StoreThread, DelaysGroupsExceptAtItsEnd) {
    // So long that the test would time out unless the end of the thread began the second group.
    constexpr std::chrono::microseconds for_ever = std::chrono::hours(1);
    std::vector<std::size_t> groups;
    std::promise<void> first;
    {
        StoreThread thread(
            make_memory_store(), [&](std::size_t records, auto) { groups.push_back(records); }, {}, for_ever);
        thread.write({setup()}, [&](const auto&) { first.set_value(); });
        first.get_future().wait();
        for (int i = 0; i < 3; ++i) thread.write({event(i)}, [](const auto&) {});
    }
    EXPECT_THAT(groups, ElementsAre(1, 3));
}

TEST(StoreThread, AcceptsCallsFromManyThreads) {
    std::vector<int> done(4, 0);  // each written on the store's thread, read after it has ended
    {
        StoreThread thread(make_memory_store());
        std::vector<std::jthread> callers;
        for (int caller = 0; caller < 4; ++caller)
            callers.emplace_back([&, caller] {
                for (int i = 0; i < 1000; ++i)
                    thread.write({player(1000 * caller + i)},
                                 [&, caller](const auto& stored) { done[caller] += stored ? 1 : 0; });
            });
    }
    EXPECT_THAT(done, Each(1000));
}

}  // namespace
}  // namespace pentad::server
