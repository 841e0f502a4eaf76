#include "server/lobby/matchmaking_queue.hpp"

#include <gtest/gtest.h>

namespace pentad::server {
namespace {

using namespace std::chrono_literals;
using Wish = MatchmakingQueue::Wish;

constexpr ServerTime noon{milliseconds(1'760'000'000'000)};

std::shared_ptr<Session> session(const std::string& player) {
    return std::make_shared<Session>(SessionId{"s_" + player}, protocol::Player{player, player, {}});
}

Wish wish(const std::string& game, milliseconds initial = 3min) {
    return {game, {protocol::TimeControlKind::fischer, initial, 2s, 0ms}};
}

std::string partner(MatchmakingQueue& queue, const Wish& wanted, const std::string& player,
                    const BlockList& blocks = {}) {
    const auto found = queue.take_partner(wanted, {player}, blocks);
    return found ? found->session->player().id : "";
}

TEST(MatchmakingQueue, PairsEqualWishesInOrderOfArrival) {
    MatchmakingQueue queue;
    for (const char* player : {"ann", "bob", "cid"}) queue.add({session(player), wish("sight"), {}, 1});
    EXPECT_EQ(partner(queue, wish("bounce"), "dan"), "");
    EXPECT_EQ(partner(queue, wish("sight", 5min), "dan"), "");
    EXPECT_EQ(partner(queue, wish("sight"), "dan"), "ann");
    EXPECT_EQ(partner(queue, wish("sight"), "eve"), "bob");
    queue.put_back({session("bob"), wish("sight"), {}, 1});
    EXPECT_EQ(partner(queue, wish("sight"), "eve"), "bob");
    EXPECT_EQ(queue.size(), 1U);
}

TEST(MatchmakingQueue, PairsNobodyWithAPlayerTheyBlocked) {
    MatchmakingQueue queue;
    for (const char* player : {"ann", "bob", "cid"}) queue.add({session(player), wish("sight"), {}, 1});
    BlockList blocks;
    blocks.put({{"ann"}, {"dan"}, noon});
    blocks.put({{"dan"}, {"bob"}, noon});
    EXPECT_EQ(partner(queue, wish("sight"), "dan", blocks), "cid");
    EXPECT_EQ(partner(queue, wish("sight"), "dan", blocks), "");
    EXPECT_EQ(partner(queue, wish("sight"), "eve", blocks), "ann");
}

TEST(MatchmakingQueue, PairsNobodyWithThemselves) {
    MatchmakingQueue queue;
    queue.add({session("ann"), wish("sight"), {}, 1});
    EXPECT_TRUE(queue.has({"ann"}));
    EXPECT_EQ(partner(queue, wish("sight"), "ann"), "");
    EXPECT_EQ(queue.size(), 1U);
}

TEST(MatchmakingQueue, ForgetsPlayersWhoLeave) {
    MatchmakingQueue queue;
    const auto ann = session("ann");
    queue.add({ann, wish("sight"), {}, 1});
    EXPECT_FALSE(queue.remove(PlayerId{"bob"}));
    queue.remove(*session("ann"));
    EXPECT_TRUE(queue.has({"ann"})) << "another session of the same player waits";
    queue.remove(*ann);
    EXPECT_FALSE(queue.has({"ann"}));
    queue.add({ann, wish("sight"), {}, 1});
    EXPECT_TRUE(queue.remove(PlayerId{"ann"}));
    EXPECT_EQ(queue.size(), 0U);
}

TEST(MatchmakingQueue, GivesABotToPlayersWhoseTimeHasCome) {
    MatchmakingQueue queue;
    EXPECT_FALSE(queue.next_due());
    queue.add({session("ann"), wish("sight"), noon + 30s, 3});
    queue.add({session("bob"), wish("bounce"), {}, 1});
    queue.add({session("cid"), wish("bounce"), noon + 10s, 5});
    EXPECT_EQ(queue.next_due(), noon + 10s);
    EXPECT_TRUE(queue.take_due(noon + 9s).empty());
    const auto due = queue.take_due(noon + 10s);
    ASSERT_EQ(due.size(), 1U);
    EXPECT_EQ(due[0].session->player().id, "cid");
    EXPECT_EQ(due[0].bot_level, 5);
    EXPECT_EQ(queue.next_due(), noon + 30s);
    EXPECT_EQ(queue.take_due(noon + 1h).size(), 1U);
    EXPECT_TRUE(queue.has({"bob"}));
}

}  // namespace
}  // namespace pentad::server
