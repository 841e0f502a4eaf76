// Names, the lobby, quick match and chat, from the clients' point of view.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/failing_store.hpp"
#include "tests/server/support/gateway_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

RoomCreate table(Visibility visibility = Visibility::public_) {
    RoomCreate create;
    create.game = "pile";
    create.visibility = visibility;
    return create;
}

std::string refused_name(GatewayWorld& world, const std::string& name) {
    Caller caller(world, nullptr);
    const auto said = caller.try_request<HelloOk>(Caller::said_hello(GuestAuth{name}));
    caller.cut();
    return said ? said->player.name : std::string(protocol::name(said.error().code));
}

TEST(PlayersNames, AreRefusedWhenTheyLookLikeAnotherPlayers) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann Lee");
    for (const char* name : {"Ann Lee", "ann lee", "AnnLee", "\u0410nn Lee", "\u00c1nn L\u0435e"})
        EXPECT_EQ(refused_name(world, name), "name_taken") << name;
    EXPECT_EQ(refused_name(world, "Anna Lee"), "Anna Lee");
    for (const char* name : {"Server", "\u0430dmin", "Bot 3", "a\u200bb"})
        EXPECT_EQ(refused_name(world, name), "name_invalid") << name;
    // A player who is gone and sits nowhere does not keep the name.
    ann.cut();
    EXPECT_EQ(refused_name(world, "ann lee"), "ann lee");
}

TEST(PlayersNames, AreKeptForDisconnectedPlayersInARoom) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann");
    ann.request<RoomEntered>(table());
    ann.cut();
    EXPECT_EQ(refused_name(world, "Ann"), "name_taken");
}

TEST(PlayersNames, GetANumberWhenTheNameIsTakenMeanwhile) {
    GatewayWorld world;
    std::string token;
    {
        Caller ann = Caller::named(world, "Ann");
        token = *ann.hello.player_token;
        Caller tab(world, TokenAuth{token});
        EXPECT_EQ(tab.hello.player.name, "Ann") << "another tab of the same player";
        ann.cut();
        tab.cut();
    }
    Caller other = Caller::named(world, "ANN");
    Caller back(world, TokenAuth{token});
    EXPECT_EQ(back.hello.player.name, "Ann 2");
}

TEST(PlayersNames, AreRefusedWithTheReason) {
    GatewayWorld world;
    Caller caller(world, nullptr);
    const auto refused = [&](const std::string& name) {
        return caller.try_request<HelloOk>(Caller::said_hello(GuestAuth{name})).error();
    };
    const ErrorReply misleads = refused("Ann\u202e");
    EXPECT_EQ(misleads.code, ErrorCode::name_invalid);
    EXPECT_EQ(std::get<RefusedText>(misleads.detail),
              (RefusedText{TextFault::direction, "U+202E", std::nullopt}));
    EXPECT_THAT(misleads.message, ::testing::HasSubstr("U+202E changes the direction"));
    const ErrorReply longer = refused(std::string(33, 'x'));
    EXPECT_EQ(longer.code, ErrorCode::name_invalid);
    EXPECT_EQ(std::get<RefusedText>(longer.detail), (RefusedText{TextFault::too_long, std::nullopt, 32}));
    Caller ann = Caller::named(world, "Ann");
    EXPECT_EQ(ann.hello.limits.name_length, 32);
    RoomCreate create = table();
    create.hotseat = true;
    create.seats[1].name = "The Admin";
    const auto chair = ann.try_request<RoomEntered>(create);
    ASSERT_FALSE(chair);
    EXPECT_EQ(std::get<RefusedText>(chair.error().detail).reason, TextFault::reserved);
    const auto line = ann.try_request<Empty>(ChatSend{ChatChannel::lobby, "a\u200bb"});
    ASSERT_FALSE(line);
    EXPECT_EQ(line.error().code, ErrorCode::bad_request);
    EXPECT_EQ(std::get<RefusedText>(line.error().detail).character, "U+200B");
    PlayerReport report;
    report.player = Caller::named(world, "Bob").player();
    report.reason = ReportReason::other;
    report.text = std::string(501, 'x');
    const auto told = ann.try_request<Empty>(report);
    ASSERT_FALSE(told);
    EXPECT_EQ(std::get<RefusedText>(told.error().detail).limit, 500);
}

