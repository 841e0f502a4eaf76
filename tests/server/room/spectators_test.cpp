// Those who watch: later than the players where the room says so, and silent where it says that.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/bots/hints.hpp"
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

TEST(DelayedSpectators, GetDelayedSnapshotsEverywhere) {
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
    EXPECT_EQ(world.room->live_match()->public_snapshot().turn, 1) << "over HTTP too";
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

TEST(DelayedSpectators, HearNothingFromThePlayersInTheRoomChat) {
    RoomWorld world;
    auto [first, second] = world.two(delayed(30s));
    Visitor& watcher = world.visitor();
    watcher.request<RoomEntered>(RoomJoin{world.room->settings().id.text, "", "", JoinSeat::watch, ""});
    EXPECT_EQ(first.refusal(ChatSend{ChatChannel::room, "I have just moved."}), "forbidden");
    EXPECT_EQ(watcher.refusal(ChatSend{ChatChannel::room, "Hello."}), "accepted");
    second.request(MatchResign{});
    EXPECT_EQ(first.refusal(ChatSend{ChatChannel::room, "Well played."}), "accepted");
}

TEST(DelayedSpectators, ContinueWhereTheyWereAfterARestart) {
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
    EXPECT_EQ(again->live_match()->public_snapshot().turn, 1);
    Visitor& watcher = world.visitor();
    const auto& stream = again->live_match()->stream_for(*watcher.session());
    EXPECT_EQ(stream.seq(), 0);
    EXPECT_EQ(again->live_match()->stream_for(*first.session()).seq(), 1) << "the next event has one number";
}

TEST(Spectators, CannotChatWhereTheRoomForbidsIt) {
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

/// Is there, for each request that names a room or a match, one of these?
template <std::size_t... kinds>
bool has_each_of_room_and_match(const std::vector<std::pair<ClientMessage, std::string>>& attempts,
                                std::index_sequence<kinds...>) {
    const auto tried = [&](std::size_t kind) {
        return std::any_of(attempts.begin(), attempts.end(),
                           [&](const auto& one) { return one.first.index() == kind; });
    };
    return ((std::variant_alternative_t<kinds, ClientMessage>::address == Address::none || tried(kinds)) &&
            ...);
}

TEST(Spectators, CannotActInAMatch) {
    RoomWorld world;
    Hints hints(world.services.io, world.services.bots);
    world.services.hints = &hints;
    auto [host, guest] = world.two();
    Visitor& watcher = world.visitor();
    Visitor& stranger = world.visitor();
    const auto join = [&](JoinSeat seat) {
        return RoomJoin{world.room->settings().id.text, "", "", seat, ""};
    };
    watcher.request<RoomEntered>(join(JoinSeat::watch));
    host.play(0, "t1");
    host.request<OfferPlaced>(OfferMake{OfferKind::takeback, {}, {}});
    const std::string standing = host.heard<OfferMade>().front().offer.offer;
    ChairRequest open;
    open.kind = ChairKind::open;
    const std::vector<std::pair<ClientMessage, std::string>> attempts{
        {MovePlay{1, "t1", "x", {}}, "not_seated"},
        {MovePlay{1, "t1", "y", Side::second}, "not_seated"},
        {PremoveSet{2, "t1"}, "not_seated"},
        {PremoveClear{}, "not_seated"},
        {OfferMake{OfferKind::draw, {}, {}}, "not_seated"},
        {OfferMake{OfferKind::takeback, {}, Side::first}, "not_seated"},
        {OfferMake{OfferKind::pause, {}, {}}, "not_seated"},
        {OfferMake{OfferKind::abort, {}, Side::second}, "not_seated"},
        {OfferMake{OfferKind::rematch, {}, {}}, "not_seated"},
        {OfferAnswer{standing, true}, "not_seated"},
        {OfferAnswer{standing, false}, "not_seated"},
        {OfferCancel{standing}, "not_seated"},
        {MatchResign{{}}, "not_seated"},
        {MatchResign{Side::first}, "not_seated"},
        {MatchAbort{}, "not_seated"},
        {ClaimWin{}, "not_seated"},
        {HintGet{1}, "not_seated"},
        {protocol::BotMove{1, "t1"}, "not_seated"},
        {BotDecline{1}, "not_seated"},
        {ChatSend{ChatChannel::match, "x"}, "not_seated"},
        {join(JoinSeat::any), "already_started"},
        {join(JoinSeat::chair0), "already_started"},
        {RoomReady{true}, "not_seated"},
        {RoomReady{false}, "not_seated"},
        {RoomStart{}, "not_host"},
        {RoomSeat{Side::second, open}, "not_host"},
        {RoomUpdate{}, "not_host"},
        {RoomKick{host.id().text}, "not_host"},
        {RoomHost{watcher.id().text}, "not_host"},
        // These a watcher may: it is his own business.
        {MatchWatch{false}, "accepted"},
        {MatchSync{}, "accepted"},
        {MatchUnwatch{}, "accepted"},
        {MatchUnwatch{}, "accepted"},
        {MatchSync{}, "bad_request"},
        {RoomLeave{}, "accepted"}};
    EXPECT_TRUE(
        has_each_of_room_and_match(attempts, std::make_index_sequence<std::variant_size_v<ClientMessage>>()));
    world.pass(1s);
    const auto state = [&] {
        MatchSnapshot view = world.view(guest);
        view.spectators = 0;
        return encode(Event{"", "", "", world.room->live_match()->stream().seq(), 0, std::move(view)});
    };
    const std::string before = state();
    const StoredRoom settings = world.room->settings();
    for (Visitor* one : {&watcher, &stranger}) {
        for (const auto& [attempt, outcome] : attempts) {
            for (Visitor* player : {&host, &guest}) player->forget();
            const int watchers = world.room->summary().watchers;
            const RequestId id = one->send(attempt);
            world.pass(1s);
            EXPECT_TRUE(outcome == "accepted" ? one->was_accepted(id) : one->was_refused(id, outcome))
                << type_name(attempt);
            EXPECT_EQ(state(), before) << type_name(attempt);
            EXPECT_EQ(world.room->settings(), settings) << type_name(attempt);
            // All that the players may hear is that there are more or fewer watchers now.
            for (Visitor* player : {&host, &guest})
                for (const Event& event : player->events()) {
                    const auto* changed = std::get_if<RoomChanged>(&event.body);
                    EXPECT_TRUE(outcome == "accepted" && changed != nullptr &&
                                changed->snapshot.summary.watchers != watchers)
                        << type_name(attempt) << " is told as " << type_name(event.body);
                }
        }
    }
    EXPECT_FALSE(world.match().result());
}

}  // namespace
}  // namespace pentad::server
