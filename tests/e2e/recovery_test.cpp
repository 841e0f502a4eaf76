// What survives the end of the server's process.

#include <gtest/gtest.h>
#include <poll.h>

#include <algorithm>
#include <map>
#include <thread>

#include "tests/support/long_run.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;

ChairRequest bot(int level) {
    ChairRequest chair;
    chair.kind = ChairKind::bot;
    chair.level = level;
    return chair;
}

std::string start_of(TestClient& client, const std::string& room) {
    return client
        .wait_event(
            [&](const Event& it) { return std::holds_alternative<MatchStarted>(it.body) && it.room == room; },
            TestClient::patience, "match.started")
        .match;
}

std::vector<std::string> texts(const std::vector<PlayedMove>& history) {
    std::vector<std::string> result;
    for (const PlayedMove& move : history) result.push_back(move.move);
    return result;
}

/// A new link for a player who has only the token left.
TestClient back(const ServerProcess& server, const std::string& token) {
    TestClient client(server.port());
    client.hello(TokenAuth{token});
    client.keep_token(token);
    return client;
}

TEST(Recovery, KeepsEveryAcknowledgedMoveWhenTheProcessIsKilled) {
    ServerProcess server;
    std::uint64_t dice = 11;
    struct Game {
        std::string match;
        std::vector<std::string> acknowledged;
        std::string host_token, guest_token;
    };
    std::vector<Game> played;
    const std::vector<GameCard> cards = TestClient::guest(server.port()).session().games;
    for (const GameCard& card : cards) {
        SCOPED_TRACE(card.game);
        TestClient host = TestClient::guest(server.port());
        TestClient guest = TestClient::guest(server.port());
        RoomCreate create;
        create.game = card.game;
        create.first_seat = FirstSeat::chair0;
        const RoomEntered entered = host.create(create);
        RoomJoin join;
        join.code = entered.code;
        guest.join(join);
        host.request<Empty>(RoomReady{true}, "", entered.room);
        guest.request<Empty>(RoomReady{true}, "", entered.room);
        Game game{start_of(host, entered.room), {}, host.token(), guest.token()};
        start_of(guest, entered.room);
        for (int i = 0; i < 3; ++i) {
            TestClient& mover = i % 2 == 0 ? host : guest;
            mover.until_my_turn(game.match);
            const auto legal = *mover.match(game.match).now.legal;
            game.acknowledged.push_back(legal[pick_index(dice, legal.size())]);
            mover.play(game.match, game.acknowledged.back());
        }
        played.push_back(std::move(game));
    }
    server.kill();
    server.start();
    for (Game& game : played) {
        TestClient host = back(server, game.host_token);
        ASSERT_EQ(host.session().active.size(), 1U);
        EXPECT_EQ(host.session().active.front().match, game.match);
        EXPECT_EQ(texts(*host.watch(game.match).history), game.acknowledged);
        TestClient guest = back(server, game.guest_token);
        guest.watch(game.match);
        // And it goes on: the guest is to move, both see it.
        const auto legal = *guest.match(game.match).now.legal;
        guest.play(game.match, legal.front());
        host.wait<MatchMoved>();
        EXPECT_EQ(host.match(game.match).moves, std::vector<std::string>{legal.front()});
    }
}

/// Somebody at a table, and what they were told of its match.
struct Seated {
    TestClient client;
    std::vector<std::string> shown{};  ///< the moves of the last snapshot that was asked for
    std::size_t events = 0;            ///< that came before it

    void look(const std::string& match) {
        shown = texts(*client.watch(match).history);
        events = client.match(match).moves.size();
    }
    std::vector<std::string> told(const std::string& match) {
        std::vector<std::string> moves = shown;
        const auto& later = client.match(match).moves;
        moves.insert(moves.end(), later.begin() + static_cast<std::ptrdiff_t>(events), later.end());
        return moves;
    }
};

enum class Opponent { same, person, computer };

struct Table {
    GameCard card;
    Opponent opponent;
    std::string match{};
    std::vector<Seated> people{};
    std::size_t plies = 0;           ///< acknowledged, where people alone play
    std::optional<MovePlay> open{};  ///< sent, and no answer came

    Seated& mover() { return people[plies % people.size()]; }
    std::optional<Result> result() {
        for (Seated& one : people)
            if (const auto& result = one.client.match(match).now.result) return result;
        return std::nullopt;
    }
};

