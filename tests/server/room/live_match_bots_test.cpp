#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>

#include "server/bots/hints.hpp"
#include "server/bots/search_time.hpp"
#include "tests/server/support/room_world.hpp"

namespace pentad::server {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A search that goes on until the test lets it go, or it is told to stop.
struct Slow {
    std::latch let_go{1};
    std::atomic<int> begun{0};

    BotScheduler::Search search() {
        return [this](const engine::Position& position, const engine::SearchLimits&, std::stop_token stop) {
            ++begun;
            while (!let_go.try_wait() && !stop.stop_requested()) std::this_thread::yield();
            engine::Choice choice;
            choice.move = position.legal_moves().front();
            return choice;
        };
    }
};

/// A person on seat 0 and a bot on seat 1; the person has moved.
StoredRoom person_and_bot(Visitor& person) {
    StoredRoom plan = RoomWorld::plan();
    RoomWorld::sit(plan, 0, person);
    RoomWorld::sit_bot(plan, 1);
    return plan;
}

TEST(BotSeat, AnnouncesABotThatTakesLong) {
    Slow slow;
    RoomWorld world(slow.search());
    world.bots_think = true;
    Visitor& person = world.visitor();
    world.open(person_and_bot(person), {&person});
    person.play(0, "t1");
    world.pass(450ms);
    EXPECT_THAT(person.heard<protocol::BotStatus>(), IsEmpty());
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (slow.begun == 0 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    ASSERT_EQ(slow.begun, 1) << "the bot never begins";
    world.pass(100ms);
    const auto told = person.heard<protocol::BotStatus>();
    ASSERT_THAT(told, SizeIs(1));
    EXPECT_EQ(told[0].seat, Side::second);
    EXPECT_EQ(told[0].state, protocol::BotState::thinking);
    world.pass(2s);
    EXPECT_THAT(person.heard<protocol::BotStatus>(), SizeIs(1)) << "only what changes is told";
    slow.let_go.count_down();
    world.bots_think = false;
    world.settle();
    EXPECT_EQ(world.match().turn(), 2);
}

TEST(BotSeat, AnnouncesAFallbackMove) {
    RoomWorld world([](const auto&, const auto&, auto) -> engine::Choice { throw 42; });
    Visitor& person = world.visitor();
    world.open(person_and_bot(person), {&person});
    person.play(0, "t1");
    const auto moves = person.heard<protocol::MatchMoved>();
    ASSERT_THAT(moves, SizeIs(2));
    EXPECT_FALSE(moves[0].automatic);
    EXPECT_EQ(moves[1].automatic, protocol::Automatic::fallback);
    EXPECT_EQ(person.heard<protocol::BotStatus>().back().state, protocol::BotState::fallback);
    // Who comes later sees it too.
    const auto seen = person.request<protocol::MatchWatched>(protocol::MatchWatch{}).snapshot;
    EXPECT_FALSE(seen.history->at(0).automatic);
    EXPECT_EQ(seen.history->at(1).automatic, protocol::Automatic::fallback);
    EXPECT_EQ(seen.last_move->automatic, protocol::Automatic::fallback);
    const auto stored = world.stored_match();
    EXPECT_EQ(std::get<Moved>(stored.events.at(1)).automatic, protocol::Automatic::fallback);
}

TEST(BotSeat, SearchesOnceATurn) {
    // B20.
    Slow slow;
    RoomWorld world(slow.search());
    world.bots_think = true;
    Visitor& person = world.visitor();
    world.open(person_and_bot(person), {&person});
    person.play(0, "t1");
    for (int i = 0; i < 5; ++i) {
        person.cut();
        person.connect();
        world.room->wake_up();
        world.settle();
    }
    EXPECT_EQ(world.services.bots.jobs(), 1U);
    slow.let_go.count_down();
    world.bots_think = false;
    world.settle();
    EXPECT_EQ(slow.begun, 1);
    EXPECT_EQ(world.services.bots.jobs(), 0U) << "jobs return to none";
}

TEST(BotSeat, MovesInARecoveredMatch) {
    Slow slow;
    RoomWorld world(slow.search());
    world.bots_think = true;
    Visitor& person = world.visitor();
    world.open(person_and_bot(person), {&person});
    person.play(0, "t1");
    const StoredMatch stored = world.stored_match();
    Match match(stored.setup);
    ASSERT_TRUE(match.apply(stored.events.at(0)));
    const auto again = std::make_shared<Room>(world.services, world.room->settings(), match, 1);
    world.services.bots.cancel(match.setup().id);
    world.services.rooms.remove(*world.room);
    world.services.rooms.add(again);
    world.room = again;
    again->wake_up();
    slow.let_go.count_down();
    world.bots_think = false;
    world.settle();
    EXPECT_EQ(world.match().turn(), 2);
}

TEST(BotSeat, StopsTheSearchWhenThePersonResigns) {
    Slow slow;
    RoomWorld world(slow.search());
    world.bots_think = true;
    Visitor& person = world.visitor();
    world.open(person_and_bot(person), {&person});
    person.play(0, "t1");
    EXPECT_EQ(world.services.bots.jobs(), 1U);
    person.request(protocol::MatchResign{});
    EXPECT_EQ(world.services.bots.jobs(), 0U);
    EXPECT_EQ(world.match().result(), (MatchResult{Side::second, "resign"}));
}

TEST(BotSeat, IsNotChargedForItsWaitForAWorker) {
    constexpr int elsewhere = 8;
    std::latch let_go(1);
    RoomWorld world(
        [&](const engine::Position& position, const engine::SearchLimits& limits, std::stop_token stop) {
            // A test that has failed before it lets go ends all the same.
            while (limits.level == elsewhere && !let_go.try_wait() && !stop.stop_requested())
                std::this_thread::yield();
            engine::Choice choice;
            choice.move = position.legal_moves().front();
            return choice;
        });
    Visitor& person = world.visitor();
    StoredRoom plan = person_and_bot(person);
    plan.tc.kind = protocol::TimeControlKind::permove;
    plan.tc.per_move = 50ms;
    world.open(plan, {&person});
    person.play(0, "t1");
    ASSERT_EQ(world.match().turn(), 2);
    // Another match has the only worker.
    BotJob other{MatchId{"m_other"}, 0, world.match().position(), {elsewhere, 0, 0}};
    world.services.bots.think(other, [](const BotAnswer&) {});
    world.bots_think = true;
    person.play(2, "t1");
    const MatchId id = world.match().setup().id;
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (world.services.bots.progress(id)->waited < 60ms && std::chrono::steady_clock::now() < deadline)
        std::this_thread::yield();
    world.pass(60ms);
    EXPECT_FALSE(world.match().result()) << "its flag does not fall while it waits";
    let_go.count_down();
    world.bots_think = false;
    world.settle();
    ASSERT_EQ(world.match().turn(), 4);
    EXPECT_EQ(world.match().line().back().charged, 0ms);
}

TEST(BotSeat, SearchesForAShareOfItsClock) {
    RoomWorld world;
    Visitor& person = world.visitor();
    StoredRoom plan = person_and_bot(person);
    plan.tc.kind = protocol::TimeControlKind::fischer;
    plan.tc.initial = 20s;
    plan.tc.increment = 2s;
    world.open(plan, {&person});
    EXPECT_EQ(search_time(world.match(), 10s), 2s);
    EXPECT_EQ(search_time(world.match(), 500ms), 500ms);
}

TEST(BotSeat, HasTheUsualTimeWithoutAClock) {
    RoomWorld world;
    Visitor& person = world.visitor();
    world.open(person_and_bot(person), {&person});
    EXPECT_EQ(search_time(world.match(), 10s), 10s);
}

TEST(Hints, ComeOneAtATimeAndForThisTurnOnly) {
    Slow slow;
    RoomWorld world(slow.search());
    world.bots_think = true;
    Hints hints(world.services.io, world.services.bots);
    world.services.hints = &hints;
    Visitor& first = world.visitor();
    Visitor& second = world.visitor();
    Visitor& stranger = world.visitor();
    StoredRoom plan = RoomWorld::plan();
    RoomWorld::sit(plan, 0, first);
    RoomWorld::sit(plan, 1, second);
    world.open(plan, {&first, &second, &stranger});
    const auto asked = first.send(protocol::HintGet{0});
    world.settle();
    EXPECT_EQ(world.services.bots.jobs(), 1U);
    EXPECT_EQ(first.refusal<protocol::Hint>(protocol::HintGet{0}), "limit_reached");
    EXPECT_EQ(second.refusal<protocol::Hint>(protocol::HintGet{0}), "not_your_turn");
    EXPECT_EQ(stranger.refusal<protocol::Hint>(protocol::HintGet{0}), "not_seated");
    first.play(0, "t1");
    EXPECT_TRUE(first.was_refused(asked, "stale_turn"));
    EXPECT_EQ(world.services.bots.jobs(), 0U) << "and nobody thinks about it any more";
    EXPECT_EQ(first.refusal<protocol::Hint>(protocol::HintGet{0}), "stale_turn");

    const auto again = second.send(protocol::HintGet{1});
    slow.let_go.count_down();
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (!second.was_accepted(again) && std::chrono::steady_clock::now() < deadline) world.settle();
    EXPECT_TRUE(second.was_accepted(again));
}

TEST(Hints, AreRefusedInRatedRooms) {
    RoomWorld world;
    Hints hints(world.services.io, world.services.bots);
    world.services.hints = &hints;
    Visitor& first = world.visitor();
    Visitor& second = world.visitor();
    StoredRoom plan = RoomWorld::plan();
    plan.rated = true;
    RoomWorld::sit(plan, 0, first);
    RoomWorld::sit(plan, 1, second);
    world.open(plan, {&first, &second});
    EXPECT_EQ(first.refusal<protocol::Hint>(protocol::HintGet{0}), "not_supported");
}

}  // namespace
}  // namespace pentad::server
