#include "server/bots/bot_queue.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace pentad::server {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

std::vector<BotQueue::Ticket> all_of(BotQueue& queue) {
    std::vector<BotQueue::Ticket> order;
    while (const auto ticket = queue.pop()) order.push_back(*ticket);
    return order;
}

TEST(BotQueue, LetsPayersTakeTurnsOldestJobFirst) {
    BotQueue queue(100);
    for (BotQueue::Ticket ticket = 1; ticket <= 4; ++ticket) queue.push(ticket, BotRank::person, "greedy");
    queue.push(5, BotRank::person, "modest");
    queue.push(6, BotRank::person, "late");
    EXPECT_THAT(all_of(queue), ElementsAre(1, 5, 6, 2, 3, 4));
    EXPECT_FALSE(queue.pop());
}

TEST(BotQueue, NobodyGetsAheadByAskingAgainAtOnce) {
    BotQueue queue(100);
    queue.push(1, BotRank::person, "quick");
    queue.push(2, BotRank::person, "slow");
    EXPECT_EQ(queue.pop(), 1U);
    queue.push(3, BotRank::person, "quick");
    EXPECT_THAT(all_of(queue), ElementsAre(2, 3));
}

TEST(BotQueue, PutsRoomsWithPeopleBeforeThoseOfBotsOnly) {
    BotQueue queue(100);
    queue.push(1, BotRank::analysis, "a");
    queue.push(2, BotRank::bots, "a");
    queue.push(3, BotRank::hint, "a");
    queue.push(4, BotRank::person, "a");
    EXPECT_THAT(all_of(queue), ElementsAre(4, 3, 2, 1));
}

TEST(BotQueue, TakesTheOldestOfAllNowAndThen) {
    BotQueue queue(100);
    queue.push(1, BotRank::bots, "b");
    std::vector<BotQueue::Ticket> expected;
    for (BotQueue::Ticket ticket = 2; ticket <= 9; ++ticket) queue.push(ticket, BotRank::person, "p");
    for (BotQueue::Ticket ticket = 2; ticket <= 8; ++ticket) expected.push_back(ticket);
    expected.push_back(1);
    expected.push_back(9);
    EXPECT_THAT(all_of(queue), ElementsAreArray(expected));
}

TEST(BotQueue, IsBoundedAndDisplacesTheNewestOfTheWorstRank) {
    BotQueue queue(3);
    queue.push(1, BotRank::bots, "a");
    queue.push(2, BotRank::bots, "b");
    queue.push(3, BotRank::person, "a");
    EXPECT_FALSE(queue.push(4, BotRank::bots, "c").taken) << "not better than what is there";
    const auto placed = queue.push(5, BotRank::person, "c");
    EXPECT_TRUE(placed.taken);
    EXPECT_EQ(placed.displaced, 2U);
    EXPECT_EQ(queue.size(), 3U);
    EXPECT_THAT(all_of(queue), ElementsAre(3, 5, 1));
}

TEST(BotQueue, ForgetsWhatIsErased) {
    BotQueue queue(10);
    queue.push(1, BotRank::person, "a");
    queue.push(2, BotRank::person, "a");
    queue.push(3, BotRank::person, "b");
    EXPECT_TRUE(queue.erase(1));
    EXPECT_FALSE(queue.erase(1));
    EXPECT_TRUE(queue.erase(3));
    EXPECT_THAT(all_of(queue), ElementsAre(2));
    EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace pentad::server