Table begin(const ServerProcess& server, const GameCard& card, Opponent opponent) {
    Table table{card, opponent};
    for (int i = 0; i < (opponent == Opponent::person ? 2 : 1); ++i)
        table.people.push_back({TestClient::guest(server.port())});
    RoomCreate create;
    create.game = card.game;
    create.hotseat = opponent == Opponent::same;
    create.first_seat = FirstSeat::chair0;
    if (opponent == Opponent::computer) create.seats[1] = bot(1);
    const std::string room = table.people.front().client.create(create).room;
    if (opponent == Opponent::person) table.people.back().client.join({room, "", "", JoinSeat::any, ""});
    for (Seated& one : table.people) one.client.request<Empty>(RoomReady{true}, "", room);
    for (Seated& one : table.people) table.match = start_of(one.client, room);
    return table;
}

TEST(Recovery, KeepsEveryMoveThatAnybodyWasToldWhereverTheProcessIsKilled) {
    ServerProcess server;
    std::uint64_t dice = 27;
    std::vector<Table> tables;
    const std::vector<GameCard> cards = TestClient::guest(server.port()).session().games;
    for (const GameCard& card : cards)
        for (const Opponent opponent : {Opponent::same, Opponent::person, Opponent::computer})
            tables.push_back(begin(server, card, opponent));
    int moves = 0;
    std::map<std::string, Result> ended;  ///< since the last start
    for (int run = 0; run < repeats(5, 200); ++run) {
        SCOPED_TRACE("run " + std::to_string(run));
        std::thread killer([&server, wait = static_cast<int>(pick_index(dice, 150))] {
            ::poll(nullptr, 0, wait);
            server.kill();
        });
        try {
            for (;;) {
                Table& table = tables[pick_index(dice, tables.size())];
                TestClient& client = table.mover().client;
                client.until_my_turn(table.match);
                const auto& now = client.match(table.match).now;
                if (now.result) {
                    ended[table.match] = *now.result;
                    table = begin(server, table.card, table.opponent);
                    continue;
                }
                table.open = MovePlay{now.turn,
                                      (*now.legal)[pick_index(dice, now.legal->size())],
                                      TestClient::new_move_id(),
                                      {}};
                client.request<MoveAccepted>(*table.open, table.match);
                table.open.reset();
                ++table.plies;
                ++moves;
            }
        } catch (const LinkEnded&) {
        }
        killer.join();
        // What was on its way to them they have been told.
        for (Table& table : tables)
            for (Seated& one : table.people) one.client.until_closed();
        server.start();
        for (Table& table : tables) {
            if (const auto result = table.result()) {
                ended[table.match] = *result;
                table = begin(server, table.card, table.opponent);
                continue;
            }
            std::vector<std::string> expected;
            for (Seated& one : table.people)
                if (auto told = one.told(table.match); told.size() >= expected.size()) expected = told;
            for (Seated& one : table.people) {
                const auto told = one.told(table.match);
                ASSERT_TRUE(std::equal(told.begin(), told.end(), expected.begin()));
                one = {back(server, one.client.token())};
                one.client.watch(table.match);
            }
            if (table.open) {
                // Decided or not, it is played once now.
                if (expected.size() == static_cast<std::size_t>(table.open->turn))
                    expected.push_back(table.open->move);
                const auto reply = table.mover().client.try_request<MoveAccepted>(*table.open, table.match);
                if (reply)
                    EXPECT_EQ(reply->turn, table.open->turn + 1);
                else
                    EXPECT_EQ(name(reply.error().code), "match_over") << "it was the last one";
                table.open.reset();
            }
            for (Seated& one : table.people) {
                one.look(table.match);
                // A computer plays on at once.
                if (table.opponent == Opponent::computer && one.shown.size() == expected.size() + 1)
                    expected.push_back(one.shown.back());
                ASSERT_EQ(one.shown, expected);
            }
            table.plies = table.opponent == Opponent::person ? expected.size() : 0;
        }
        for (const auto& [match, result] : ended) {
            TestClient anybody = TestClient::guest(server.port());
            EXPECT_EQ(anybody.watch(match).result, result);
        }
        ended.clear();
    }
    EXPECT_GT(moves, 0);
}

TEST(Recovery, LetsComputersThinkOnWhenTheProcessIsKilled) {
    ServerProcess server;
    struct Game {
        std::string match;
        std::string token;
    };
    std::vector<Game> games;
    const std::vector<GameCard> cards = TestClient::guest(server.port()).session().games;
    for (const GameCard& card : cards) {
        TestClient person = TestClient::guest(server.port());
        RoomCreate create;
        create.game = card.game;
        create.seats[1] = bot(2);
        create.first_seat = FirstSeat::chair0;
        const std::string room = person.create(create).room;
        person.request<Empty>(RoomReady{true}, "", room);
        const std::string match = start_of(person, room);
        person.until_my_turn(match);
        // Killed while the computer is to move, or has just moved.
        person.play(match, person.match(match).now.legal->front());
        games.push_back({match, person.token()});
    }
    server.kill();
    server.start();
    for (const Game& game : games) {
        TestClient person = back(server, game.token);
        person.watch(game.match);
        person.until_my_turn(game.match);
        EXPECT_GE(person.match(game.match).now.ply, 2);
        if (person.match(game.match).now.result) continue;
        const int turn = person.match(game.match).now.turn;
        EXPECT_EQ(person.play(game.match, person.match(game.match).now.legal->front()).turn, turn + 1);
    }
}

