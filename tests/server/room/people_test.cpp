// The people around a board: their seats, their host, their chat.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/server/support/failing_store.hpp"
#include "tests/server/support/listed.hpp"
#include "tests/server/support/room_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

ChairRequest chair(ChairKind kind) {
    ChairRequest wanted;
    wanted.kind = kind;
    if (kind == ChairKind::bot) wanted.level = 1;
    return wanted;
}

RoomJoin join(JoinSeat seat, const std::string& password = "") { return {"", "by code", "", seat, password}; }

struct People {
    RoomWorld world;
    Visitor& host = world.visitor("Ann");
    Visitor& guest = world.visitor("Bob");
    Visitor& watcher = world.visitor("Cid");

    explicit People(std::unique_ptr<Store> store = make_memory_store()) : world({}, std::move(store)) {}

    /// The host on the first seat, the second one free.
    void open(StoredRoom plan = RoomWorld::plan()) {
        RoomWorld::sit(plan, 0, host);
        // The creator is ready when he says so, here: never.
        plan.created = world.now;
        world.room = std::make_shared<Room>(world.services, std::move(plan), std::nullopt, 0);
        world.services.rooms.add(world.room);
        host.request<RoomEntered>(RoomCreate{});
    }
    void play() {
        guest.request<RoomEntered>(join(JoinSeat::any));
        host.request(RoomReady{true});
        guest.request(RoomReady{true});
    }
    const StoredRoom& settings() const { return world.room->settings(); }
    std::string seats() const {
        std::string text;
        for (const StoredChair& one : settings().chairs)
            text += one.kind == ChairKind::bot      ? "bot "
                    : one.kind == ChairKind::closed ? "closed "
                    : one.player.empty()            ? "free "
                                                    : one.name + ' ';
        return text;
    }
    bool exists() const { return world.services.rooms.find(settings().id) != nullptr; }
};

TEST(RoomJoins, GiveOneSeatToOneOfSixteenPlayers) {
    for (int run = 0; run < 20; ++run) {
        People people;
        people.open();
        std::vector<std::pair<Visitor*, RequestId>> asked;
        for (int i = 0; i < 16; ++i) {
            Visitor& one = people.world.visitor();
            asked.emplace_back(&one, one.send(join(i % 2 == 0 ? JoinSeat::any : JoinSeat::chair1)));
        }
        people.world.settle();
        int seated = 0, refused = 0;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            seated += asked[i].first->was_accepted(asked[i].second);
            refused += asked[i].first->was_refused(asked[i].second, i % 2 == 0 ? "room_full" : "seat_taken");
        }
        EXPECT_EQ(seated, 1);
        EXPECT_EQ(refused, 15);
    }
}

TEST(RoomJoins, StartOneMatchHoweverOftenPlayersAreReady) {
    People people;
    people.open();
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    Visitor& tab = people.world.tab_of(people.guest);
    tab.request<RoomEntered>(join(JoinSeat::any));
    std::vector<std::pair<Visitor*, RequestId>> asked;
    for (int i = 0; i < 8; ++i)
        for (Visitor* one : {&people.host, &people.guest, &tab})
            asked.emplace_back(one, one->send(RoomReady{true}));
    people.world.settle();
    for (Visitor* one : {&people.host, &people.guest, &tab})
        EXPECT_THAT(one->heard<MatchStarted>(), SizeIs(1));
    for (const auto& [one, id] : asked)
        EXPECT_TRUE(one->was_accepted(id) || one->was_refused(id, "already_started"));
}

TEST(RoomJoins, SeatNobodyAgainstThemselves) {
    People people;
    people.open();
    Visitor& tab = people.world.tab_of(people.host);
    EXPECT_EQ(people.host.refusal<RoomEntered>(join(JoinSeat::chair1)), "self_play");
    EXPECT_EQ(tab.refusal<RoomEntered>(join(JoinSeat::chair1)), "self_play");
    EXPECT_EQ(tab.request<RoomEntered>(join(JoinSeat::any)).seat, Side::first);
    people.host.request(RoomSeat{Side::second, chair(ChairKind::human)});
    EXPECT_EQ(people.seats(), "Ann free ");
}

