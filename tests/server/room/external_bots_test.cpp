// External bots on seats: how they leave a match, agree to an abort, and use their slots.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/bots/external_bots.hpp"
#include "server/session/bot_keys.hpp"
#include "tests/server/support/gateway_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct ExternalBotSeats : testing::Test {
    Caller new_bot(const std::string& name, int slots = 4) {
        std::string key;
        services.store.read([&](Store& store) {
            key = make_bot_key(store, name, {world.rooms.now, "uid 0", "bot-key", "done"}).value();
        });
        world.rooms.settle();
        Caller made(world, BotAuth{name, key});
        made.request(BotRegister{{"pile"}, slots});
        return made;
    }
    /// A room with the person on seat 0; the match begins when the person is ready.
    std::string room_with(Caller& who, const Caller& bot, FirstSeat first = FirstSeat::chair1) {
        RoomCreate create;
        create.game = "pile";
        create.seats[1].kind = ChairKind::bot;
        create.seats[1].bot = bot.player();
        create.first_seat = first;
        return who.request<RoomEntered>(create).room;
    }
    std::string begin(Caller& who, const Caller& bot, FirstSeat first = FirstSeat::chair1) {
        const std::string room = room_with(who, bot, first);
        who.request(RoomReady{true}, room);
        return who.heard<MatchStarted>().back().match;
    }
    /// The bot's first move and the person's.
    void both_move(Caller& who, Caller& bot, const std::string& match) {
        bot.request<MoveAccepted>(protocol::BotMove{0, "t1"}, "", match);
        who.request<MoveAccepted>(MovePlay{1, "t1", Visitor::move_id(), {}}, "", match);
    }
    int free_slots(Caller& who, const Caller& bot) {
        for (const AvailableBot& one : who.request<BotList>(BotsList{}).bots)
            if (one.player.id == bot.player()) return one.free;
        return -1;
    }

    GatewayWorld world;
    RoomServices& services = world.rooms.services;
    Caller person{world};
};

TEST_F(ExternalBotSeats, CanClaimTheWinWithoutAClock) {
    Caller bot = new_bot("Marvin");
    const std::string match = begin(person, bot);
    both_move(person, bot, match);
    bot.request<MatchWatched>(MatchWatch{}, "", match);
    EXPECT_EQ(bot.refusal(ClaimWin{}, "", match), "claim_not_allowed") << "nobody is away";
    bot.request<MoveAccepted>(protocol::BotMove{2, "t1"}, "", match);
    person.cut();
    const SeatPresence away = bot.heard<SeatPresence>().back();
    EXPECT_EQ(away.seat, Side::second);
    EXPECT_EQ(away.claimable_at, to_wire(world.rooms.now + 120s));
    EXPECT_EQ(bot.refusal(ClaimWin{}, "", match), "claim_too_early");
    world.rooms.pass(120s);
    EXPECT_EQ(bot.heard<SeatPresence>().back().state, Presence::gone);
    bot.request(ClaimWin{}, "", match);
    EXPECT_EQ(bot.heard<MatchEnded>().back().result, (protocol::Result{Side::first, "claim"}));
    EXPECT_EQ(free_slots(bot, bot), 4);
}

TEST_F(ExternalBotSeats, CannotBeClaimedAgainst) {
    Caller bot = new_bot("Marvin");
    const std::string match = begin(person, bot);
    both_move(person, bot, match);
    bot.cut();
    EXPECT_EQ(person.heard<SeatPresence>().back().state, Presence::away);
    EXPECT_FALSE(person.heard<SeatPresence>().back().claimable_at);
    EXPECT_EQ(person.refusal(ClaimWin{}, "", match), "claim_not_allowed");
}

TEST_F(ExternalBotSeats, ResignOnlyForTheirSeat) {
    Caller bot = new_bot("Marvin"), other = new_bot("Eddie");
    const std::string match = begin(person, bot);
    EXPECT_EQ(other.refusal(MatchResign{}, "", match), "not_seated");
    EXPECT_EQ(bot.refusal(MatchResign{Side::second}, "", match), "not_seated");
    bot.request(MatchResign{}, "", match);
    EXPECT_EQ(person.heard<MatchEnded>().back().result, (protocol::Result{Side::second, "resign"}));
    EXPECT_EQ(bot.refusal(MatchResign{}, "", match), "match_over");
}

TEST_F(ExternalBotSeats, AreToldOfTheStartAndMayAbortBeforeBothHaveMoved) {
    Caller bot = new_bot("Marvin", 1);
    // The person is to begin, stays, and does nothing: the bot is never asked for a move.
    const std::string match = begin(person, bot, FirstSeat::chair0);
    ASSERT_THAT(bot.heard<BotSeated>(), SizeIs(1));
    EXPECT_EQ(bot.heard<BotSeated>()[0].seat, Side::second);
    EXPECT_EQ(bot.events().back().match, match);
    EXPECT_THAT(bot.heard<TurnRequest>(), IsEmpty());
    EXPECT_EQ(free_slots(person, bot), 0);
    bot.request(MatchAbort{}, "", match);
    EXPECT_EQ(person.heard<MatchEnded>().back().result, (protocol::Result{std::nullopt, "aborted"}));
    EXPECT_EQ(free_slots(person, bot), 1);

    const std::string next = begin(person, bot);
    EXPECT_THAT(bot.heard<BotSeated>(), SizeIs(2));
    both_move(person, bot, next);
    EXPECT_EQ(bot.refusal(MatchAbort{}, "", next), "cannot_abort");
}