TEST(PlayersNames, AreKeptForPlayersWhoReturn) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann");
    ann.cut();
    Caller back(world, TokenAuth{*ann.hello.player_token});
    EXPECT_EQ(back.hello.player.name, "Ann");
    back.cut();
    for (const char* name : {"Ann", "ANN", "\u0410nn"})
        EXPECT_EQ(refused_name(world, name), "name_taken") << name;
    EXPECT_EQ(refused_name(world, "Anna"), "Anna");
    Caller other = Caller::named(world, "Bob");
    RoomCreate create = table();
    create.hotseat = true;
    create.seats[1].name = "Ann";
    EXPECT_EQ(other.refusal<RoomEntered>(create), "name_taken") << "in a hotseat room, too";
    Caller again(world, TokenAuth{*ann.hello.player_token});
    EXPECT_EQ(again.hello.player.name, "Ann");
    create.seats[1].name = "ANN";
    EXPECT_EQ(again.request<RoomEntered>(create).snapshot.summary.seats[1].player->name, "ANN");
}

TEST(PlayersNames, OfUnnamedGuestsAreAllDifferent) {
    GatewayWorld world;
    std::vector<Caller> guests;
    std::set<std::string> names;
    for (int i = 0; i < 300; ++i) names.insert(guests.emplace_back(world).hello.player.name);
    EXPECT_THAT(names, SizeIs(300));
}

TEST(PlayersNames, InHotseatRoomsAreChosenAndImitateNobody) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann");
    Caller bob = Caller::named(world, "Bob");
    RoomCreate create = table();
    create.seats[1].name = "Zoe";
    EXPECT_EQ(ann.refusal<RoomEntered>(create), "bad_options") << "another chair than the creator's";
    create.hotseat = true;
    const RoomEntered entered = ann.request<RoomEntered>(create);
    EXPECT_EQ(entered.snapshot.summary.seats[0].player->name, "Ann");
    EXPECT_EQ(entered.snapshot.summary.seats[1].player->name, "Zoe");
    EXPECT_EQ(entered.snapshot.summary.seats[1].player->id, ann.player());
    ann.request(RoomReady{true}, entered.room);
    const auto started = ann.heard<MatchStarted>();
    ASSERT_THAT(started, SizeIs(1));
    std::set<std::string> names;
    for (const Seat& seat : started[0].snapshot.seats) names.insert(seat.player.name);
    EXPECT_THAT(names, ElementsAre("Ann", "Zoe"));
    for (const auto& [name, refusal] : std::map<std::string, std::string>{
             {"B\u043eb", "name_taken"}, {"Server", "name_invalid"}, {" ", "name_invalid"}}) {
        create.seats[1].name = name;
        EXPECT_EQ(ann.refusal<RoomEntered>(create), refusal) << name;
    }
    create.seats[1] = {ChairKind::bot, 1, {}, {}, "Zoe"};
    EXPECT_EQ(ann.refusal<RoomEntered>(create), "bad_options");
}

TEST(SessionsThatEnd, DoNotStayInRoomsTheyWereJoining) {
    GatewayWorld world;
    Caller host = Caller::named(world, "Host");
    const RoomEntered there = host.request<RoomEntered>(table());
    Caller joins = Caller::named(world, "Joins"), creates = Caller::named(world, "Creates");
    Caller waits = Caller::named(world, "Waits"), meets = Caller::named(world, "Meets");
    const QueueJoin wish{"pile", {TimeControlKind::fischer, 3min, 2s, 0ms}, {}, {}};
    waits.request(wish);
    // Operators send them away while the store still works on their request.
    RoomJoin join;
    join.room = there.room;
    joins.send(join);
    creates.send(table());
    meets.send(wish);
    for (const Caller* one : {&joins, &creates, &waits, &meets})
        send_player_away(world.clients.sessions, PlayerId{one->player()}, 4005, "kicked");
    world.rooms.settle();
    const auto& rooms = world.rooms.services.rooms;
    const Room& left = *rooms.find({there.room});
    EXPECT_FALSE(left.seat_of({joins.player()}));
    EXPECT_EQ(left.state(), RoomState::open);
    for (const auto& [id, room] : rooms.all())
        for (const Caller* one : {&joins, &creates, &waits, &meets})
            EXPECT_FALSE(room->has_member({one->player()})) << id.text;
    EXPECT_THAT(rooms.hosted_by({creates.player()}), 0) << "a room without people is closed";
}