TEST(RoomJoins, NeedACodeOrAnInvitationForAPrivateRoom) {
    People people;
    StoredRoom plan = RoomWorld::plan();
    plan.visibility = Visibility::private_;
    people.open(plan);
    const RoomJoin by_id{people.settings().id.text, "", "", JoinSeat::any, ""};
    EXPECT_EQ(people.guest.refusal<RoomEntered>(by_id), "room_not_found");
    EXPECT_EQ(people.guest.request<RoomEntered>(join(JoinSeat::any)).seat, Side::second);
    EXPECT_EQ(people.guest.request<RoomEntered>(by_id).seat, Side::second) << "a member may come back";
}

TEST(RoomJoins, LimitWrongPasswords) {
    People people;
    StoredRoom plan = RoomWorld::plan();
    plan.password_hash = token_hash("sesame");
    people.open(plan);
    for (int i = 0; i < RoomWorld::guesses_per_minute; ++i)
        EXPECT_EQ(people.guest.refusal<RoomEntered>(join(JoinSeat::any, "guess")), "bad_password");
    EXPECT_EQ(people.guest.refusal<RoomEntered>(join(JoinSeat::any, "sesame")), "rate_limited");
    people.world.now += 60s / RoomWorld::guesses_per_minute;
    EXPECT_EQ(people.guest.refusal<RoomEntered>(join(JoinSeat::any, "guess")), "bad_password");
    EXPECT_EQ(people.guest.refusal<RoomEntered>(join(JoinSeat::any, "guess")), "rate_limited");
    people.world.now += 60s / RoomWorld::guesses_per_minute;
    EXPECT_EQ(people.guest.request<RoomEntered>(join(JoinSeat::any, "sesame")).seat, Side::second);
}

TEST(RoomHosts, ChangeTheGameAndTheOthersMustBeReadyAgain) {
    People people;
    people.open();
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    people.guest.request(RoomReady{true});
    EXPECT_EQ(people.guest.refusal(RoomUpdate{}), "not_host");
    RoomUpdate update;
    update.options = engine::Options{"400", ""};
    update.tc = TimeControl{TimeControlKind::fischer, 60s, 1s, 9s};
    update.takeback = false;
    update.first_seat = FirstSeat::chair1;
    update.visibility = Visibility::unlisted;
    update.password = "sesame";
    people.guest.forget();
    people.host.request(update);
    const auto changed = people.guest.heard<RoomChanged>();
    ASSERT_THAT(changed, SizeIs(1));
    const RoomSnapshot& now = changed.front().snapshot;
    EXPECT_EQ(now.summary.options.size, "400");
    EXPECT_EQ(now.summary.tc, (TimeControl{TimeControlKind::fischer, 60s, 1s, 0ms}));
    EXPECT_FALSE(now.takeback);
    EXPECT_EQ(now.first_seat, FirstSeat::chair1);
    EXPECT_TRUE(now.summary.locked);
    EXPECT_FALSE(now.summary.seats[1].ready);
    EXPECT_THAT(listed(people.world.services.lobby), IsEmpty());

    update = {};
    update.visibility = Visibility::public_;
    update.password = "";
    people.host.request(update);
    ASSERT_THAT(listed(people.world.services.lobby), SizeIs(1));
    EXPECT_FALSE(listed(people.world.services.lobby).front().locked);

    update = {};
    update.game = "no such game";
    EXPECT_EQ(people.host.refusal(update), "bad_options");
    update = {};
    update.tc = TimeControl{TimeControlKind::permove, {}, {}, 0ms};
    EXPECT_EQ(people.host.refusal(update), "bad_options");
    people.host.request(RoomReady{true});
    people.guest.request(RoomReady{true});
    EXPECT_EQ(people.world.match().setup().seats[0].name, "Bob");
    EXPECT_EQ(people.host.refusal(RoomUpdate{}), "already_started");
}

TEST(RoomHosts, RemoveSpectatorsByForbiddingThem) {
    People people;
    people.open();
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    people.watcher.request<RoomEntered>(join(JoinSeat::watch));
    RoomUpdate update;
    update.spectators = false;
    people.host.request(update);
    ASSERT_THAT(people.watcher.heard<protocol::RoomClosed>(), SizeIs(1));
    EXPECT_EQ(people.watcher.heard<protocol::RoomClosed>().front().reason, "spectators_forbidden");
    EXPECT_THAT(people.guest.heard<protocol::RoomClosed>(), IsEmpty());
    EXPECT_EQ(people.watcher.refusal<RoomEntered>(join(JoinSeat::watch)), "spectators_forbidden");
}

