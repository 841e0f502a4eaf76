#include "server/bots/bot_scheduler.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <future>
#include <latch>
#include <mutex>
#include <vector>

#include "engine/game.hpp"

namespace pentad::server {
namespace {

using namespace std::chrono_literals;
using engine::Choice;
using engine::Position;
using engine::SearchLimits;
using std::chrono::steady_clock;
using testing::AnyOf;
using testing::ElementsAre;

constexpr auto patience = 20s;  // for what must happen; no test waits for it unless it fails

Position start() { return engine::find_game("pile")->initial({"20", "plain"}); }

BotJob job(const std::string& match, std::int64_t turn = 0, std::chrono::milliseconds budget = 10s) {
    return {{match}, turn, start(), {}, budget};
}

/// Takes answers from the scheduler's threads.
class Answers {
  public:
    BotScheduler::Done take() {
        return [this](BotAnswer move) {
            const std::lock_guard lock(mutex_);
            moves_.push_back(std::move(move));
            changed_.notify_all();
        };
    }
    /// The first `count` answers.
    std::vector<BotAnswer> wait_for(std::size_t count) {
        std::unique_lock lock(mutex_);
        EXPECT_TRUE(changed_.wait_for(lock, patience, [&] { return moves_.size() >= count; }));
        return moves_;
    }
    BotAnswer first() {
        const auto moves = wait_for(1);
        return moves.empty() ? BotAnswer{} : moves.front();
    }
    std::size_t count() {
        const std::lock_guard lock(mutex_);
        return moves_.size();
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<BotAnswer> moves_;
};

/// A search that goes on until it is told to stop.
Choice until_stopped(const Position&, const SearchLimits&, std::stop_token stop) {
    std::promise<void> told;
    const std::stop_callback callback(stop, [&] { told.set_value(); });
    told.get_future().wait();
    return {"t2", 0, {}, 0};
}

/// Searches that ignore their stop until the test lets them go.
struct Deaf {
    std::promise<void> let_go;
    std::shared_future<void> released = let_go.get_future().share();
    std::atomic<int> inside{0};
    std::atomic<int> left{0};
    std::latch entered{1};