TEST(LobbyChat, ReachesEveryLobbyStreamAndLaterSubscribers) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann"), bob = Caller::named(world, "Bob");
    ann.request<LobbySubscribed>(LobbySubscribe{});
    bob.request<LobbySubscribed>(LobbySubscribe{"pile"});
    ann.request(ChatSend{ChatChannel::lobby, "  Anyone?  "});
    for (Caller* one : {&ann, &bob}) {
        ASSERT_THAT(one->heard<ChatLine>(), SizeIs(1));
        EXPECT_EQ(one->heard<ChatLine>().front().text, "Anyone?");
        EXPECT_EQ(one->heard<ChatLine>().front().from.id, ann.player());
    }
    EXPECT_EQ(bob.events().back().game, "pile");
    const auto late = Caller(world).request<LobbySubscribed>(LobbySubscribe{});
    ASSERT_THAT(late.snapshot.chat, SizeIs(1));
    EXPECT_EQ(late.snapshot.chat.front().from.name, "Ann");
    EXPECT_EQ(late.seq, 1);
}

TEST(LobbyChat, RefusesMisleadingTextAndFloods) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann"), bob = Caller::named(world, "Bob");
    for (const char* bad : {"a\nServer: b", "\x1b[2J", "a\u202eb", "a\u200bb", "   "})
        EXPECT_EQ(ann.refusal(ChatSend{ChatChannel::lobby, bad}), "bad_request") << bad;
    for (int i = 0; i < ChatLimiter::burst; ++i) ann.request(ChatSend{ChatChannel::lobby, "x"});
    const auto limited = ann.try_request<Empty>(ChatSend{ChatChannel::lobby, "x"});
    ASSERT_FALSE(limited);
    EXPECT_EQ(limited.error().code, ErrorCode::rate_limited);
    EXPECT_EQ(std::get<RetryAfter>(limited.error().detail).after, 1000ms);
    for (int i = 1; i < ChatLimiter::refusals_before_mute; ++i) ann.send(ChatSend{ChatChannel::lobby, "x"});
    EXPECT_EQ(ann.refusal(ChatSend{ChatChannel::lobby, "x"}), "muted");
    bob.request(ChatSend{ChatChannel::lobby, "Quiet at last."});
    EXPECT_EQ(bob.refusal(ChatSend{ChatChannel::room, "x"}, "r_none"), "room_not_found");
    EXPECT_EQ(bob.refusal(ChatSend{ChatChannel::match, "x"}, "", "m_none"), "match_not_found");
    EXPECT_EQ(bob.refusal(ChatSend{ChatChannel::watchers, "x"}), "match_not_found");
}

QueueJoin wish(milliseconds initial = 3min) {
    QueueJoin wanted;
    wanted.game = "pile";
    wanted.tc = {TimeControlKind::fischer, initial, 2s, 0ms};
    return wanted;
}

TEST(QuickMatch, PairsTwoPlayersWithTheSameWish) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann"), bob = Caller::named(world, "Bob"),
           cid = Caller::named(world, "Cid");
    ann.request(wish());
    cid.request(wish(5min));
    EXPECT_THAT(ann.events(), IsEmpty());
    bob.request(wish());
    for (Caller* one : {&ann, &bob}) {
        const auto& events = one->events();
        ASSERT_GE(events.size(), 2U);
        const auto* entered = std::get_if<RoomSnapshot>(&events[0].body);
        const auto* started = std::get_if<MatchStarted>(&events[1].body);
        ASSERT_TRUE(entered && started);
        EXPECT_EQ(events[1].seq, *events[0].seq + 1);
        EXPECT_EQ(entered->summary.seats[0].player->name, "Ann");
        EXPECT_EQ(entered->summary.seats[1].player->name, "Bob");
        EXPECT_TRUE(started->seat);
    }
    EXPECT_THAT(cid.events(), IsEmpty());
    // And it can be played.
    const auto started = ann.heard<MatchStarted>().front();
    Caller& first = started.seat == Side::first ? ann : bob;
    first.request<MoveAccepted>(MovePlay{0, started.snapshot.pos.empty() ? "" : "t1", "x", {}}, "",
                                started.match);
    EXPECT_THAT(ann.heard<MatchMoved>(), SizeIs(1));
    EXPECT_THAT(bob.heard<MatchMoved>(), SizeIs(1));
}