TEST(RoomHosts, ChangeTheSeats) {
    People people;
    people.open();
    EXPECT_EQ(people.host.refusal(RoomStart{}), "not_ready");
    for (const auto& [kind, now] :
         std::vector<std::pair<ChairKind, std::string>>{{ChairKind::closed, "Ann closed "},
                                                        {ChairKind::bot, "Ann bot "},
                                                        {ChairKind::open, "Ann free "},
                                                        {ChairKind::human, "Ann free "}}) {
        people.host.request(RoomSeat{Side::second, chair(kind)});
        EXPECT_EQ(people.seats(), now);
    }
    ChairRequest strongest = chair(ChairKind::bot);
    strongest.level = 100;
    EXPECT_EQ(people.host.refusal(RoomSeat{Side::second, strongest}), "bad_options");
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    EXPECT_EQ(people.guest.refusal(RoomSeat{Side::second, chair(ChairKind::bot)}), "not_host");
    EXPECT_EQ(people.host.refusal(RoomSeat{Side::second, chair(ChairKind::bot)}), "seat_taken");
    people.host.request(RoomSeat{Side::second, chair(ChairKind::open)});
    EXPECT_EQ(people.seats(), "Ann free ");
    EXPECT_THAT(people.guest.heard<protocol::RoomClosed>(), IsEmpty()) << "may watch";
    people.host.request(RoomSeat{Side::first, chair(ChairKind::open)});
    EXPECT_EQ(people.seats(), "free free ");
    people.host.request(RoomSeat{Side::second, chair(ChairKind::human)});
    EXPECT_EQ(people.seats(), "free Ann ");
}

TEST(RoomHosts, KickPlayersForAWhile) {
    People people;
    people.open();
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    Visitor& tab = people.world.tab_of(people.guest);
    tab.request<RoomEntered>(join(JoinSeat::any));
    people.watcher.request<RoomEntered>(join(JoinSeat::watch));
    EXPECT_EQ(people.guest.refusal(RoomKick{people.host.id().text}), "not_host");
    EXPECT_EQ(people.host.refusal(RoomKick{people.host.id().text}), "bad_request");
    EXPECT_EQ(people.host.refusal(RoomKick{"p_nobody"}), "player_not_found");
    people.host.request(RoomKick{people.guest.id().text});
    EXPECT_EQ(people.seats(), "Ann free ");
    for (Visitor* gone : {&people.guest, &tab}) {
        ASSERT_THAT(gone->heard<protocol::RoomClosed>(), SizeIs(1));
        EXPECT_EQ(gone->heard<protocol::RoomClosed>().front().reason, "kicked");
        EXPECT_THAT(gone->session()->rooms(), IsEmpty());
        gone->forget();
    }
    EXPECT_THAT(people.watcher.heard<protocol::RoomClosed>(), IsEmpty());
    people.host.request(ChatSend{ChatChannel::room, "He is gone."});
    EXPECT_THAT(people.guest.heard<ChatLine>(), IsEmpty());
    for (const JoinSeat seat : {JoinSeat::any, JoinSeat::watch})
        EXPECT_EQ(people.guest.refusal<RoomEntered>(join(seat)), "kicked");
    people.world.now += Room::kicked_for;
    EXPECT_EQ(people.guest.request<RoomEntered>(join(JoinSeat::any)).seat, Side::second);
}

TEST(RoomHosts, KickSpectatorsButNoPlayersFromAMatch) {
    People people;
    people.open();
    people.watcher.request<RoomEntered>(join(JoinSeat::watch));
    people.play();
    EXPECT_EQ(people.host.refusal(RoomKick{people.guest.id().text}), "already_started");
    people.host.request(RoomKick{people.watcher.id().text});
    people.watcher.forget();
    people.host.play(0, "t1");
    EXPECT_THAT(people.watcher.heard<MatchMoved>(), IsEmpty());
    EXPECT_EQ(people.watcher.refusal<MatchWatched>(MatchWatch{true}), "kicked");
}

