// The order of the listed rooms, and the list in pages.

#include "server/lobby/room_index.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/server/lobby/some_rooms.hpp"

namespace pentad::server {
namespace {

using protocol::RoomState;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> ids(const std::vector<const protocol::RoomSummary*>& rooms) {
    std::vector<std::string> names;
    for (const protocol::RoomSummary* room : rooms) names.push_back(room->room);
    return names;
}

TEST(RoomIndex, OrdersJoinableRoomsFirstAndTheNewestFirst) {
    RoomIndex index;
    index.put(a_room("old", 1, "p_a"));
    index.put(a_room("new", 9, "p_b"));
    index.put(a_game("game", 5, "p_c", "p_d"));
    protocol::RoomSummary locked = a_room("locked", 7, "p_e");
    locked.locked = true;
    index.put(locked);
    protocol::RoomSummary full = a_game("full", 8, "p_f", "p_g");
    full.state = RoomState::open;
    index.put(full);
    protocol::RoomSummary over = a_game("over", 6, "p_h", "p_i");
    over.state = RoomState::over;
    index.put(over);
    EXPECT_THAT(ids(index.page({}).rooms), ElementsAre("new", "old", "full", "locked", "game", "over"));
    EXPECT_THAT(ids(index.window("", 1)), ElementsAre("new", "game", "over"));
    EXPECT_THAT(ids(index.window("sight", 2)), ElementsAre("new", "old", "game", "over"));
    EXPECT_THAT(ids(index.window("bounce", 2)), IsEmpty());
    EXPECT_EQ(index.counts("").open, 4);
    EXPECT_EQ(index.counts("sight"), (protocol::RoomCounts{4, 1, 1}));
    EXPECT_EQ(index.counts("bounce"), protocol::RoomCounts());
}

TEST(RoomIndex, MovesARoomThatChanges) {
    RoomIndex index;
    index.put(a_room("r", 1, "p_a"));
    index.put(a_room("other", 2, "p_b"));
    index.put(a_game("r", 1, "p_a", "p_c"));
    EXPECT_EQ(index.counts(""), (protocol::RoomCounts{1, 1, 0}));
    EXPECT_THAT(ids(index.own("", {"p_c"})), ElementsAre("r"));
    protocol::RoomSummary moved = a_room("r", 1, "p_a");
    moved.game = "bounce";
    index.put(moved);
    EXPECT_THAT(ids(index.own("", {"p_c"})), IsEmpty());
    EXPECT_THAT(ids(index.own("sight", {"p_a"})), IsEmpty());
    EXPECT_THAT(ids(index.own("bounce", {"p_a"})), ElementsAre("r"));
    EXPECT_THAT(ids(index.page({"sight", {}, {}, 9}).rooms), ElementsAre("other"));
    index.erase("r");
    index.erase("r");
    EXPECT_EQ(index.find("r"), nullptr);
    EXPECT_EQ(index.counts(""), (protocol::RoomCounts{1, 0, 0}));
    EXPECT_THAT(ids(index.own("", {"p_a"})), IsEmpty());
}

TEST(RoomIndex, LimitsTheRoomsThatCountAsOnesOwn) {
    RoomIndex index;
    for (std::size_t i = 0; i <= RoomIndex::max_own; ++i) index.put(a_room("r" + std::to_string(i), 1, "p"));
    EXPECT_EQ(index.own("", {"p"}).size(), RoomIndex::max_own);
    const std::string last = "r" + std::to_string(RoomIndex::max_own);
    EXPECT_THAT(index.owners(last), IsEmpty());
    index.put(a_room("r0", 1, "p"));
    EXPECT_THAT(index.owners("r0"), ElementsAre(PlayerId{"p"})) << "an own room stays one";
    index.erase("r0");
    index.put(a_room(last, 1, "p"));
    EXPECT_THAT(index.owners(last), ElementsAre(PlayerId{"p"}));
}

TEST(RoomIndex, PagesListEachRoomOnceWhileOthersComeAndGo) {
    RoomIndex index;
    const auto name = [](int i) { return "r" + std::to_string(1000 + i); };
    for (int i = 0; i < 200; ++i) index.put(a_room(name(i), i, "p" + std::to_string(i)));
    std::multiset<std::string> seen;
    RoomIndex::Query query;
    query.limit = 7;
    for (int turn = 0;; ++turn) {
        const RoomIndex::Page page = index.page(query);
        ASSERT_LE(page.rooms.size(), 7U);
        for (const std::string& id : ids(page.rooms)) seen.insert(id);
        if (!page.next) break;
        // As clients do: the place to text and back.
        query.after = RoomIndex::read_cursor(RoomIndex::cursor(*page.next));
        ASSERT_EQ(query.after, page.next);
        if (turn % 2 == 0) index.erase(page.next->room);
        index.put(a_room("new" + std::to_string(turn), 1000 + turn, "p_n"));
        index.put(a_game(name(turn), turn, "p_a", "p_b"));
    }
    for (int i = 60; i < 200; ++i) EXPECT_EQ(seen.count(name(i)), 1U) << name(i);
}

TEST(RoomIndex, HasPagesOfOneStateAndOneGame) {
    RoomIndex index;
    for (int i = 0; i < 5; ++i) index.put(a_room("o" + std::to_string(i), i, "p"));
    for (int i = 0; i < 5; ++i) index.put(a_game("g" + std::to_string(i), i, "p_a", "p_b"));
    RoomIndex::Query query{"sight", RoomState::playing, {}, 3};
    RoomIndex::Page page = index.page(query);
    EXPECT_THAT(ids(page.rooms), ElementsAre("g4", "g3", "g2"));
    query.after = page.next;
    page = index.page(query);
    EXPECT_THAT(ids(page.rooms), ElementsAre("g1", "g0"));
    EXPECT_FALSE(page.next);
    // A cursor of the whole list works in its parts too.
    query.after = RoomIndex::Place{0, 0, "o0"};
    EXPECT_EQ(index.page(query).rooms.size(), 3U);
    query.state = RoomState::open;
    query.after = RoomIndex::Place{3, 0, "g0"};
    EXPECT_THAT(index.page(query).rooms, IsEmpty());
}

TEST(RoomIndex, RefusesInvalidCursors) {
    EXPECT_TRUE(RoomIndex::read_cursor("0.-5.r"));
    for (const char* text : {"", ".", "..", "0", "0.1", "0.1.", "4.1.r", "-1.1.r", "0x.1.r", "0.1x.r", "0..r",
                             " 0.1.r", "99999999999.1.r", "0.99999999999999999999.r"})
        EXPECT_FALSE(RoomIndex::read_cursor(text)) << text;
    EXPECT_FALSE(RoomIndex::read_cursor("0.1." + std::string(65, 'r')));
}

}  // namespace
}  // namespace pentad::server
