#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/room_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using engine::Side;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TimeControl fischer() {
    TimeControl tc;
    tc.kind = TimeControlKind::fischer;
    tc.initial = 60s;
    tc.increment = 2s;
    return tc;
}

StoredRoom timed() {
    StoredRoom plan = RoomWorld::plan();
    plan.tc = fischer();
    return plan;
}

OfferMake offer(OfferKind kind, std::optional<int> plies = {}) { return {kind, plies, {}}; }

std::string make(Visitor& who, OfferKind kind, std::optional<int> plies = {}) {
    return who.request<OfferPlaced>(offer(kind, plies)).offer;
}

std::vector<OfferOutcome> outcomes(Visitor& who) {
    std::vector<OfferOutcome> all;
    for (const OfferClosed& closed : who.heard<OfferClosed>()) all.push_back(closed.outcome);
    return all;
}

TEST(Takeback, RestoresPositionAndClocksAndClosesDrawOffers) {
    RoomWorld world;
    auto [first, second] = world.two(timed());
    first.play(0, "t1");
    second.play(1, "t2");
    world.now += 10s;
    first.play(2, "t1");
    const auto before = first.heard<MatchMoved>();
    world.now += 7s;
    make(first, OfferKind::draw);
    const std::string wish = make(first, OfferKind::takeback);
    second.request(OfferAnswer{wish, true});

    const auto taken = second.heard<MatchTakenBack>();
    ASSERT_THAT(taken, SizeIs(1));
    EXPECT_EQ(taken[0].plies, 1);
    EXPECT_EQ(taken[0].turn, 4);
    EXPECT_EQ(taken[0].ply, 2);
    EXPECT_EQ(taken[0].pos, before[1].pos);
    EXPECT_EQ(taken[0].to_move, Side::first);
    EXPECT_EQ(taken[0].clock.remaining, before[1].clock.remaining);
    EXPECT_EQ(taken[0].clock.running, Side::first);
    EXPECT_EQ(taken[0].clock.at, to_wire(world.now));
    // Only who is to move hears what he may do.
    EXPECT_FALSE(taken[0].legal);
    EXPECT_THAT(*first.heard<MatchTakenBack>()[0].legal, SizeIs(2));
    EXPECT_THAT(outcomes(first), ElementsAre(OfferOutcome::accepted, OfferOutcome::superseded));
    EXPECT_THAT(world.view(first).offers, IsEmpty());
    // No turn comes twice.
    EXPECT_EQ(first.refusal<MoveAccepted>(MovePlay{2, "t1", Visitor::move_id(), {}}), "stale_turn");
    EXPECT_EQ(first.play(4, "t1").turn, 5);
}

TEST(Takeback, GoesBackToTheAskersTurn) {
    RoomWorld world;
    auto [first, second] = world.two();
    EXPECT_EQ(first.refusal<OfferPlaced>(offer(OfferKind::takeback)), "offer_invalid");
    first.play(0, "t1");
    EXPECT_EQ(second.refusal<OfferPlaced>(offer(OfferKind::takeback)), "offer_invalid");
    EXPECT_EQ(second.refusal<OfferPlaced>(offer(OfferKind::takeback, 2)), "offer_invalid");
    second.play(1, "t2");
    const std::string wish = make(first, OfferKind::takeback);
    EXPECT_EQ(second.heard<OfferMade>().back().offer.plies, 2);
    second.request(OfferAnswer{wish, true});
    EXPECT_EQ(world.match().ply(), 0);
    EXPECT_EQ(world.match().to_move(), Side::first);
}

TEST(Takeback, IsNotSupportedWhereTheRoomForbidsIt) {
    RoomWorld world;
    StoredRoom plan = RoomWorld::plan();
    plan.takeback = false;
    auto [first, second] = world.two(plan);
    first.play(0, "t1");
    EXPECT_EQ(first.refusal<OfferPlaced>(offer(OfferKind::takeback)), "not_supported");
    EXPECT_THAT(second.heard<OfferMade>(), IsEmpty());
}