TEST(RoomHosts, HandTheRoomOver) {
    People people;
    people.open();
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    EXPECT_EQ(people.guest.refusal(RoomHost{people.guest.id().text}), "not_host");
    EXPECT_EQ(people.host.refusal(RoomHost{people.watcher.id().text}), "player_not_found");
    people.host.request(RoomHost{people.guest.id().text});
    EXPECT_EQ(people.settings().host, people.guest.id());
    EXPECT_EQ(people.host.refusal(RoomUpdate{}), "not_host");
    EXPECT_EQ(people.world.services.rooms.hosted_by(people.host.id()), 0U);
    EXPECT_EQ(people.world.services.rooms.hosted_by(people.guest.id()), 1U);
}

TEST(RoomHosts, WhoAreGoneAreReplaced) {
    People people;
    people.open();
    people.watcher.request<RoomEntered>(join(JoinSeat::watch));
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    people.host.cut();
    people.world.pass(Room::host_awaited - 1ms);
    EXPECT_EQ(people.settings().host, people.host.id());
    people.world.pass(1ms);
    EXPECT_EQ(people.settings().host, people.guest.id()) << "who sits comes before who watches";
    EXPECT_EQ(people.guest.heard<RoomChanged>().back().snapshot.host, people.guest.id().text);
    // The old host comes back as a player, on the same seat.
    people.host.connect();
    EXPECT_EQ(people.seats(), "Ann Bob ");
    EXPECT_EQ(people.host.refusal(RoomUpdate{}), "not_host");
}

TEST(RoomHosts, MayLeaveAMatchThatGoesOnWithoutThem) {
    People people;
    people.open();
    people.watcher.request<RoomEntered>(join(JoinSeat::watch));
    people.play();
    people.host.request(RoomLeave{});
    EXPECT_EQ(people.settings().host, people.guest.id());
    EXPECT_FALSE(people.world.match().result());
    people.host.request<MatchWatched>(MatchWatch{true});
    people.host.play(0, "t1");
    people.guest.play(1, "t1");
    EXPECT_EQ(people.world.match().ply(), 2);
}

TEST(Rooms, CloseWhenEverybodyHasLeft) {
    People people;
    people.open();
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    people.host.request(RoomLeave{});
    EXPECT_EQ(people.seats(), "free Bob ");
    people.guest.request(RoomLeave{});
    EXPECT_FALSE(people.exists());
    EXPECT_THAT(listed(people.world.services.lobby), IsEmpty());

    People deserted;
    deserted.open();
    deserted.host.cut();
    deserted.world.pass(Room::reaped_after - 1ms);
    EXPECT_TRUE(deserted.exists());
    deserted.world.pass(1ms);
    EXPECT_FALSE(deserted.exists());
    EXPECT_EQ(deserted.world.services.rooms.hosted_by(deserted.host.id()), 0U);
}

TEST(Rooms, KeepTheSeatOfAPlayerWithAnotherTab) {
    People people;
    people.open();
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    Visitor& tab = people.world.tab_of(people.guest);
    tab.request<RoomEntered>(join(JoinSeat::any));
    people.guest.request(RoomLeave{});
    EXPECT_EQ(people.seats(), "Ann Bob ");
    // A tab that has lost its connection does not keep the seat.
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    tab.cut();
    people.guest.request(RoomLeave{});
    EXPECT_EQ(people.seats(), "Ann free ");
}

TEST(Rooms, FreeSeatsOfPlayersWhoDoNotReturnAfterARestart) {
    RoomWorld world;
    Visitor& ann = world.visitor("Ann");
    Visitor& bob = world.visitor("Bob");
    StoredRoom plan = RoomWorld::plan();
    RoomWorld::sit(plan, 0, ann);
    RoomWorld::sit(plan, 1, bob);
    world.room = std::make_shared<Room>(world.services, plan, std::nullopt, 0);
    world.services.rooms.add(world.room);
    world.room->wake_up();
    bob.request<RoomEntered>(join(JoinSeat::any));
    world.pass(Room::seats_kept - 1s);
    EXPECT_EQ(world.room->seat_of(ann.id()), Side::first);
    world.pass(1s);
    EXPECT_FALSE(world.room->seat_of(ann.id()));
    EXPECT_EQ(world.room->seat_of(bob.id()), Side::second);
    EXPECT_EQ(world.room->settings().host, bob.id());
}

