// What is said of a match while its rematch begins.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/failing_store.hpp"
#include "tests/server/support/router_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using ::testing::SizeIs;

struct Table {
    RouterWorld world;
    Caller host = Caller::named(world, "Ann"), guest = Caller::named(world, "Bob");
    std::string match;

    Table() {
        RoomCreate create;
        create.game = "pile";
        create.first_seat = FirstSeat::chair0;
        const std::string room = host.request<RoomEntered>(create).room;
        RoomJoin join;
        join.room = room;
        guest.request<RoomEntered>(join);
        host.request(RoomReady{true}, room);
        guest.request(RoomReady{true}, room);
        match = host.heard<MatchStarted>().front().match;
        host.request(MatchResign{}, "", match);
        OfferMake rematch;
        rematch.kind = OfferKind::rematch;
        host.request<OfferPlaced>(rematch, "", match);
        // The rematch is under way when what follows comes.
        guest.send(rematch, "", match);
    }
};

TEST(TheMatchBeforeARematch, IsNotTakenForTheRematch) {
    Table table;
    // The guest has the first move of the rematch.
    const auto move = table.guest.send(MovePlay{0, "t1", "late", {}}, "", table.match);
    const auto resigned = table.host.send(MatchResign{}, "", table.match);
    const auto watched = table.host.send(MatchWatch{true}, "", table.match);
    const auto code = [](const auto& answer) {
        return answer ? "accepted" : std::string(name(answer.error().code));
    };
    EXPECT_EQ(code(table.guest.answer<MoveAccepted>(move)), "match_not_found");
    EXPECT_EQ(code(table.host.answer<Empty>(resigned)), "match_not_found");
    EXPECT_EQ(code(table.host.answer<MatchWatched>(watched)), "match_not_found");
    ASSERT_THAT(table.host.heard<MatchStarted>(), SizeIs(2));
    EXPECT_THAT(table.host.heard<MatchMoved>(), SizeIs(0));
    EXPECT_THAT(table.host.heard<MatchEnded>(), SizeIs(1));
}

TEST(ARematch, IsOfferedUntilItsMatchIsStored) {
    const auto full = std::make_shared<std::atomic<bool>>(false);
    RouterWorld world({}, std::make_unique<FailingStore>(full));
    Caller host = Caller::named(world, "Ann"), guest = Caller::named(world, "Bob");
    RoomCreate create;
    create.game = "pile";
    const std::string room = host.request<RoomEntered>(create).room;
    RoomJoin join;
    join.room = room;
    guest.request<RoomEntered>(join);
    host.request(RoomReady{true}, room);
    guest.request(RoomReady{true}, room);
    const std::string match = host.heard<MatchStarted>().front().match;
    host.request(MatchResign{}, "", match);
    OfferMake rematch;
    rematch.kind = OfferKind::rematch;
    const std::string offer = host.request<OfferPlaced>(rematch, "", match).offer;
    *full = true;
    EXPECT_EQ(guest.refusal(OfferAnswer{offer, true}, "", match), "storage");
    EXPECT_THAT(host.heard<OfferClosed>(), SizeIs(0));
    *full = false;
    guest.request(OfferAnswer{offer, true}, "", match);
    ASSERT_THAT(host.heard<OfferClosed>(), SizeIs(1));
    EXPECT_EQ(host.heard<OfferClosed>().front().outcome, OfferOutcome::accepted);
    EXPECT_THAT(host.heard<MatchStarted>(), SizeIs(2));
}

TEST(ARematch, IsNotOpenAnyMoreWhenWhoOfferedItHasLeft) {
    RouterWorld world;
    Caller host = Caller::named(world, "Ann"), guest = Caller::named(world, "Bob");
    RoomCreate create;
    create.game = "pile";
    const std::string room = host.request<RoomEntered>(create).room;
    RoomJoin join;
    join.room = room;
    guest.request<RoomEntered>(join);
    host.request(RoomReady{true}, room);
    guest.request(RoomReady{true}, room);
    const std::string match = host.heard<MatchStarted>().front().match;
    host.request(MatchResign{}, "", match);
    OfferMake rematch;
    rematch.kind = OfferKind::rematch;
    const std::string offer = guest.request<OfferPlaced>(rematch, "", match).offer;
    guest.request(RoomLeave{}, room);

    ASSERT_THAT(host.heard<OfferClosed>(), SizeIs(1));
    EXPECT_EQ(host.heard<OfferClosed>().front().outcome, OfferOutcome::superseded);
    EXPECT_EQ(host.refusal(OfferAnswer{offer, true}, "", match), "offer_gone");
    EXPECT_EQ(host.refusal<OfferPlaced>(rematch, "", match), "offer_invalid");
    EXPECT_THAT(host.heard<MatchStarted>(), SizeIs(1));
}

}  // namespace
}  // namespace pentad::server
