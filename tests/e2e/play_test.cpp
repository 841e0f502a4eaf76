// Whole games over real sockets against a real server: every game that the server offers, none by name.

#include <gtest/gtest.h>

#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;

ServerProcess& server() {
    static ServerProcess process;
    return process;
}

const std::vector<GameCard>& games() {
    static const std::vector<GameCard> cards = TestClient::guest(server().port()).session().games;
    return cards;
}

ChairRequest bot(int level) {
    ChairRequest chair;
    chair.kind = ChairKind::bot;
    chair.level = level;
    chair.seed = 7;
    return chair;
}

RoomCreate table(const std::string& game) {
    RoomCreate create;
    create.game = game;
    create.first_seat = FirstSeat::chair0;
    return create;
}

std::string wait_for_start(TestClient& client, const std::string& room) {
    const Event event = client.wait_event(
        [&](const Event& it) { return std::holds_alternative<MatchStarted>(it.body) && it.room == room; },
        TestClient::patience, "match.started");
    return event.match;
}

struct Pair {
    TestClient first;
    TestClient second;
    std::string room;
    std::string match;
};

/// Two people at a table of their own, the game begun; `first` moves first.
Pair two_at_a_table(const std::string& game) {
    Pair pair{TestClient::guest(server().port()), TestClient::guest(server().port()), "", ""};
    const RoomEntered entered = pair.first.create(table(game));
    pair.room = entered.room;
    RoomJoin join;
    join.code = entered.code;
    pair.second.join(join);
    pair.first.request<Empty>(RoomReady{true}, "", pair.room);
    pair.second.request<Empty>(RoomReady{true}, "", pair.room);
    pair.match = wait_for_start(pair.first, pair.room);
    EXPECT_EQ(wait_for_start(pair.second, pair.room), pair.match);
    return pair;
}

/// Random legal moves of those who are asked until the match is over.
void play_out(std::vector<TestClient*> players, const std::string& match, std::uint64_t seed) {
    while (!players.front()->match(match).now.result) {
        bool moved = false;
        for (TestClient* player : players) {
            if (players.size() == 1) player->until_my_turn(match);
            const auto& now = player->match(match).now;
            if (now.result || !now.legal || now.legal->empty()) continue;
            moved = true;
            const int turn = now.turn;
            const MoveAccepted accepted =
                player->play(match, (*now.legal)[pick_index(seed, now.legal->size())]);
            ASSERT_EQ(accepted.turn, turn + 1);
            for (TestClient* other : players) {
                const auto has_seen = [&] { return other->match(match).now.turn > turn; };
                if (!has_seen())
                    other->wait<MatchMoved>([&](const Event& event, const MatchMoved&) {
                        return event.match == match && has_seen();
                    });
            }
            break;
        }
        // After the last move nobody has a legal one, and the end is on its way.
        if (!moved) players.front()->until_over(match);
    }
    for (TestClient* player : players) player->until_over(match);
}

TEST(Play, EveryGameToItsEndBetweenTwoSocketsAndAgainWithSeatsSwapped) {
    ASSERT_FALSE(games().empty());
    for (const GameCard& game : games()) {
        SCOPED_TRACE(game.game);
        Pair pair = two_at_a_table(game.game);
        play_out({&pair.first, &pair.second}, pair.match, 1);
        const auto& one = pair.first.match(pair.match);
        const auto& other = pair.second.match(pair.match);
        EXPECT_EQ(one.moves, other.moves);
        EXPECT_EQ(one.now.hash, other.now.hash);
        EXPECT_EQ(*one.now.result, *other.now.result);
        EXPECT_EQ(one.now.seats[0].player.id, pair.first.player());

        pair.first.request<OfferPlaced>(OfferMake{OfferKind::rematch, {}, {}}, pair.match);
        // The second one's offer crosses the first, which agrees to it.
        ASSERT_TRUE(pair.second.try_request<OfferPlaced>(OfferMake{OfferKind::rematch, {}, {}}, pair.match));
        const std::string again = wait_for_start(pair.first, pair.room);
        EXPECT_NE(again, pair.match);
        EXPECT_EQ(wait_for_start(pair.second, pair.room), again);
        EXPECT_EQ(pair.first.match(again).now.seats[0].player.id, pair.second.player());
    }
}

TEST(Play, EveryGameToItsEndAgainstEachLevelOfTheComputer) {
    for (const GameCard& game : games())
        for (const auto& level : game.levels) {
            SCOPED_TRACE(game.game + " level " + std::to_string(level.level));
            TestClient person = TestClient::guest(server().port());
            RoomCreate create = table(game.game);
            create.seats[1] = bot(level.level);
            create.first_seat = level.level % 2 == 0 ? FirstSeat::chair0 : FirstSeat::chair1;
            const std::string room = person.create(create).room;
            person.request<Empty>(RoomReady{true}, "", room);
            const std::string match = wait_for_start(person, room);
            play_out({&person}, match, 2);
            EXPECT_TRUE(person.match(match).now.result.has_value());
        }
}

TEST(Play, EveryGameBetweenTwoComputersWhileSomebodyWatches) {
    for (const GameCard& game : games()) {
        SCOPED_TRACE(game.game);
        TestClient watcher = TestClient::guest(server().port());
        RoomCreate create = table(game.game);
        create.seats = {bot(1), bot(2)};
        const RoomEntered entered = watcher.create(create);
        EXPECT_FALSE(entered.seat.has_value());
        const std::string match =
            entered.snapshot.summary.match && !watcher.knows(*entered.snapshot.summary.match)
                ? *entered.snapshot.summary.match
                : wait_for_start(watcher, entered.room);
        if (!watcher.knows(match)) watcher.watch(match);
        watcher.until_over(match);
        EXPECT_EQ(watcher.refusal<MoveAccepted>(MovePlay{0, "a1", TestClient::new_move_id(), {}}, match),
                  "match_over");
    }
}

