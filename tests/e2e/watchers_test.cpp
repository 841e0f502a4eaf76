// Those who came for the match alone and are not in its room.

#include <gtest/gtest.h>

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
