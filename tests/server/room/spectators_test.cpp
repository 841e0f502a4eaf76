// Those who watch: later than the players where the room says so, and silent where it says that.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/room_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

StoredRoom delayed(milliseconds delay) {
    StoredRoom plan = RoomWorld::plan();
    plan.spectators_delay = delay;
    return plan;
}

Visitor& watcher_of(RoomWorld& world) {
    Visitor& watcher = world.visitor();
    watcher.request<MatchWatched>(MatchWatch{});
    watcher.forget();
    return watcher;
}

std::vector<std::string> moves(const MatchSnapshot& snapshot) {
    std::vector<std::string> texts;
    for (const PlayedMove& move : *snapshot.history) texts.push_back(move.move);
    return texts;
}

TEST(DelayedSpectators, SeeMovesAndChatLaterInTheSameOrderWithTheSameNumbers) {
    RoomWorld world;
    auto [first, second] = world.two(delayed(30s));
    Visitor& watcher = watcher_of(world);
    first.forget();
    first.play(0, "t1");
    world.pass(10s);
    first.request(ChatSend{ChatChannel::match, "For us alone."});
    watcher.request(ChatSend{ChatChannel::watchers, "Nice."});
    second.play(1, "t2");
    EXPECT_THAT(first.heard<MatchMoved>(), SizeIs(2));
    EXPECT_THAT(watcher.events(), IsEmpty()) << "nothing yet";
    world.pass(20s);
    EXPECT_THAT(watcher.heard<MatchMoved>(), SizeIs(1));
    world.pass(10s);
    const auto& events = watcher.events();
    ASSERT_THAT(events, SizeIs(4));
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(*events[i].seq, *events[0].seq + static_cast<int>(i));
    EXPECT_EQ(std::get<MatchMoved>(events[0].body).turn, 1);
    EXPECT_TRUE(std::holds_alternative<Skip>(events[1].body)) << "what players say is not for watchers";
    EXPECT_EQ(std::get<ChatLine>(events[2].body).text, "Nice.");
    EXPECT_EQ(std::get<MatchMoved>(events[3].body).turn, 2);
    EXPECT_EQ(*first.events().back().seq, *events[3].seq);
}

TEST(DelayedSpectators, GetASnapshotOfThenWhereverTheyAskForOne) {
    RoomWorld world;
    auto [first, second] = world.two(delayed(30s));
    first.play(0, "t1");
    world.pass(20s);
    second.play(1, "t2");
    second.request<OfferPlaced>(OfferMake{OfferKind::takeback, {}, {}});
    world.pass(15s);
    Visitor& watcher = world.visitor();
    const auto watched = watcher.request<MatchWatched>(MatchWatch{});
    EXPECT_EQ(watched.snapshot.turn, 1);
    EXPECT_EQ(watched.snapshot.delay, 30s);
    EXPECT_THAT(moves(watched.snapshot), ElementsAre("t1"));
    EXPECT_THAT(watched.snapshot.offers, IsEmpty());
    EXPECT_EQ(watched.snapshot.hash, engine::fnv1a(watched.snapshot.pos));
    EXPECT_EQ(watcher.request<MatchWatched>(MatchSync{0, {}, false}).snapshot.turn, 1);
    EXPECT_EQ(world.room->table()->public_snapshot().turn, 1) << "over HTTP too";
    EXPECT_EQ(world.view(first).turn, 2);
    EXPECT_EQ(world.view(first).delay, 0ms);
    world.pass(15s);
    const auto& events = watcher.events();
    ASSERT_THAT(events, SizeIs(2)) << "the move and the offer";
    EXPECT_EQ(*events[0].seq, watched.seq + 1) << "without a gap";
    const auto later = watcher.request<MatchWatched>(MatchSync{0, {}, true}).snapshot;
    EXPECT_EQ(later.turn, 2);
    EXPECT_THAT(later.offers, SizeIs(1));
}

TEST(DelayedSpectators, SeeEverythingAtOnceWhenTheMatchEnds) {
    RoomWorld world;
    auto [first, second] = world.two(delayed(10min));
    Visitor& watcher = watcher_of(world);
    first.play(0, "t1");
    second.play(1, "t2");
    EXPECT_THAT(watcher.events(), IsEmpty());
    first.request(MatchResign{});
    EXPECT_THAT(watcher.heard<MatchMoved>(), SizeIs(2));
    EXPECT_THAT(watcher.heard<MatchEnded>(), SizeIs(1));
    // And what comes after it.
    first.request<OfferPlaced>(OfferMake{OfferKind::rematch, {}, {}});
    EXPECT_THAT(watcher.heard<OfferMade>(), SizeIs(1));
    EXPECT_EQ(watcher.request<MatchWatched>(MatchWatch{}).snapshot.delay, 0ms);
}

TEST(DelayedSpectators, HearNothingOfTheMatchFromItsPlayersInTheRoomEither) {
    RoomWorld world;
    auto [first, second] = world.two(delayed(30s));
    Visitor& watcher = world.visitor();
    watcher.request<RoomEntered>(RoomJoin{world.room->settings().id.text, "", "", JoinSeat::watch, ""});
    EXPECT_EQ(first.refusal(ChatSend{ChatChannel::room, "I have just moved."}), "forbidden");
    EXPECT_EQ(watcher.refusal(ChatSend{ChatChannel::room, "Hello."}), "accepted");
    second.request(MatchResign{});
    EXPECT_EQ(first.refusal(ChatSend{ChatChannel::room, "Well played."}), "accepted");
}

TEST(DelayedSpectators, GoOnFromWhatTheyHadSeenAfterARestart) {
    RoomWorld world;
    auto [first, second] = world.two(delayed(30s));
    first.play(0, "t1");
    Match shown(world.match().setup());
    ASSERT_TRUE(shown.apply(world.match().line()[0]));
    world.pass(40s);
    second.play(1, "t2");
    const MatchEvent not_yet = world.match().line()[1];
    const Match whole = world.match();
    // As the server does it when it starts.
    const auto again = std::make_shared<Room>(world.services, world.room->settings(), whole, 2);
    again->show_later(shown, {not_yet});
    EXPECT_EQ(again->table()->public_snapshot().turn, 1);
    Visitor& watcher = world.visitor();
    const auto& stream = again->table()->stream_for(*watcher.session());
    EXPECT_EQ(stream.seq(), 0);
    EXPECT_EQ(again->table()->stream_for(*first.session()).seq(), 1) << "the next event has one number";
}

TEST(Spectators, AreSilentWhereTheRoomSaysSo) {
    RoomWorld world;
    StoredRoom plan = RoomWorld::plan();
    plan.spectators_chat = false;
    auto [first, second] = world.two(std::move(plan));
    Visitor& watcher = world.visitor();
    watcher.request<RoomEntered>(RoomJoin{world.room->settings().id.text, "", "", JoinSeat::watch, ""});
    watcher.request<MatchWatched>(MatchWatch{});
    EXPECT_EQ(watcher.refusal(ChatSend{ChatChannel::room, "Hello."}), "forbidden");
    EXPECT_EQ(watcher.refusal(ChatSend{ChatChannel::watchers, "Hello."}), "forbidden");
    EXPECT_EQ(second.refusal(ChatSend{ChatChannel::room, "Hello."}), "accepted");
    EXPECT_EQ(second.refusal(ChatSend{ChatChannel::match, "Hello."}), "accepted");
}

}  // namespace
}  // namespace pentad::server