TEST(Takeback, IsAcceptedByABotWhichThinksAgain) {
    RoomWorld world;
    Visitor& person = world.visitor();
    StoredRoom plan = RoomWorld::plan();
    RoomWorld::sit(plan, 0, person);
    RoomWorld::sit_bot(plan, 1);
    world.open(plan, {&person});
    person.play(0, "t2");
    EXPECT_EQ(world.match().ply(), 2);
    make(person, OfferKind::takeback);
    EXPECT_EQ(world.match().ply(), 0);
    person.play(3, "t1");
    EXPECT_EQ(world.match().ply(), 2);
    make(person, OfferKind::takeback, 1);
    // The bot was to move again, and did.
    EXPECT_EQ(world.match().ply(), 2);
    EXPECT_EQ(world.match().turn(), 7);
}

TEST(Takeback, StopsTheBotsSearch) {
    std::atomic<int> searches = 0;
    RoomWorld world([&](const engine::Position& position, const engine::SearchLimits&, std::stop_token stop) {
        ++searches;
        while (!stop.stop_requested()) std::this_thread::yield();
        engine::Choice choice;
        choice.move = position.legal_moves().front();
        return choice;
    });
    world.bots_think = true;
    Visitor& person = world.visitor();
    StoredRoom plan = RoomWorld::plan();
    RoomWorld::sit(plan, 0, person);
    RoomWorld::sit_bot(plan, 1);
    world.open(plan, {&person});
    person.play(0, "t1");
    make(person, OfferKind::takeback);
    EXPECT_EQ(world.match().turn(), 2);
    world.settle();
    EXPECT_EQ(world.match().turn(), 2);
    EXPECT_EQ(world.services.bots.jobs(), 0U);
}

TEST(Takeback, WorksAtOneKeyboard) {
    RoomWorld world;
    Visitor& both = world.visitor();
    StoredRoom plan = RoomWorld::plan();
    plan.hotseat = true;
    RoomWorld::sit(plan, 0, both);
    RoomWorld::sit(plan, 1, both);
    world.open(plan, {&both});
    both.play(0, "t1");
    both.play(1, "t2");
    make(both, OfferKind::takeback);
    EXPECT_EQ(world.match().ply(), 1);
    EXPECT_EQ(world.match().to_move(), Side::second);
    both.request<OfferPlaced>(OfferMake{OfferKind::takeback, {}, Side::first});
    EXPECT_EQ(world.match().ply(), 0);
}

TEST(Offers, OfOneKindAndSideAreOpenOnce) {
    RoomWorld world;
    auto [first, second] = world.two();
    make(first, OfferKind::draw);
    EXPECT_EQ(first.refusal<OfferPlaced>(offer(OfferKind::draw)), "offer_exists");
    make(first, OfferKind::pause);
    EXPECT_THAT(world.view(second).offers, SizeIs(2));
    Visitor& stranger = world.visitor();
    EXPECT_EQ(stranger.refusal<OfferPlaced>(offer(OfferKind::draw)), "not_seated");
}

TEST(Offers, ThatCrossAreAccepted) {
    RoomWorld world;
    auto [first, second] = world.two();
    const auto one = first.send(offer(OfferKind::draw));
    const auto other = second.send(offer(OfferKind::draw));
    world.settle();
    EXPECT_TRUE(first.was_accepted(one));
    EXPECT_TRUE(second.was_accepted(other));
    EXPECT_EQ(world.match().result(), (MatchResult{std::nullopt, "agreement"}));
    for (Visitor* who : {&first, &second}) {
        EXPECT_THAT(who->heard<OfferMade>(), SizeIs(1));
        EXPECT_THAT(outcomes(*who), ElementsAre(OfferOutcome::accepted));
        EXPECT_THAT(who->heard<MatchEnded>(), SizeIs(1));
    }
}