TEST(Rooms, AreTheSameInMemoryAndOnDiskWhenTheStoreFails) {
    const auto full = std::make_shared<std::atomic<bool>>(false);
    People people(std::make_unique<FailingStore>(full));
    people.open();
    people.guest.request<RoomEntered>(join(JoinSeat::any));
    people.guest.request(RoomReady{true});
    people.host.forget();
    *full = true;
    RoomUpdate update;
    update.takeback = false;
    EXPECT_EQ(people.host.refusal(update), "storage");
    EXPECT_EQ(people.host.refusal(RoomSeat{Side::second, chair(ChairKind::open)}), "storage");
    EXPECT_EQ(people.host.refusal(RoomKick{people.guest.id().text}), "storage");
    EXPECT_EQ(people.host.refusal(RoomHost{people.guest.id().text}), "storage");
    EXPECT_EQ(people.guest.refusal(RoomLeave{}), "storage");
    EXPECT_EQ(people.seats(), "Ann Bob ");
    EXPECT_TRUE(people.settings().takeback);
    EXPECT_EQ(people.settings().host, people.host.id());
    EXPECT_THAT(people.host.heard<RoomChanged>(), IsEmpty());
    EXPECT_EQ(people.host.refusal(RoomReady{true}), "storage") << "the match cannot be stored";
    EXPECT_EQ(people.world.room->state(), RoomState::open);
    // The seat of a player who is gone for good is freed as soon as that can be stored.
    people.guest.cut();
    people.world.submit(SessionOver{people.guest.session()});
    people.world.settle();
    EXPECT_EQ(people.seats(), "Ann Bob ");
    people.world.pass(Room::tried_again_after);
    EXPECT_EQ(people.seats(), "Ann Bob ");
    *full = false;
    people.world.pass(Room::tried_again_after);
    EXPECT_EQ(people.seats(), "Ann free ");
}

TEST(Rooms, StayUntilTheirEndIsStored) {
    const auto full = std::make_shared<std::atomic<bool>>(false);
    People people(std::make_unique<FailingStore>(full));
    people.open();
    people.host.cut();
    *full = true;
    people.world.pass(2 * Room::reaped_after);
    EXPECT_TRUE(people.exists());
    *full = false;
    people.world.pass(Room::reaped_after);
    EXPECT_FALSE(people.exists());
}

TEST(RoomChat, ReachesEverybodyInTheRoomAndLaterMembers) {
    People people;
    people.open();
    people.watcher.request<RoomEntered>(join(JoinSeat::watch));
    people.host.request(ChatSend{ChatChannel::room, "Hello!"});
    EXPECT_EQ(people.host.order().back(), "ok");
    ASSERT_THAT(people.watcher.heard<ChatLine>(), SizeIs(1));
    EXPECT_EQ(people.watcher.heard<ChatLine>().front().text, "Hello!");
    EXPECT_EQ(people.watcher.heard<ChatLine>().front().from.name, "Ann");
    EXPECT_EQ(people.guest.refusal(ChatSend{ChatChannel::room, "I am not in."}), "forbidden");
    for (int i = 0; i < 60; ++i) people.host.request(ChatSend{ChatChannel::room, std::to_string(i)});
    const RoomEntered late = people.guest.request<RoomEntered>(join(JoinSeat::any));
    ASSERT_THAT(late.snapshot.chat, SizeIs(50));
    EXPECT_EQ(late.snapshot.chat.front().text, "10");
    EXPECT_EQ(late.snapshot.chat.back().ts, to_wire(people.world.now));
    people.host.request(RoomReady{true});
    EXPECT_THAT(people.guest.heard<RoomChanged>().back().snapshot.chat, IsEmpty());
}