TEST(Play, EveryGameByTwoPeopleAtOneKeyboard) {
    for (const GameCard& game : games()) {
        SCOPED_TRACE(game.game);
        TestClient both = TestClient::guest(server().port());
        RoomCreate create = table(game.game);
        create.hotseat = true;
        const std::string room = both.create(create).room;
        both.request<Empty>(RoomReady{true}, "", room);
        const std::string match = wait_for_start(both, room);
        play_out({&both}, match, 3);
        EXPECT_EQ(static_cast<int>(both.match(match).moves.size()), both.match(match).now.ply);
    }
}

TEST(Play, RefusesWhatIsNotAMoveOfThisTurnAndSaysWhy) {
    for (const GameCard& game : games()) {
        SCOPED_TRACE(game.game);
        Pair pair = two_at_a_table(game.game);
        const auto play = [&](TestClient& who, int turn, const std::string& move, const std::string& id) {
            return who.try_request<MoveAccepted>(MovePlay{turn, move, id, {}}, pair.match);
        };
        const auto code = [](const auto& reply) {
            return reply ? "accepted" : std::string(name(reply.error().code));
        };
        const std::string legal = pair.first.match(pair.match).now.legal->front();

        EXPECT_EQ(code(play(pair.second, 0, legal, TestClient::new_move_id())), "not_your_turn");
        EXPECT_EQ(code(play(pair.first, 5, legal, TestClient::new_move_id())), "future_turn");
        EXPECT_EQ(code(play(pair.first, 0, "castle", TestClient::new_move_id())), "bad_move_format");
        // No board is larger than this square, but the text may not even be a move of the game.
        const std::string off = code(play(pair.first, 0, "z98-z99", TestClient::new_move_id()));
        EXPECT_TRUE(off == "illegal_move" || off == "bad_move_format") << off;
        EXPECT_EQ(pair.first.match(pair.match).now.turn, 0);
        TestClient stranger = TestClient::guest(server().port());
        EXPECT_EQ(code(stranger.try_request<MoveAccepted>(MovePlay{0, legal, "x", {}}, pair.match)),
                  "not_seated");

        const std::string id = TestClient::new_move_id();
        const auto accepted = play(pair.first, 0, legal, id);
        ASSERT_TRUE(accepted);
        EXPECT_FALSE(accepted->duplicate);
        const auto again = play(pair.first, 0, legal, id);
        ASSERT_TRUE(again);
        EXPECT_TRUE(again->duplicate);
        EXPECT_EQ(again->hash, accepted->hash);
        EXPECT_EQ(code(play(pair.first, 0, legal + "x", id)), "conflict");
        EXPECT_EQ(code(play(pair.first, 0, legal, TestClient::new_move_id())), "stale_turn");
        EXPECT_EQ(pair.first.match(pair.match).now.turn, 1);

        pair.second.request<Empty>(MatchResign{}, pair.match);
        pair.first.until_over(pair.match);
        EXPECT_EQ(*pair.first.match(pair.match).now.result, (Result{Side::first, "resign"}));
        EXPECT_EQ(code(play(pair.first, 1, legal, TestClient::new_move_id())), "match_over");
    }
}

TEST(Play, ShowsTheSameRoomsInTheLobbyAndOverHttp) {
    TestClient watcher = TestClient::guest(server().port());
    std::map<std::string, RoomSummary> rooms;
    for (const RoomSummary& room : watcher.lobby().rooms) rooms[room.room] = room;
    TestClient host = TestClient::guest(server().port());
    std::vector<std::string> made;
    for (int i = 0; i < 6; ++i)
        made.push_back(host.create(table(games()[static_cast<std::size_t>(i) % games().size()].game)).room);
    for (std::size_t i = 0; i < made.size(); i += 2) host.request<Empty>(RoomLeave{}, "", made[i]);
    const auto listed = [&](std::size_t i) { return rooms.contains(made[i]); };
    while (!(listed(1) && listed(3) && listed(5) && !listed(0) && !listed(2) && !listed(4))) {
        const auto delta = watcher.wait<LobbyDelta>();
        for (const RoomSummary& room : delta.upsert) rooms[room.room] = room;
        for (const std::string& room : delta.remove) rooms.erase(room);
    }
    const std::string http = server().get("/api/v1/rooms");
    for (const auto& [room, summary] : rooms)
        EXPECT_NE(http.find('"' + room + '"'), std::string::npos) << room;
    for (std::size_t i = 0; i < made.size(); i += 2)
        EXPECT_EQ(http.find('"' + made[i] + '"'), std::string::npos);
    for (std::size_t i = 1; i < made.size(); i += 2) host.request<Empty>(RoomLeave{}, "", made[i]);
}

TEST(Play, LosesAndDoublesNoMoveForThoseWhoBeginToWatchWhileItIsPlayed) {
    // The client throws at a gap or a double.
    for (int run = 0; run < 40; ++run) {
        TestClient maker = TestClient::guest(server().port());
        RoomCreate create = table(games()[static_cast<std::size_t>(run) % games().size()].game);
        create.seats = {bot(1), bot(1)};
        const RoomEntered entered = maker.create(create);
        const std::string match = entered.snapshot.summary.match ? *entered.snapshot.summary.match
                                                                 : wait_for_start(maker, entered.room);
        TestClient watcher = TestClient::guest(server().port());
        const MatchSnapshot snapshot = watcher.watch(match);
        watcher.until_over(match);
        const auto& seen = watcher.match(match);
        EXPECT_EQ(static_cast<int>(snapshot.history->size() + seen.moves.size()), seen.now.ply);
    }
}

}  // namespace
}  // namespace pentad::testing