TEST(Offers, OfARematchByBothStartOneMatch) {
    RoomWorld world;
    auto [first, second] = world.two();
    first.request(MatchResign{});
    const MatchId old = world.match().setup().id;
    const auto one = first.send(offer(OfferKind::rematch));
    const auto other = second.send(offer(OfferKind::rematch));
    world.settle();
    EXPECT_TRUE(first.was_accepted(one));
    EXPECT_TRUE(second.was_accepted(other));
    EXPECT_NE(world.match().setup().id, old);
    EXPECT_EQ(world.match().setup().seats[0].player, second.id());
    EXPECT_EQ(world.match().setup().seats[1].player, first.id());
    for (Visitor* who : {&first, &second}) EXPECT_THAT(who->heard<MatchStarted>(), SizeIs(2));
}

TEST(Offers, AcceptedAndCancelledAtOnceHaveOneOutcome) {
    for (const bool cancel_first : {true, false}) {
        RoomWorld world;
        auto [first, second] = world.two();
        const std::string wish = make(first, OfferKind::draw);
        std::optional<RequestId> accept;
        if (!cancel_first) accept = second.send(OfferAnswer{wish, true});
        const auto cancel = first.send(OfferCancel{wish});
        if (cancel_first) accept = second.send(OfferAnswer{wish, true});
        world.settle();
        EXPECT_EQ(first.was_accepted(cancel), cancel_first);
        EXPECT_EQ(second.was_accepted(*accept), !cancel_first);
        EXPECT_TRUE(cancel_first ? second.was_refused(*accept, "offer_gone")
                                 : first.was_refused(cancel, "offer_gone"));
        EXPECT_EQ(world.match().result().has_value(), !cancel_first);
        const auto outcome = cancel_first ? OfferOutcome::cancelled : OfferOutcome::accepted;
        EXPECT_THAT(outcomes(first), ElementsAre(outcome));
        EXPECT_THAT(outcomes(second), ElementsAre(outcome));
    }
}

TEST(Offers, AreAnsweredByTheOtherSideOnly) {
    RoomWorld world;
    auto [first, second] = world.two();
    const std::string wish = make(first, OfferKind::draw);
    EXPECT_EQ(first.refusal(OfferAnswer{wish, true}), "offer_invalid");
    EXPECT_EQ(second.refusal(OfferCancel{wish}), "offer_gone");
    Visitor& stranger = world.visitor();
    EXPECT_EQ(stranger.refusal(OfferAnswer{wish, true}), "not_seated");
    second.request(OfferAnswer{wish, false});
    EXPECT_EQ(second.refusal(OfferAnswer{wish, true}), "offer_gone");
    EXPECT_THAT(outcomes(first), ElementsAre(OfferOutcome::declined));
    make(first, OfferKind::draw);
}

TEST(Offers, CloseWithThePositionTheMatchAndTheirTime) {
    RoomWorld world;
    auto [first, second] = world.two();
    make(first, OfferKind::draw);
    make(second, OfferKind::pause);
    first.play(0, "t1");
    EXPECT_THAT(outcomes(second), ElementsAre(OfferOutcome::superseded));
    world.pass(Offers::stands_for);
    EXPECT_THAT(outcomes(second), ElementsAre(OfferOutcome::superseded, OfferOutcome::expired));
    const std::string wish = make(second, OfferKind::abort);
    second.request(MatchResign{});
    EXPECT_THAT(outcomes(second), SizeIs(3));
    EXPECT_EQ(first.refusal(OfferAnswer{wish, true}), "offer_gone");
    EXPECT_THAT(world.view(first).offers, IsEmpty());
    // The end came before what the end did away with.
    std::vector<std::string> last;
    for (const std::string& one : first.order())
        if (one == "match.ended" || (!last.empty() && one == "offer.closed")) last.push_back(one);
    EXPECT_THAT(last, ElementsAre("match.ended", "offer.closed"));
}

