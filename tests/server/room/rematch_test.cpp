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
struct RematchUnderWay : Over {
    RematchUnderWay() {
        host.request<OfferPlaced>(rematch, "", match);
        guest.send(rematch, "", match);
    }
};

TEST(TheMatchBeforeARematch, IsNotTakenForTheRematch) {
    RematchUnderWay game;
    // The guest has the first move of the rematch.
    const auto move = game.guest.send(MovePlay{0, "t1", "late", {}}, "", game.match);
    const auto resigned = game.host.send(MatchResign{}, "", game.match);
    const auto watched = game.host.send(MatchWatch{true}, "", game.match);
    const auto code = [](const auto& answer) {
        return answer ? "accepted" : std::string(name(answer.error().code));
    };
    EXPECT_EQ(code(game.guest.answer<MoveAccepted>(move)), "match_not_found");
    EXPECT_EQ(code(game.host.answer<Empty>(resigned)), "match_not_found");
    EXPECT_EQ(code(game.host.answer<MatchWatched>(watched)), "match_not_found");
    ASSERT_THAT(game.host.heard<MatchStarted>(), SizeIs(2));
    EXPECT_THAT(game.host.heard<MatchMoved>(), SizeIs(0));
    EXPECT_THAT(game.host.heard<MatchEnded>(), SizeIs(1));
}

TEST(ARematch, IsOfferedUntilItsMatchIsStored) {
    const auto full = std::make_shared<std::atomic<bool>>(false);
    Over game(std::make_unique<FailingStore>(full));
    const std::string offer = game.host.request<OfferPlaced>(game.rematch, "", game.match).offer;
    *full = true;
    EXPECT_EQ(game.guest.refusal(OfferAnswer{offer, true}, "", game.match), "storage");
    EXPECT_THAT(game.host.heard<OfferClosed>(), SizeIs(0));
    *full = false;
    game.guest.request(OfferAnswer{offer, true}, "", game.match);
    ASSERT_THAT(game.host.heard<OfferClosed>(), SizeIs(1));
    EXPECT_EQ(game.host.heard<OfferClosed>().front().outcome, OfferOutcome::accepted);
    EXPECT_THAT(game.host.heard<MatchStarted>(), SizeIs(2));
}

/// The opponent is in the room, but does not follow the match.
struct Aside : Over {
    Aside() {
        guest.request(MatchUnwatch{}, "", match);
        guest.forget();
    }
};

TEST(ARematch, IsOfferedToMembersWhoDoNotFollowTheMatch) {
    Aside game;
    const std::string offer = game.host.request<OfferPlaced>(game.rematch, "", game.match).offer;
    ASSERT_THAT(game.guest.heard<OfferMade>(), SizeIs(1));
    const Event told = game.guest.events().front();
    EXPECT_EQ(std::get<OfferMade>(told.body).offer.offer, offer);
    EXPECT_EQ(std::get<OfferMade>(told.body).offer.kind, OfferKind::rematch);
    EXPECT_EQ(told.match, game.match);
    EXPECT_EQ(told.room, game.room);
    EXPECT_FALSE(told.seq) << "no number of a stream that he does not follow";
    game.guest.request(OfferAnswer{offer, true}, "", game.match);
    ASSERT_THAT(game.guest.heard<OfferClosed>(), SizeIs(1));
    EXPECT_THAT(game.guest.heard<MatchStarted>(), SizeIs(1));
    EXPECT_THAT(game.host.heard<MatchStarted>(), SizeIs(2));
}

TEST(ARematch, IsWithdrawnFromThemToo) {
    Aside game;
    const std::string offer = game.host.request<OfferPlaced>(game.rematch, "", game.match).offer;
    game.host.request(OfferCancel{offer}, "", game.match);
    ASSERT_THAT(game.guest.heard<OfferClosed>(), SizeIs(1));
    EXPECT_EQ(game.guest.heard<OfferClosed>().front().offer, offer);
    EXPECT_THAT(game.host.heard<OfferClosed>(), SizeIs(1)) << "once to those who follow the match";
}

TEST(ARematch, IsToldToPlayersWhoComeBack) {
    Aside game;
    game.guest.cut();
    const std::string offer = game.host.request<OfferPlaced>(game.rematch, "", game.match).offer;
    Caller back(game.world, ResumeAuth{game.guest.hello.session, game.guest.hello.resume_token, {}});
    ASSERT_THAT(back.heard<OfferMade>(), SizeIs(1));
    EXPECT_EQ(back.heard<OfferMade>().front().offer.offer, offer);
    // Another tab that comes into the room is told as well, and who follows the match is not told twice.
    Caller tab(game.world, TokenAuth{*game.guest.hello.player_token});
    RoomJoin join;
    join.room = game.room;
    tab.request<RoomEntered>(join);
    EXPECT_THAT(tab.heard<OfferMade>(), SizeIs(1));
    EXPECT_THAT(game.host.heard<OfferMade>(), SizeIs(1));
}

TEST(ARematch, ClosesWhenItsAuthorLeaves) {
    Over game;
    const std::string offer = game.guest.request<OfferPlaced>(game.rematch, "", game.match).offer;
    game.guest.request(RoomLeave{}, game.room);

    ASSERT_THAT(game.host.heard<OfferClosed>(), SizeIs(1));
    EXPECT_EQ(game.host.heard<OfferClosed>().front().outcome, OfferOutcome::superseded);
    EXPECT_EQ(game.host.refusal(OfferAnswer{offer, true}, "", game.match), "offer_gone");
    EXPECT_EQ(game.host.refusal<OfferPlaced>(game.rematch, "", game.match), "offer_invalid");
    EXPECT_THAT(game.host.heard<MatchStarted>(), SizeIs(1));
}

}  // namespace
}  // namespace pentad::server
