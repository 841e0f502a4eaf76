// Those who came for the match alone and are not in its room.

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;

struct Table {
    ServerProcess server;
    TestClient host = TestClient::guest(server.port());
    TestClient watcher = TestClient::guest(server.port());
    std::string room, match;

    Table() {
        RoomCreate create;
        create.game = host.session().games.front().game;
        create.hotseat = true;
        room = host.create(create).room;
        host.request<Empty>(RoomReady{true}, "", room);
        match = begins(host);
        watcher.watch(match);
    }
    static std::string begins(TestClient& client) {
        return client
            .wait_event([](const Event& it) { return std::holds_alternative<MatchStarted>(it.body); },
                        TestClient::patience, "match.started")
            .match;
    }
    std::string play_again() {
        host.request<Empty>(MatchResign{}, match);
        OfferMake again;
        again.kind = OfferKind::rematch;
        host.request<OfferPlaced>(again, match);
        return begins(host);
    }
};

TEST(WatchersOfAMatchAlone, AreShownTheRematchBeforeTheyHearOfItsMoves) {
    Table table;
    const std::string next = table.play_again();
    EXPECT_EQ(Table::begins(table.watcher), next);
    table.host.play(next, table.host.match(next).now.legal->front());
    table.watcher.catch_up();
    EXPECT_EQ(table.watcher.match(next).now.turn, 1);
}

TEST(WatchersOfAMatchAlone, AreShownTheRematchThatBeganWhileTheirLineWasBroken) {
    Table table;
    table.watcher.cut();
    const std::string next = table.play_again();
    EXPECT_EQ(table.watcher.resume(table.server.port()).resumed.at("match:" + next), Resumed::snapshot);
    table.watcher.catch_up();
    table.host.play(next, table.host.match(next).now.legal->front());
    table.watcher.catch_up();
    EXPECT_EQ(table.watcher.match(next).now.turn, 1);
}

TEST(WatchersOfAMatchAlone, HearThatTheyAreSentAway) {
    Table table;
    table.host.request<Empty>(RoomKick{table.watcher.player()}, "", table.room);
    EXPECT_EQ(table.watcher.wait<RoomClosed>().reason, "kicked");
    table.watcher.catch_up();
}

TEST(Strangers, WhoComeAndGoDoNotFloodAPlayerWhoReadsSlowly) {
    Table table;
    TestClient slow = TestClient::guest(table.server.port());
    RoomJoin join;
    join.room = table.room;
    join.seat = JoinSeat::watch;
    slow.join(join);
    slow.catch_up();
    slow.forget_events();
    const auto since = std::chrono::steady_clock::now();
    // From here on the slow one reads nothing; beyond 1024 events that wait it would be closed with 4006.
    std::vector<TestClient> strangers;
    for (int i = 0; i < 8; ++i) strangers.push_back(TestClient::guest(table.server.port()));
    for (TestClient& one : strangers) {
        for (int i = 0; i < 200; ++i) one.post(MatchUnwatch{}, table.match);
        one.settle();
        one.check_answers_only();
        for (int i = 0; i < 100; ++i) {
            one.post(MatchWatch{false}, table.match);
            one.post(MatchUnwatch{}, table.match);
        }
        one.settle();
        EXPECT_EQ(one.outcomes().at("ok"), 400);
    }
    slow.catch_up();
    const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
    EXPECT_LE(static_cast<double>(slow.unread<RoomChanged>()), 2 * seconds + 2) << "two a second";
    // What was gathered last is told as well: two watch, as before.
    const auto watchers = [&] { return slow.model().rooms().at(table.room).summary.watchers; };
    const auto deadline = std::chrono::steady_clock::now() + TestClient::patience;
    while (watchers() != 2 && std::chrono::steady_clock::now() < deadline) slow.catch_up();
    EXPECT_EQ(watchers(), 2);
}

TEST(WhoIsInTheRoom, IsOfferedARematchThoughHeStoppedWatchingTheMatch) {
    ServerProcess server;
    TestClient host = TestClient::guest(server.port());
    TestClient guest = TestClient::guest(server.port());
    RoomCreate create;
    create.game = host.session().games.front().game;
    const std::string room = host.create(create).room;
    RoomJoin join;
    join.room = room;
    guest.join(join);
    for (TestClient* one : {&host, &guest}) one->request<Empty>(RoomReady{true}, "", room);
    const std::string match = Table::begins(guest);
    Table::begins(host);
    guest.request<Empty>(MatchUnwatch{}, match);
    host.request<Empty>(MatchResign{}, match);
    OfferMake again;
    again.kind = OfferKind::rematch;
    const std::string offer = host.request<OfferPlaced>(again, match).offer;
    EXPECT_EQ(guest.wait<OfferMade>().offer.offer, offer);
    guest.request<Empty>(OfferAnswer{offer, true}, match);
    EXPECT_EQ(Table::begins(guest), Table::begins(host));
}

TEST(Resuming, ShowsARoomWhoseAnswerWasLost) {
    Table table;
    TestClient late = TestClient::guest(table.server.port());
    RoomJoin join;
    join.room = table.room;
    join.seat = JoinSeat::watch;
    late.join(join);
    // As if the answer had never come.
    late.unfollow("room:" + table.room);
    late.cut();
    EXPECT_EQ(late.resume(table.server.port()).resumed.at("room:" + table.room), Resumed::snapshot);
    late.wait<RoomSnapshot>();
    late.catch_up();
}

}  // namespace
}  // namespace pentad::testing