    Choice operator()() {
        if (inside++ == 0) entered.count_down();
        released.wait();
        ++left;
        return {"t2", 0, {}, 0};
    }
    /// The searches outlive the scheduler: they must be gone before what they use is.
    void finish() {
        let_go.set_value();
        const auto deadline = steady_clock::now() + patience;
        while (left < inside) {
            if (steady_clock::now() > deadline) std::abort();
            std::this_thread::yield();
        }
    }
};

template <class Condition>
bool soon(Condition condition) {
    const auto deadline = steady_clock::now() + patience;
    while (!condition()) {
        if (steady_clock::now() > deadline) return false;
        std::this_thread::yield();
    }
    return true;
}

TEST(BotScheduler, AnswersWithTheEnginesMove) {
    Answers answers;
    BotScheduler bots(1);
    BotJob wanted = job("m_1", 7);
    wanted.position = start().after("t1").value().after("t1").value();
    wanted.limits = {3, 42};
    bots.think(wanted, answers.take());
    const BotAnswer move = answers.first();
    EXPECT_EQ(move.match.text, "m_1");
    EXPECT_EQ(move.turn, 7);
    EXPECT_EQ(move.move, wanted.position.choose({3, 42}).move);
    EXPECT_FALSE(move.fallback);
    EXPECT_EQ(bots.jobs(), 0U);
}

TEST(BotScheduler, ASearchThatThrowsIsAnsweredByALegalMove) {
    Answers answers;
    BotScheduler bots(1, [](const auto&, const auto&, auto) -> Choice { throw 42; });
    bots.think(job("m_1"), answers.take());
    EXPECT_TRUE(answers.first().fallback);
    EXPECT_THAT(answers.first().move, AnyOf("t1", "t2"));
}

TEST(BotScheduler, AnIllegalMoveIsAnsweredByALegalOne) {
    Answers answers;
    BotScheduler bots(1, [](const auto&, const auto&, auto) { return Choice{"t3", 0, {}, 0}; });
    bots.think(job("m_1"), answers.take());
    EXPECT_TRUE(answers.first().fallback);
    EXPECT_THAT(answers.first().move, AnyOf("t1", "t2"));
}

TEST(BotScheduler, ASearchOverItsBudgetIsStoppedAndItsMoveTaken) {
    Answers answers;
    BotScheduler bots(1, until_stopped);
    const auto before = steady_clock::now();
    bots.think(job("m_1", 0, 50ms), answers.take());
    EXPECT_EQ(answers.first().move, "t2");
    EXPECT_FALSE(answers.first().fallback);
    EXPECT_GE(steady_clock::now() - before, 50ms);
}

TEST(BotScheduler, ASearchThatIgnoresItsStopIsReplacedByTheFallback) {
    Answers answers;
    Deaf deaf;
    {
        BotScheduler bots(1, [&](const auto&, const auto&, auto) { return deaf(); });
        bots.think(job("m_1", 0, 50ms), answers.take());
        EXPECT_TRUE(answers.first().fallback);
        EXPECT_EQ(bots.jobs(), 0U);
        deaf.finish();
    }
    EXPECT_EQ(answers.count(), 1U);
}

TEST(BotScheduler, GoesOnWhileASearchNeverReturns) {
    Answers hung;
    Answers answers;
    Deaf deaf;
    BotScheduler bots(1, [&](const Position& position, const SearchLimits& limits, std::stop_token stop) {
        return limits.seed == 1 ? deaf() : position.choose(limits, stop);
    });
    BotJob never = job("m_1", 0, 10ms);
    never.limits.seed = 1;
    bots.think(never, hung.take());
    EXPECT_TRUE(hung.first().fallback);
    bots.think(job("m_2"), answers.take());
    EXPECT_FALSE(answers.first().fallback) << "a replacement has taken the place";
    deaf.finish();
    bots.think(job("m_3"), answers.take());
    answers.wait_for(2);
}

TEST(BotScheduler, AnswersByFallbackWhenEveryWorkerHangs) {
    Answers answers;
    Deaf deaf;
    BotScheduler bots(1, [&](const auto&, const auto&, auto) { return deaf(); });
    for (std::size_t i = 0; i < 3; ++i) {
        bots.think(job("m_" + std::to_string(i), 0, 10ms), answers.take());
        EXPECT_TRUE(answers.wait_for(i + 1).back().fallback);
    }
    EXPECT_EQ(deaf.inside, 2) << "one worker and one replacement";
    deaf.finish();
    // Those that came back take jobs again.
    EXPECT_TRUE(soon([&] {
        Answers again;
        bots.think(job("m_again"), again.take());
        return !again.first().fallback;
    }));
}

TEST(BotScheduler, ACancelledSearchIsStoppedAndNotAnswered) {
    Answers answers;
    std::latch entered(1);
    std::latch left(1);
    BotScheduler bots(1, [&](const Position& position, const SearchLimits& limits, std::stop_token stop) {
        if (limits.seed == 1) {
            entered.count_down();
            until_stopped(position, limits, stop);
            left.count_down();
        }
        return Choice{"t1", 0, {}, 0};
    });
    BotJob first = job("m_1");
    first.limits.seed = 1;
    bots.think(first, answers.take());
    entered.wait();
    bots.cancel(MatchId{"m_1"});
    EXPECT_EQ(bots.jobs(), 0U);
    left.wait();
    bots.think(job("m_2"), answers.take());
    EXPECT_EQ(answers.first().match.text, "m_2");
    bots.cancel(MatchId{"m_unknown"});
}

TEST(BotScheduler, ACancelledSearchThatIgnoresItsStopLosesItsWorker) {
    Answers answers;
    Deaf deaf;
    BotScheduler bots(1, [&](const auto&, const SearchLimits& limits, auto) {
        return limits.seed == 1 ? deaf() : Choice{"t1", 0, {}, 0};
    });
    BotJob first = job("m_1", 0, 1h);
    first.limits.seed = 1;
    bots.think(first, answers.take());
    deaf.entered.wait();
    bots.cancel(MatchId{"m_1"});
    bots.think(job("m_2"), answers.take());
    EXPECT_EQ(answers.first().match.text, "m_2");
    deaf.finish();
}

TEST(BotScheduler, ANewJobOfAMatchReplacesTheOlder) {
    Answers answers;
    BotScheduler bots(1, [&](const Position& position, const SearchLimits& limits, std::stop_token stop) {
        return limits.seed == 1 ? until_stopped(position, limits, stop) : Choice{"t1", 0, {}, 0};
    });
    BotJob older = job("m_1", 1, 1h);
    older.limits.seed = 1;
    bots.think(older, answers.take());
    bots.think(job("m_1", 3), answers.take());
    EXPECT_EQ(answers.first().turn, 3);
    EXPECT_EQ(bots.jobs(), 0U);
    EXPECT_EQ(answers.count(), 1U);
}

TEST(BotScheduler, JobsWaitInTheOrderInWhichTheyCame) {
    Answers answers;
    std::latch held(1);
    std::latch entered(1);
    std::mutex mutex;
    std::vector<std::uint64_t> order;
    BotScheduler bots(1, [&](const auto&, const SearchLimits& limits, auto) {
        if (limits.seed == 0) {
            entered.count_down();
            held.wait();
        }
        const std::lock_guard lock(mutex);
        order.push_back(limits.seed);
        return Choice{"t1", 0, {}, 0};
    });
    for (std::uint64_t i = 0; i < 4; ++i) {
        BotJob next = job("m_" + std::to_string(i));
        next.limits.seed = i;
        bots.think(next, answers.take());
        if (i == 0) entered.wait();
    }
    EXPECT_EQ(bots.jobs(), 4U);
    EXPECT_TRUE(bots.progress(MatchId{"m_0"})->thinking);
    EXPECT_FALSE(bots.progress(MatchId{"m_3"})->thinking);
    EXPECT_FALSE(bots.progress(MatchId{"m_9"}));
    bots.cancel(MatchId{"m_2"});
    held.count_down();
    answers.wait_for(3);
    EXPECT_THAT(order, ElementsAre(0, 1, 3));
    EXPECT_EQ(bots.jobs(), 0U);
}

/// A search that the first job begins and that ends when the test says so; the others answer at once.
struct Held {
    std::latch entered{1};
    std::latch let_go{1};
    std::mutex mutex;
    std::vector<std::uint64_t> order;  ///< the seeds