TEST_F(ExternalBotSeats, AreAskedAboutAnAbortIfTheyFollowTheMatch) {
    services.bot_policy.budget = 10s;
    Caller bot = new_bot("Marvin");
    const auto outcome = [&](const std::string& match, std::optional<bool> answer) {
        const auto placed = person.request<OfferPlaced>(OfferMake{OfferKind::abort, {}, {}}, "", match);
        const auto heard = bot.heard<OfferMade>();
        if (!heard.empty() && heard.back().offer.offer == placed.offer) {
            EXPECT_EQ(heard.back().offer.expires_at, to_wire(world.rooms.now + 10s));
            EXPECT_THAT(person.heard<MatchEnded>(), IsEmpty());
            if (answer) bot.request(OfferAnswer{placed.offer, *answer}, "", match);
            world.rooms.pass(10s);
        }
        return person.heard<OfferClosed>().back().outcome;
    };
    const auto game = [&](bool follows) {
        const std::string match = begin(person, bot);
        both_move(person, bot, match);
        if (follows) bot.request<MatchWatched>(MatchWatch{}, "", match);
        person.forget();
        return match;
    };
    const std::string refused = game(true);
    EXPECT_EQ(outcome(refused, false), OfferOutcome::declined);
    EXPECT_THAT(person.heard<MatchEnded>(), IsEmpty());
    EXPECT_EQ(outcome(game(true), true), OfferOutcome::accepted);
    EXPECT_EQ(person.heard<MatchEnded>().back().result.reason, "aborted");
    EXPECT_EQ(outcome(game(true), std::nullopt), OfferOutcome::accepted) << "who says nothing agrees";
    EXPECT_EQ(person.heard<MatchEnded>().back().result.reason, "aborted");
    EXPECT_EQ(outcome(game(false), std::nullopt), OfferOutcome::accepted) << "nobody is there to ask";
    const std::string left = game(true);
    bot.cut();
    EXPECT_EQ(outcome(left, std::nullopt), OfferOutcome::accepted);
}

TEST_F(ExternalBotSeats, OfferOnlyAborts) {
    Caller bot = new_bot("Marvin");
    const std::string match = begin(person, bot);
    both_move(person, bot, match);
    for (const OfferKind kind : {OfferKind::takeback, OfferKind::pause, OfferKind::draw})
        EXPECT_EQ(bot.refusal<OfferPlaced>(OfferMake{kind, {}, {}}, "", match), "not_seated");
    const auto first = bot.request<OfferPlaced>(OfferMake{OfferKind::abort, {}, {}}, "", match);
    bot.request(OfferCancel{first.offer}, "", match);
    const auto placed = bot.request<OfferPlaced>(OfferMake{OfferKind::abort, {}, {}}, "", match);
    EXPECT_EQ(person.heard<OfferMade>().back().offer.by, Side::first);
    EXPECT_EQ(bot.refusal(OfferAnswer{placed.offer, true}, "", match), "offer_invalid") << "its own";
    person.request(OfferAnswer{placed.offer, true}, "", match);
    EXPECT_EQ(person.heard<MatchEnded>().back().result.reason, "aborted");
    EXPECT_EQ(bot.refusal<OfferPlaced>(OfferMake{OfferKind::rematch, {}, {}}, "", match), "not_seated");
}

TEST_F(ExternalBotSeats, LoseNoSlotToWaitingRooms) {
    Caller bot = new_bot("Marvin", 1);
    std::vector<std::string> rooms;
    for (int i = 0; i < 5; ++i) rooms.push_back(room_with(person, bot));
    EXPECT_EQ(free_slots(person, bot), 1) << "nobody plays";
    Caller other(world);
    const std::string match = begin(other, bot);
    EXPECT_EQ(free_slots(person, bot), 0);
    // Who comes second is told, and may try again when the bot is free.
    EXPECT_EQ(person.refusal(RoomReady{true}, rooms[0]), "bot_unavailable");
    EXPECT_FALSE(person.heard<RoomChanged>().back().snapshot.summary.seats[0].ready);
    EXPECT_THAT(person.heard<MatchStarted>(), IsEmpty());
    EXPECT_EQ(other.refusal<OfferPlaced>(OfferMake{OfferKind::rematch, {}, {}}, "", match), "not_supported");
    other.request(MatchResign{}, "", match);
    person.request(RoomReady{true}, rooms[0]);
    EXPECT_THAT(person.heard<MatchStarted>(), SizeIs(1));
    EXPECT_EQ(other.refusal<OfferPlaced>(OfferMake{OfferKind::rematch, {}, {}}, "", match),
              "bot_unavailable");
}

TEST_F(ExternalBotSeats, TakeNoMoreMatchesThanTheyHaveSlots) {
    Caller bot = new_bot("Marvin", 1);
    std::vector<std::string> rooms;
    for (int i = 0; i < 5; ++i) rooms.push_back(room_with(person, bot));
    // Each waits for the disk while the others ask.
    std::vector<RequestId> asked;
    for (const std::string& room : rooms) asked.push_back(person.send(RoomReady{true}, room));
    int begun = 0;
    for (const RequestId& id : asked) {
        const auto answer = person.answer<Empty>(id);
        begun += answer.has_value();
        if (!answer) {
            EXPECT_EQ(name(answer.error().code), "bot_unavailable");
        }
    }
    EXPECT_EQ(begun, 1);
    EXPECT_EQ(bot.heard<BotSeated>().size(), 1U);
}

TEST_F(ExternalBotSeats, DoNotKeepARoomByWatchingIt) {
    Caller bot = new_bot("Marvin");
    const std::string match = begin(person, bot);
    bot.request<MatchWatched>(MatchWatch{}, "", match);
    const std::string room = person.heard<MatchStarted>().back().room;
    bot.request(MatchResign{}, "", match);
    person.cut();
    world.rooms.pass(Room::reaped_after);
    EXPECT_FALSE(services.rooms.find({room}));
}

}  // namespace
}  // namespace pentad::server