TEST(Draw, IsDeclinedByABot) {
    RoomWorld world;
    Visitor& person = world.visitor();
    StoredRoom plan = RoomWorld::plan();
    RoomWorld::sit(plan, 0, person);
    RoomWorld::sit_bot(plan, 1);
    world.open(plan, {&person});
    make(person, OfferKind::draw);
    EXPECT_THAT(outcomes(person), ElementsAre(OfferOutcome::declined));
    EXPECT_FALSE(world.match().result());
}

TEST(Pause, StopsTheClockUntilBothWantToGoOn) {
    RoomWorld world;
    auto [first, second] = world.two(timed());
    first.play(0, "t1");
    second.play(1, "t1");
    world.now += 5s;
    second.request(OfferAnswer{make(first, OfferKind::pause), true});
    const auto stopped = second.heard<MatchClock>().back().clock;
    EXPECT_EQ(stopped.running, std::nullopt);
    EXPECT_EQ((*stopped.remaining)[0], 55s);
    EXPECT_EQ(stopped.paused_until, to_wire(world.now + pause_lasts));
    EXPECT_EQ(first.refusal<MoveAccepted>(MovePlay{2, "t1", Visitor::move_id(), {}}), "paused");
    world.pass(200s);
    EXPECT_FALSE(world.match().result());
    first.request(OfferAnswer{make(second, OfferKind::pause), true});
    const auto going = first.heard<MatchClock>().back().clock;
    EXPECT_EQ(going.running, Side::first);
    EXPECT_FALSE(going.paused_until);
    EXPECT_EQ(first.play(2, "t1").charged, 0ms);
    EXPECT_EQ((*world.match().remaining())[0], 57s);
}

TEST(Pause, EndsByItself) {
    RoomWorld world;
    auto [first, second] = world.two(timed());
    first.play(0, "t1");
    second.play(1, "t1");
    second.request(OfferAnswer{make(first, OfferKind::pause), true});
    world.pass(pause_lasts + 1s);
    EXPECT_EQ(world.match().running(), Side::first);
    world.pass(60s);
    EXPECT_EQ(world.match().result(), (MatchResult{Side::second, "timeout"}));
}

TEST(Abort, IsAllowedBeforeTheFirstMovesAndByAgreement) {
    RoomWorld world;
    auto [first, second] = world.two();
    first.play(0, "t1");
    second.play(1, "t1");
    EXPECT_EQ(first.refusal(MatchAbort{}), "cannot_abort");
    Visitor& stranger = world.visitor();
    EXPECT_EQ(stranger.refusal(MatchAbort{}), "not_seated");
    second.request(OfferAnswer{make(first, OfferKind::abort), true});
    EXPECT_EQ(world.match().result(), (MatchResult{std::nullopt, "aborted"}));

    RoomWorld early;
    auto [one, other] = early.two();
    one.play(0, "t1");
    other.request(MatchAbort{});
    EXPECT_EQ(early.match().result(), (MatchResult{std::nullopt, "aborted"}));
    EXPECT_EQ(one.refusal(MatchAbort{}), "match_over");
}

TEST(Offers, AfterTheEndEveryCommandIsRefused) {
    RoomWorld world;
    auto [first, second] = world.two(timed());
    first.play(0, "t1");
    second.play(1, "t1");
    first.request(MatchResign{});
    const std::vector<ClientMessage> commands{
        MovePlay{2, "t1", "m", {}},
        MatchResign{},
        MatchAbort{},
        offer(OfferKind::draw),
        offer(OfferKind::pause),
        offer(OfferKind::abort),
        offer(OfferKind::takeback),
        ClaimWin{},
        PremoveSet{3, "t1"},
        PremoveClear{},
    };
    for (Visitor* who : {&first, &second})
        for (const ClientMessage& command : commands)
            EXPECT_EQ(who->refusal(command), "match_over") << type_name(command);
    world.pass(1h);
    EXPECT_THAT(second.heard<MatchEnded>(), SizeIs(1));
    EXPECT_EQ(world.match().result(), (MatchResult{Side::second, "resign"}));
}

}  // namespace
}  // namespace pentad::server