    BotScheduler::Search search() {
        return [this](const auto&, const SearchLimits& limits, auto) {
            if (limits.seed == 0) {
                entered.count_down();
                let_go.wait();
            }
            const std::lock_guard lock(mutex);
            order.push_back(limits.seed);
            return Choice{"t1", 0, {}, 0};
        };
    }
};

TEST(BotScheduler, RoomsWithPeopleGoBeforeRoomsOfBotsOnly) {
    Answers answers;
    Held held;
    BotScheduler bots(1, held.search());
    const BotRank ranks[] = {BotRank::bots, BotRank::bots, BotRank::analysis, BotRank::hint, BotRank::person};
    for (std::uint64_t i = 0; i < 5; ++i) {
        BotJob next = job("m_" + std::to_string(i));
        next.limits.seed = i;
        next.rank = ranks[i];
        bots.think(next, answers.take());
        if (i == 0) held.entered.wait();
    }
    held.let_go.count_down();
    answers.wait_for(5);
    EXPECT_THAT(held.order, ElementsAre(0, 4, 3, 1, 2));
}

TEST(BotScheduler, AFullQueueTurnsJobsAway) {
    Answers seated;
    Answers last;
    Answers displaced;
    Held held;
    BotScheduler bots(1, held.search(), 1);
    bots.think(job("m_0"), seated.take());
    held.entered.wait();
    BotJob of_bots = job("m_1", 5);
    of_bots.limits.seed = 1;
    of_bots.rank = BotRank::bots;
    bots.think(of_bots, displaced.take());
    BotJob another = of_bots;
    another.match = {"m_2"};
    bots.think(another, last.take());
    EXPECT_TRUE(last.first().turned_away);
    EXPECT_EQ(last.first().move, "");
    EXPECT_EQ(displaced.count(), 0U);
    BotJob of_people = job("m_3");
    of_people.limits.seed = 3;
    bots.think(of_people, seated.take());
    EXPECT_TRUE(displaced.first().turned_away) << "a person's match takes the place";
    EXPECT_EQ(displaced.first().turn, 5);
    EXPECT_EQ(bots.jobs(), 2U);
    held.let_go.count_down();
    seated.wait_for(2);
    EXPECT_THAT(held.order, ElementsAre(0, 3));
    const BotStats stats = bots.stats();
    EXPECT_EQ(stats.turned_away, 2U);
    EXPECT_EQ(stats.found, 2U);
    EXPECT_EQ(stats.waiting, 0U);
}

TEST(BotScheduler, MeasuresWaitingAndThinking) {
    Answers answers;
    BotScheduler bots(1, until_stopped);
    bots.think(job("m_1", 0, 60ms), answers.take());
    bots.think(job("m_2", 0, 20ms), answers.take());
    const auto moves = answers.wait_for(2);
    ASSERT_EQ(moves.size(), 2U);
    EXPECT_GE(moves[0].thought, 60ms);
    EXPECT_GE(moves[1].waited, 50ms);
    EXPECT_GE(moves[1].thought, 20ms);
    const BotStats stats = bots.stats();
    EXPECT_EQ(stats.waited.count, 2U);
    EXPECT_EQ(stats.thought.count, 2U);
    EXPECT_GE(stats.thought.total, 80ms);
    EXPECT_GE(stats.waited.longest, moves[1].waited);
    EXPECT_EQ(stats.thinking, 0U);
}

TEST(BotScheduler, AHintIsAnotherJobOfTheMatch) {
    Answers answers;
    Held held;
    BotScheduler bots(1, held.search());
    bots.think(job("m_1"), answers.take());
    held.entered.wait();
    BotJob hint = job("m_1");
    hint.asker = "s_1";
    hint.limits.seed = 1;
    bots.think(hint, answers.take());
    EXPECT_EQ(bots.jobs(), 2U);
    bots.cancel({MatchId{"m_1"}, "s_1"});
    EXPECT_EQ(bots.jobs(), 1U);
    held.let_go.count_down();
    answers.wait_for(1);
    EXPECT_THAT(held.order, ElementsAre(0));
    EXPECT_EQ(bots.stats().cancelled, 1U);
}

TEST(BotScheduler, SearchesAtMostOnceForAMatchAndTurn) {
    // B20: rooms that ask again and again, from several threads.
    constexpr int matches = 8;
    Answers answers;
    {
        BotScheduler bots(4, [](const auto&, const auto&, auto) { return Choice{"t1", 0, {}, 0}; });
        {
            std::vector<std::jthread> rooms;
            for (int thread = 0; thread < 4; ++thread)
                rooms.emplace_back([&] {
                    for (int round = 0; round < 200; ++round)
                        for (std::uint64_t match = 0; match < matches; ++match) {
                            BotJob wanted = job("m_" + std::to_string(match), round);
                            wanted.limits.seed = match;
                            bots.think(wanted, answers.take());
                        }
                });
        }
        EXPECT_LE(bots.jobs(), static_cast<std::size_t>(matches));
        EXPECT_TRUE(soon([&] { return bots.jobs() == 0; })) << "jobs return to none";
        const BotStats stats = bots.stats();
        EXPECT_EQ(stats.found + stats.cancelled, 4U * 200 * matches);
        answers.wait_for(stats.found);
        EXPECT_EQ(answers.count(), stats.found) << "and each search is answered once";
    }
}

TEST(BotScheduler, ADoneMayAskForTheNextMove) {
    BotScheduler bots(1);
    std::promise<std::string> end;
    std::function<void(Position, BotAnswer)> play_on = [&](Position before, BotAnswer move) {
        const Position now = before.after(move.move).value();
        if (now.outcome()) return end.set_value(now.encode());
        BotJob next{move.match, move.turn + 1, now, {2, 1}, 10s};
        bots.think(next, [&play_on, now](BotAnswer played) { play_on(now, std::move(played)); });
    };
    bots.think(job("m_1"), [&](BotAnswer played) { play_on(start(), std::move(played)); });
    auto ended = end.get_future();
    ASSERT_EQ(ended.wait_for(patience), std::future_status::ready);
    EXPECT_THAT(ended.get(), testing::HasSubstr("last_taken"));
}

TEST(BotScheduler, SearchesGiveWayToEverythingElse) {
    std::promise<int> nice;
    BotScheduler bots(1, [&](const auto&, const auto&, auto) {
        nice.set_value(getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())));
        return Choice{"t1", 0, {}, 0};
    });
    bots.think(job("m_1"), [](const BotAnswer&) {});
    EXPECT_EQ(nice.get_future().get(), 19);
    EXPECT_LT(getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())), 19) << "the others are not slowed";
}

