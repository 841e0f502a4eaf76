// What is said of a match while its rematch begins.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/failing_store.hpp"
#include "tests/server/support/gateway_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using ::testing::SizeIs;

/// Two people in a room, whose match is over.
struct Over {
    GatewayWorld world;
    Caller host, guest;
    std::string room, match;
    OfferMake rematch;

    explicit Over(std::unique_ptr<Store> store = make_memory_store())
        : world({}, std::move(store)), host(Caller::named(world, "Ann")), guest(Caller::named(world, "Bob")) {
        RoomCreate create;
        create.game = "pile";
        create.first_seat = FirstSeat::chair0;
        room = host.request<RoomEntered>(create).room;
        RoomJoin join;
        join.room = room;
        guest.request<RoomEntered>(join);
        host.request(RoomReady{true}, room);
        guest.request(RoomReady{true}, room);
        match = host.heard<MatchStarted>().front().match;
        host.request(MatchResign{}, "", match);
        rematch.kind = OfferKind::rematch;
    }
};

/// The rematch is under way when what follows comes.
struct LiveMatch : Over {
    LiveMatch() {
        host.request<OfferPlaced>(rematch, "", match);
        guest.send(rematch, "", match);
    }
};

TEST(TheMatchBeforeARematch, IsNotTakenForTheRematch) {
    LiveMatch table;
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
    Over table(std::make_unique<FailingStore>(full));
    const std::string offer = table.host.request<OfferPlaced>(table.rematch, "", table.match).offer;
    *full = true;
    EXPECT_EQ(table.guest.refusal(OfferAnswer{offer, true}, "", table.match), "storage");
    EXPECT_THAT(table.host.heard<OfferClosed>(), SizeIs(0));
    *full = false;
    table.guest.request(OfferAnswer{offer, true}, "", table.match);
    ASSERT_THAT(table.host.heard<OfferClosed>(), SizeIs(1));
    EXPECT_EQ(table.host.heard<OfferClosed>().front().outcome, OfferOutcome::accepted);
    EXPECT_THAT(table.host.heard<MatchStarted>(), SizeIs(2));
}

/// The opponent is in the room, but does not follow the match.
struct Aside : Over {
    Aside() {
        guest.request(MatchUnwatch{}, "", match);
        guest.forget();
    }
};

TEST(ARematch, IsOfferedToWhoIsInTheRoomThoughHeDoesNotFollowTheMatch) {
    Aside table;
    const std::string offer = table.host.request<OfferPlaced>(table.rematch, "", table.match).offer;
    ASSERT_THAT(table.guest.heard<OfferMade>(), SizeIs(1));
    const Event told = table.guest.events().front();
    EXPECT_EQ(std::get<OfferMade>(told.body).offer.offer, offer);
    EXPECT_EQ(std::get<OfferMade>(told.body).offer.kind, OfferKind::rematch);
    EXPECT_EQ(told.match, table.match);
    EXPECT_EQ(told.room, table.room);
    EXPECT_FALSE(told.seq) << "no number of a stream that he does not follow";
    table.guest.request(OfferAnswer{offer, true}, "", table.match);
    ASSERT_THAT(table.guest.heard<OfferClosed>(), SizeIs(1));
    EXPECT_THAT(table.guest.heard<MatchStarted>(), SizeIs(1));
    EXPECT_THAT(table.host.heard<MatchStarted>(), SizeIs(2));
}

TEST(ARematch, ThatIsTakenBackIsTakenBackFromWhoIsAsideToo) {
    Aside table;
    const std::string offer = table.host.request<OfferPlaced>(table.rematch, "", table.match).offer;
    table.host.request(OfferCancel{offer}, "", table.match);
    ASSERT_THAT(table.guest.heard<OfferClosed>(), SizeIs(1));
    EXPECT_EQ(table.guest.heard<OfferClosed>().front().offer, offer);
    EXPECT_THAT(table.host.heard<OfferClosed>(), SizeIs(1)) << "once to who follows the match";
}

TEST(ARematch, ThatIsOfferedMeanwhileIsToldToWhoComesBack) {
    Aside table;
    table.guest.cut();
    const std::string offer = table.host.request<OfferPlaced>(table.rematch, "", table.match).offer;
    Caller back(table.world, ResumeAuth{table.guest.hello.session, table.guest.hello.resume_token, {}});
    ASSERT_THAT(back.heard<OfferMade>(), SizeIs(1));
    EXPECT_EQ(back.heard<OfferMade>().front().offer.offer, offer);
    // Another tab that comes into the room is told as well, and who follows the match is not told twice.
    Caller tab(table.world, TokenAuth{*table.guest.hello.player_token});
    RoomJoin join;
    join.room = table.room;
    tab.request<RoomEntered>(join);
    EXPECT_THAT(tab.heard<OfferMade>(), SizeIs(1));
    EXPECT_THAT(table.host.heard<OfferMade>(), SizeIs(1));
}

TEST(ARematch, IsNotOpenAnyMoreWhenWhoOfferedItHasLeft) {
    Over table;
    const std::string offer = table.guest.request<OfferPlaced>(table.rematch, "", table.match).offer;
    table.guest.request(RoomLeave{}, table.room);

    ASSERT_THAT(table.host.heard<OfferClosed>(), SizeIs(1));
    EXPECT_EQ(table.host.heard<OfferClosed>().front().outcome, OfferOutcome::superseded);
    EXPECT_EQ(table.host.refusal(OfferAnswer{offer, true}, "", table.match), "offer_gone");
    EXPECT_EQ(table.host.refusal<OfferPlaced>(table.rematch, "", table.match), "offer_invalid");
    EXPECT_THAT(table.host.heard<MatchStarted>(), SizeIs(1));
}

}  // namespace
}  // namespace pentad::server