TEST(Recovery, ExitsWithZeroOnSigtermAndKeepsTheGame) {
    ServerProcess server;
    TestClient person = TestClient::guest(server.port());
    RoomCreate create;
    create.game = person.session().games.front().game;
    create.hotseat = true;
    const std::string room = person.create(create).room;
    person.request<Empty>(RoomReady{true}, "", room);
    const std::string match = start_of(person, room);
    const std::string move = person.match(match).now.legal->front();
    person.play(match, move);
    EXPECT_EQ(server.terminate(), 0) << server.log();
    server.start();
    TestClient again = back(server, person.token());
    EXPECT_EQ(texts(*again.watch(match).history), std::vector<std::string>{move});
}

TEST(Recovery, LetsClientsResumeByThemselvesAfterARestart) {
    ServerProcess server;
    const auto stop_and_start = [&](bool gently) {
        if (gently)
            EXPECT_EQ(server.terminate(), 0) << server.log();
        else
            server.kill();
        server.start();
    };
    for (const bool gently : {true, false}) {
        SCOPED_TRACE(gently);
        TestClient host = TestClient::guest(server.port());
        TestClient guest = TestClient::guest(server.port());
        TestClient watcher = TestClient::guest(server.port());
        RoomCreate create;
        create.game = host.session().games.front().game;
        create.first_seat = FirstSeat::chair0;
        const RoomEntered entered = host.create(create);
        RoomJoin join;
        join.code = entered.code;
        guest.join(join);
        host.request<Empty>(RoomReady{true}, "", entered.room);
        guest.request<Empty>(RoomReady{true}, "", entered.room);
        const std::string match = start_of(host, entered.room);
        start_of(guest, entered.room);
        watcher.watch(match);
        watcher.lobby();
        // Who has had a seat is stored; who has only watched is when the server stops by itself.
        if (!gently) {
            const RoomEntered other = watcher.create(create);
            watcher.request<Empty>(RoomLeave{}, "", other.room);
        }
        host.until_my_turn(match);
        const std::string before = host.session().session;
        MovePlay play{0, host.match(match).now.legal->front(), TestClient::new_move_id(), {}};
        host.request<MoveAccepted>(play, match);
        stop_and_start(gently);
        for (TestClient* client : {&host, &guest, &watcher}) client->resume(server.port());
        EXPECT_EQ(host.session().session, before);
        EXPECT_EQ(host.session().resumed.at("match:" + match), Resumed::snapshot);
        EXPECT_EQ(host.session().resumed.at("room:" + entered.room), Resumed::snapshot);
        EXPECT_EQ(watcher.session().resumed.at("match:" + match), Resumed::snapshot);
        EXPECT_EQ(watcher.session().resumed.at("lobby"), Resumed::snapshot);
        for (TestClient* client : {&host, &guest, &watcher}) client->catch_up();
        EXPECT_TRUE(host.request<MoveAccepted>(play, match).duplicate);
        guest.until_my_turn(match);
        const auto moved = guest.play(match, guest.match(match).now.legal->front());
        for (TestClient* client : {&host, &watcher}) {
            client->wait<MatchMoved>(
                [&](const Event&, const MatchMoved& it) { return it.turn == moved.turn; });
            EXPECT_EQ(client->match(match).now.hash, moved.hash);
        }
        // And once more, with the token of after the restart.
        stop_and_start(gently);
        host.resume(server.port());
        host.catch_up();
        EXPECT_EQ(host.match(match).now.hash, moved.hash);
    }
}

TEST(Recovery, DecidesAMoveOnceThoughItIsSentAgainAfterARestart) {
    ServerProcess server;
    TestClient person = TestClient::guest(server.port());
    RoomCreate create;
    create.game = person.session().games.front().game;
    create.hotseat = true;
    const std::string room = person.create(create).room;
    person.request<Empty>(RoomReady{true}, "", room);
    const std::string match = start_of(person, room);
    const MovePlay play{0, person.match(match).now.legal->front(), "the-one-move", {}};
    person.request<MoveAccepted>(play, match);
    server.kill();
    server.start();
    TestClient again = back(server, person.token());
    const auto reply = again.request<MoveAccepted>(play, match);
    EXPECT_TRUE(reply.duplicate);
    EXPECT_EQ(again.watch(match).ply, 1);
}

}  // namespace
}  // namespace pentad::testing