TEST(BotScheduler, EndsAtOnceWithJobsWaiting) {
    Answers answers;
    const auto before = steady_clock::now();
    {
        BotScheduler bots(2, until_stopped);
        for (int i = 0; i < 10; ++i) bots.think(job("m_" + std::to_string(i), 0, 1h), answers.take());
    }
    EXPECT_EQ(answers.count(), 0U);
    EXPECT_LT(steady_clock::now() - before, patience);
}

TEST(BotScheduler, EndsWhileASearchNeverReturns) {
    Answers answers;
    Deaf deaf;
    {
        BotScheduler bots(1, [&](const auto&, const auto&, auto) { return deaf(); });
        bots.think(job("m_1", 0, 1h), answers.take());
        deaf.entered.wait();
    }
    EXPECT_EQ(answers.count(), 0U);
    deaf.finish();
}

TEST(BotScheduler, AnswersEachJobOnceUnderLoad) {
    constexpr int matches = 64;
    std::vector<std::atomic<int>> answered(matches);
    Answers answers;
    BotScheduler bots(4, [](const Position& position, const SearchLimits& limits, std::stop_token stop) {
        return limits.seed % 3 == 0 ? throw 1 : position.choose(limits, stop);
    });
    {
        std::vector<std::jthread> rooms;
        for (int thread = 0; thread < 4; ++thread)
            rooms.emplace_back([&, thread] {
                for (int match = thread; match < matches; match += 4) {
                    BotJob wanted = job("m_" + std::to_string(match), match);
                    wanted.limits = {1, static_cast<std::uint64_t>(match)};
                    bots.think(wanted, [&, take = answers.take()](BotAnswer move) {
                        ++answered[static_cast<std::size_t>(move.turn)];
                        take(std::move(move));
                    });
                }
            });
    }
    answers.wait_for(matches);
    for (const auto& count : answered) EXPECT_EQ(count, 1);
    EXPECT_EQ(bots.jobs(), 0U);
}

}  // namespace
}  // namespace pentad::server