TEST(QuickMatch, PairsNobodyWithThemselves) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann");
    Caller tab(world, TokenAuth{*ann.hello.player_token});
    ann.request(wish());
    EXPECT_EQ(ann.refusal(wish()), "already_queued");
    EXPECT_EQ(tab.refusal(wish(5min)), "already_queued");
    tab.request(QueueLeave{});
    tab.request(wish());
    EXPECT_THAT(ann.events(), IsEmpty());
    EXPECT_THAT(tab.events(), IsEmpty());
}

TEST(QuickMatch, ForgetsPlayersWhoLeaveOrDisconnect) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann"), bob = Caller::named(world, "Bob"),
           cid = Caller::named(world, "Cid");
    ann.request(wish());
    ann.request(QueueLeave{});
    ann.request(QueueLeave{});
    bob.request(wish());
    bob.cut();
    cid.request(wish());
    EXPECT_THAT(cid.events(), IsEmpty());
    EXPECT_THAT(ann.events(), IsEmpty());
}

TEST(QuickMatch, BringsABotWhenNobodyComes) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann");
    QueueJoin wanted = wish();
    wanted.bot_after = 0ms;
    wanted.bot_level = 2;
    ann.request(wanted);
    for (int i = 0; i < 1000 && ann.heard<MatchStarted>().empty(); ++i) world.rooms.settle();
    ASSERT_THAT(ann.heard<MatchStarted>(), SizeIs(1));
    const auto started = ann.heard<MatchStarted>().front();
    const auto& seats = started.snapshot.seats;
    EXPECT_EQ(seats[started.seat == Side::first ? 1 : 0].level, 2);
    EXPECT_EQ(ann.refusal(QueueLeave{}), "accepted");
    ann.request(wish());
}

TEST(QuickMatch, RefusesInvalidWishes) {
    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann");
    QueueJoin wanted = wish();
    wanted.game = "chess";
    EXPECT_EQ(ann.refusal(wanted), "bad_options");
    wanted = wish(0ms);
    wanted.tc.increment = 0ms;
    EXPECT_EQ(ann.refusal(wanted), "bad_options");
    wanted = wish();
    wanted.bot_level = 99;
    EXPECT_EQ(ann.refusal(wanted), "bad_options");
    ann.request(wish());
}

TEST(QuickMatch, KeepsTheWaitingPlayerWhenTheMatchCannotBeStored) {
    const auto full = std::make_shared<std::atomic<bool>>(false);
    GatewayWorld world({}, std::make_unique<FailingStore>(full));
    Caller ann = Caller::named(world, "Ann"), bob = Caller::named(world, "Bob");
    ann.request(wish());
    *full = true;
    EXPECT_EQ(bob.refusal(wish()), "storage");
    EXPECT_THAT(world.rooms.services.rooms.all(), IsEmpty());
    *full = false;
    bob.request(wish());
    EXPECT_THAT(ann.heard<MatchStarted>(), SizeIs(1));
}

TEST(TheLobby, CountsPeopleNotTabs) {
    GatewayWorld world;
    const auto players = [&] {
        world.rooms.services.lobby.flush();
        return world.rooms.services.lobby.page({}).players;
    };
    Caller ann(world);
    EXPECT_EQ(players(), 1);
    Caller tab(world, TokenAuth{*ann.hello.player_token});
    Caller third(world, TokenAuth{*ann.hello.player_token});
    EXPECT_EQ(players(), 1);
    Caller bob(world);
    EXPECT_EQ(players(), 2);
    ann.cut();
    third.cut();
    EXPECT_EQ(players(), 2) << "one tab is left";
    tab.cut();
    EXPECT_EQ(players(), 1);
    Caller back(world, ResumeAuth{ann.hello.session, ann.hello.resume_token, {}});
    EXPECT_EQ(players(), 2);
}

}  // namespace
}  // namespace pentad::server