TEST(RoomChat, KeepsPlayersAndSpectatorsApart) {
    People people;
    people.open();
    people.watcher.request<RoomEntered>(join(JoinSeat::watch));
    people.play();
    const std::int64_t before = people.world.room->live_match()->stream().seq();
    people.host.request(ChatSend{ChatChannel::match, "Good luck"});
    people.watcher.request(ChatSend{ChatChannel::watchers, "Ann plays a fork next"});
    EXPECT_EQ(people.watcher.refusal(ChatSend{ChatChannel::match, "Ann, look left!"}), "not_seated");
    EXPECT_EQ(people.guest.refusal(ChatSend{ChatChannel::watchers, "What do you say?"}), "forbidden");
    EXPECT_EQ(people.world.visitor().refusal(ChatSend{ChatChannel::watchers, "I do not watch"}), "forbidden");
    const auto texts = [](Visitor& one) {
        std::vector<std::string> heard;
        for (const ChatLine& line : one.heard<ChatLine>()) heard.push_back(line.text);
        return heard;
    };
    for (Visitor* player : {&people.host, &people.guest})
        EXPECT_THAT(texts(*player), ElementsAre("Good luck"));
    EXPECT_THAT(texts(people.watcher), ElementsAre("Ann plays a fork next"));
    // Each number is there once, for everybody.
    for (Visitor* one : {&people.host, &people.guest, &people.watcher})
        EXPECT_THAT(one->heard<Skip>(), SizeIs(1));
    EXPECT_EQ(people.world.room->live_match()->stream().seq(), before + 2);
    // The same holds for what is read later.
    const auto read = [](Visitor& one, bool history) {
        std::vector<std::string> lines;
        for (const PastLine& line : one.request<MatchWatched>(MatchWatch{history}).snapshot.chat)
            lines.push_back(line.text);
        return lines;
    };
    EXPECT_THAT(read(people.guest, true), ElementsAre("Good luck"));
    EXPECT_THAT(read(people.watcher, true), ElementsAre("Ann plays a fork next"));
    EXPECT_THAT(read(people.watcher, false), IsEmpty());
    EXPECT_THAT(people.world.room->live_match()->public_snapshot().chat, IsEmpty());
}

TEST(Watching, BeginsWithASnapshotAndMissesNoEvent) {
    std::uint64_t dice = 7;
    const auto roll = [&](int sides) {
        dice = dice * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<int>((dice >> 33) % static_cast<std::uint64_t>(sides));
    };
    for (int run = 0; run < 500; ++run) {
        People people;
        people.open();
        people.play();
        int turn = 0;
        // Nothing is waited for: moves are on their way to the store while watchers come.
        std::vector<std::pair<Visitor*, RequestId>> watching;
        for (int step = 0; step < 12; ++step) {
            if (roll(3) == 0) {
                Visitor& one = people.world.visitor();
                watching.emplace_back(&one, one.send(MatchWatch{false}));
            } else {
                (turn % 2 == 0 ? people.host : people.guest)
                    .send(MovePlay{turn, "t1", Visitor::move_id(), {}});
                ++turn;
            }
        }
        people.world.settle();
        const LiveMatch& live = *people.world.room->live_match();
        ASSERT_EQ(live.match().turn(), turn);
        for (const auto& [one, id] : watching) {
            const auto watched = one->answer<MatchWatched>(id);
            std::int64_t seq = watched.seq;
            std::string pos = watched.snapshot.pos;
            for (const Event& event : one->events()) {
                if (event.match.empty() || !event.seq) continue;
                ASSERT_EQ(*event.seq, ++seq);
                if (const auto* moved = std::get_if<MatchMoved>(&event.body)) pos = moved->pos;
            }
            ASSERT_EQ(seq, live.stream().seq());
            ASSERT_EQ(pos, live.match().position().encode());
        }
    }
}

TEST(Entering, BeginsWithASnapshotAndMissesNoEvent) {
    for (int run = 0; run < 500; ++run) {
        People people;
        people.open();
        std::vector<std::pair<Visitor*, RequestId>> entering;
        for (int step = 0; step < 8; ++step) {
            Visitor& one = people.world.visitor();
            entering.emplace_back(&one, one.send(join(step % 3 == 0 ? JoinSeat::any : JoinSeat::watch)));
            if (step % 2 == run % 2) people.host.send(RoomReady{step % 4 < 2});
        }
        people.world.settle();
        for (const auto& [one, id] : entering) {
            if (!one->was_accepted(id)) continue;
            const auto entered = one->answer<RoomEntered>(id);
            std::int64_t seq = entered.seq;
            RoomSummary last = entered.snapshot.summary;
            for (const Event& event : one->events()) {
                if (event.room.empty() || !event.seq || *event.seq <= entered.seq) continue;
                ASSERT_EQ(*event.seq, ++seq);
                if (const auto* changed = std::get_if<RoomChanged>(&event.body))
                    last = changed->snapshot.summary;
            }
            ASSERT_EQ(seq, people.world.room->room_stream().seq());
            ASSERT_EQ(last.watchers, people.world.room->summary().watchers);
        }
    }
}

}  // namespace
}  // namespace pentad::server
