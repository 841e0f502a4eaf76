// What remains of a match: its record, the list of one's own matches, ratings and the list of the strongest.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using nlohmann::json;
using ::testing::HasSubstr;

ServerProcess& server() {
    // Everybody comes from 127.0.0.1 here.
    static ServerProcess process(
        {"--max-rooms-per-player", "1000", "--rate-same-network", "yes", "--least-turn-ms", "1"});
    return process;
}
HttpReply get(const std::string& target) { return RawSocket(server().port()).request("GET", target); }

/// Exit status of `pentad-engine verify` on this text.
int verify(const std::string& record) {
    const auto file = server().folder() / "a.record";
    std::ofstream(file) << record;
    const std::string command = std::string(PENTAD_ENGINE) + " verify " + file.string() + " >/dev/null 2>&1";
    const int ended = std::system(command.c_str());
    return WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
}

std::string start_of(TestClient& client, const std::string& room) {
    return client
        .wait_event(
            [&](const Event& it) { return std::holds_alternative<MatchStarted>(it.body) && it.room == room; },
            TestClient::patience, "match.started")
        .match;
}

RoomCreate table(const std::string& game) {
    RoomCreate create;
    create.game = game;
    create.first_seat = FirstSeat::chair0;
    return create;
}

std::string sit_down(TestClient& first, TestClient& second, const RoomCreate& create) {
    const RoomEntered entered = first.create(create);
    RoomJoin join;
    join.code = entered.code;
    join.password = create.password;
    second.join(join);
    first.request<Empty>(RoomReady{true}, "", entered.room);
    second.request<Empty>(RoomReady{true}, "", entered.room);
    const std::string match = start_of(first, entered.room);
    start_of(second, entered.room);
    return match;
}

/// So many moves at random, or all of them.
void play(TestClient& first, TestClient& second, const std::string& match, int moves, std::uint64_t dice) {
    for (int i = 0; i < moves; ++i) {
        TestClient& mover = first.match(match).now.to_move == Side::first ? first : second;
        TestClient& other = &mover == &first ? second : first;
        mover.until_my_turn(match);
        if (mover.match(match).now.result) break;
        const auto legal = *mover.match(match).now.legal;
        mover.play(match, legal[pick_index(dice, legal.size())]);
        const int turn = mover.match(match).now.turn;
        while (other.match(match).now.turn < turn)
            other.wait<MatchMoved>([&](const Event& it, const MatchMoved&) { return it.match == match; });
        if (mover.match(match).now.result) break;
    }
}

std::string record_of(const std::string& match) {
    const HttpReply reply = get("/api/v1/matches/" + match + "/record");
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.header("content-type"), "application/json");
    return reply.body;
}
void expect_verified(const std::string& match, const std::string& reason) {
    const std::string record = record_of(match);
    EXPECT_EQ(verify(record), 0) << record;
    const json read = json::parse(record);
    EXPECT_EQ(read.at("match"), match);
    EXPECT_EQ(read.at("rulesVersion"), 1);
    if (!reason.empty()) {
        EXPECT_EQ(read.at("result").at("reason"), reason);
    }
}

constexpr int all_moves = 100'000;

// B31
TEST(Records, OfEveryFinishedMatchVerifyWithTheStandAloneTool) {
    const std::vector<GameCard> games = TestClient::guest(server().port()).session().games;
    for (const GameCard& game : games) {
        SCOPED_TRACE(game.game);
        TestClient ann = TestClient::guest(server().port());
        TestClient bob = TestClient::guest(server().port());
        const std::string whole = sit_down(ann, bob, table(game.game));
        play(ann, bob, whole, all_moves, 3);
        expect_verified(whole, "");

        RoomCreate fast = table(game.game);
        fast.tc = {TimeControlKind::fischer, milliseconds(60'000), milliseconds(1'000), {}};
        const std::string resigned = sit_down(ann, bob, fast);
        play(ann, bob, resigned, 5, 4);
        ann.request<Empty>(MatchResign{}, resigned);
        expect_verified(resigned, "resign");

        fast.tc = {TimeControlKind::permove, {}, {}, milliseconds(400)};
        const std::string late = sit_down(ann, bob, fast);
        play(ann, bob, late, 3, 5);
        ann.until_over(late);
        expect_verified(late, "timeout");
    }
}

/// One offers, the other accepts, and both have heard of it.
void agree(TestClient& first, TestClient& second, const std::string& match, OfferKind kind) {
    const auto placed = first.request<OfferPlaced>(OfferMake{kind, {}, {}}, match);
    second.wait<OfferMade>(
        [&](const Event&, const OfferMade& made) { return made.offer.offer == placed.offer; });
    second.request<Empty>(OfferAnswer{placed.offer, true}, match);
    first.wait<OfferClosed>([&](const Event&, const OfferClosed& it) { return it.offer == placed.offer; });
    first.catch_up();
    second.catch_up();
}

TEST(Records, OfMatchesWithTakebacksAndAgreedDrawsVerifyToo) {
    TestClient ann = TestClient::guest(server().port());
    TestClient bob = TestClient::guest(server().port());
    int draws = 0;
    for (const GameCard& game : ann.session().games) {
        SCOPED_TRACE(game.game);
        RoomCreate create = table(game.game);
        create.tc = {TimeControlKind::fischer, milliseconds(60'000), milliseconds(1'000), {}};
        const std::string match = sit_down(ann, bob, create);
        play(ann, bob, match, 4, 9);
        agree(ann, bob, match, OfferKind::takeback);
        EXPECT_EQ(ann.match(match).now.ply, 2);
        EXPECT_EQ(bob.match(match).now.turn, 5);
        play(ann, bob, match, 1, 2);
        agree(bob, ann, match, OfferKind::pause);
        agree(ann, bob, match, OfferKind::pause);
        if (game.draw) {
            agree(bob, ann, match, OfferKind::draw);
            ++draws;
        } else {
            bob.request<Empty>(MatchResign{}, match);
        }
        expect_verified(match, game.draw ? "agreement" : "resign");
        EXPECT_THAT(record_of(match), HasSubstr("\"kind\":\"takeback\""));
    }
    EXPECT_GE(draws, 1);
}

TEST(Records, FailVerificationWhereverTheyWereTamperedWith) {
    TestClient ann = TestClient::guest(server().port());
    TestClient bob = TestClient::guest(server().port());
    const std::string match = sit_down(ann, bob, table(ann.session().games.front().game));
    play(ann, bob, match, 4, 1);
    bob.request<Empty>(MatchResign{}, match);
    const std::string record = record_of(match);
    ASSERT_EQ(verify(record), 0);
    for (std::size_t at = 0; at + 1 < record.size(); at += 23) {
        std::string changed = record;
        changed[at] = changed[at] == '7' ? '8' : '7';
        EXPECT_GE(verify(changed), 3) << at << ": " << changed.substr(at, 30);
    }
}

TEST(Records, AreTextForPeopleToo) {
    TestClient ann = TestClient::guest(server().port(), "Ann");
    TestClient bob = TestClient::guest(server().port(), "Bob");
    const std::string match = sit_down(ann, bob, table(ann.session().games.front().game));
    play(ann, bob, match, 3, 1);
    ann.request<Empty>(MatchResign{}, match);
    const HttpReply reply = get("/api/v1/matches/" + match + "/record?format=text");
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.header("content-type"), "text/plain; charset=utf-8");
    EXPECT_THAT(reply.body, HasSubstr("Match: " + match + "\n"));
    EXPECT_THAT(reply.body, HasSubstr("\n\n1. "));
    EXPECT_THAT(reply.body, HasSubstr(" won (resign)\n"));
    EXPECT_THAT(reply.body, ::testing::EndsWith("\n0-1\n"));
    EXPECT_EQ(get("/api/v1/matches/" + match + "/record?x=1&format=json").body, record_of(match));
}

TEST(Analysis, IsThereMoveByMoveWhenAMatchIsOver) {
    TestClient ann = TestClient::guest(server().port(), "Ann");
    TestClient bob = TestClient::guest(server().port(), "Bob");
    const std::string match = sit_down(ann, bob, table(ann.session().games.front().game));
    const std::string path = "/api/v1/matches/" + match + "/analysis";
    play(ann, bob, match, 3, 1);
    EXPECT_EQ(get(path).status, 409);
    ann.request<Empty>(MatchResign{}, match);
    // Each answer may have more of it.
    json read;
    do {
        const HttpReply reply = get(path);
        ASSERT_EQ(reply.status, 200) << reply.body;
        read = json::parse(reply.body);
        ::poll(nullptr, 0, 20);  // an address may ask ten times a second for long
    } while (!read.at("done"));
    EXPECT_EQ(read.at("match"), match);
    EXPECT_EQ(read.at("plies"), 3);
    ASSERT_EQ(read.at("moves").size(), 3u);
    for (std::size_t ply = 0; ply < 3; ++ply) {
        const json& move = read.at("moves")[ply];
        EXPECT_EQ(move.at("turn"), ply);
        EXPECT_EQ(move.at("seat"), ply % 2);
        EXPECT_EQ(move.at("line").front(), move.at("best"));
        EXPECT_GE(move.at("loss"), 0);
    }
    EXPECT_EQ(get("/api/v1/matches/m_000000000000/analysis").status, 404);
}

TEST(Records, AreMadeOfFinishedMatchesOnlyAndShownOnlyWhereStrangersMightWatch) {
    TestClient ann = TestClient::guest(server().port());
    TestClient bob = TestClient::guest(server().port());
    const std::string game = ann.session().games.front().game;
    const std::string open = sit_down(ann, bob, table(game));
    const std::string path = "/api/v1/matches/" + open + "/record";
    EXPECT_EQ(get(path).status, 409);
    EXPECT_TRUE(json::accept(get(path).body));
    EXPECT_EQ(get(path + "?format=pdf").status, 400);
    EXPECT_EQ(get(path + "/more").status, 404);
    EXPECT_EQ(get("/api/v1/matches//record").status, 404);
    EXPECT_EQ(get("/api/v1/matches/m_000000000000/record").status, 404);
    EXPECT_EQ(RawSocket(server().port()).request("POST", path).status, 405);
    ann.request<Empty>(MatchResign{}, open);
    EXPECT_EQ(get(path).status, 200);
    EXPECT_EQ(get(path + "?format=").status, 400);

    for (int way = 0; way < 3; ++way) {
        SCOPED_TRACE(way);
        RoomCreate create = table(game);
        if (way == 0) create.visibility = Visibility::private_;
        if (way == 1) create.password = "sesame";
        if (way == 2) create.spectators = false;
        const RoomEntered entered = ann.create(create);
        RoomJoin join;
        join.code = entered.code;
        join.password = create.password;
        bob.join(join);
        ann.request<Empty>(RoomReady{true}, "", entered.room);
        bob.request<Empty>(RoomReady{true}, "", entered.room);
        const std::string match = start_of(ann, entered.room);
        start_of(bob, entered.room);
        bob.request<Empty>(MatchResign{}, match);
        EXPECT_EQ(get("/api/v1/matches/" + match + "/record").status, 404);
        ann.request<Empty>(RoomLeave{}, "", entered.room);
        bob.request<Empty>(RoomLeave{}, "", entered.room);
        EXPECT_EQ(bob.refusal<RoomEntered>(join), "room_not_found");
        EXPECT_EQ(get("/api/v1/matches/" + match + "/record").status, 404);
        EXPECT_EQ(get("/api/v1/matches/" + match).status, 404);
    }
}

TEST(MyMatches, AreListedNewestFirstInPages) {
    TestClient ann = TestClient::guest(server().port());
    const std::string game = ann.session().games.front().game;
    EXPECT_TRUE(ann.request<MyMatches>(MatchesMine{}).matches.empty());
    RoomCreate create = table(game);
    create.hotseat = true;
    std::vector<std::string> played;
    for (int i = 0; i < 23; ++i) {
        const RoomEntered entered = ann.create(create);
        ann.request<Empty>(RoomReady{true}, "", entered.room);
        played.push_back(start_of(ann, entered.room));
        ann.play(played.back(), ann.match(played.back()).now.legal->front());
        if (i != 22) {
            MatchResign resign;
            resign.seat = Side::second;
            ann.request<Empty>(resign, played.back());
            ann.request<Empty>(RoomLeave{}, "", entered.room);
        }
    }
    const MyMatches first = ann.request<MyMatches>(MatchesMine{});
    ASSERT_EQ(first.matches.size(), 20u);
    EXPECT_EQ(first.matches.front().match, played.back());
    EXPECT_FALSE(first.matches.front().result);
    EXPECT_EQ(first.matches[1].result->reason, "resign");
    EXPECT_EQ(first.matches[1].ply, 1);
    EXPECT_EQ(first.matches[1].seats[0].player.id, ann.player());
    EXPECT_GE(first.matches[1].ended_at.value(), first.matches[1].started_at);
    ASSERT_TRUE(first.before);
    MatchesMine more;
    more.before = first.before;
    const MyMatches second = ann.request<MyMatches>(more);
    EXPECT_FALSE(second.before);
    std::vector<std::string> seen;
    for (const auto* page : {&first, &second})
        for (const MatchSummary& match : page->matches) seen.push_back(match.match);
    EXPECT_EQ(seen.size(), played.size());
    EXPECT_THAT(seen, ::testing::UnorderedElementsAreArray(played));
    more.before = "m_nothing";
    EXPECT_TRUE(ann.request<MyMatches>(more).matches.empty());
    EXPECT_TRUE(TestClient::guest(server().port()).request<MyMatches>(MatchesMine{}).matches.empty());
}

TEST(Ratings, ChangeOnceWithTheEndOfARatedMatchAndAreShownInHelloAndInTheList) {
    TestClient ann = TestClient::guest(server().port(), "Ann");
    TestClient bob = TestClient::guest(server().port(), "Bob");
    const std::string game = ann.session().games.back().game;
    EXPECT_TRUE(ann.session().player.ratings.empty());
    RoomCreate create = table(game);
    create.rated = true;
    const std::string match = sit_down(ann, bob, create);
    play(ann, bob, match, 2, 1);
    bob.request<Empty>(MatchResign{}, match);
    EXPECT_EQ(bob.refusal(MatchResign{}, match), "match_over");

    const auto rating_now = [&](const TestClient& player) {
        TestClient again(server().port());
        return again.hello(TokenAuth{player.token()}).player.ratings;
    };
    const auto winner = rating_now(ann);
    const auto loser = rating_now(bob);
    ASSERT_EQ(winner.size(), 1u);
    EXPECT_EQ(winner.at(game).games, 1);
    EXPECT_GT(winner.at(game).rating, 1500);
    EXPECT_LT(loser.at(game).rating, 1500);
    EXPECT_TRUE(loser.at(game).provisional);

    const auto leaders = [&](const std::string& query = "") {
        return json::parse(get("/api/v1/leaderboard?game=" + game + query).body);
    };
    EXPECT_EQ(leaders().at("game"), game);
    EXPECT_TRUE(leaders().at("players").empty()) << "one match establishes nothing";
    std::string last;
    for (int i = 0; rating_now(ann).at(game).provisional || rating_now(bob).at(game).provisional; ++i) {
        ASSERT_LT(i, 20);
        last = sit_down(ann, bob, create);
        play(ann, bob, last, 2, 1);
        (i % 3 == 0 ? ann : bob).request<Empty>(MatchResign{}, last);
    }
    const auto established = rating_now(ann);
    const json list = leaders();
    ASSERT_EQ(list.at("players").size(), 2u);
    EXPECT_EQ(list.at("players")[0].at("rank"), 1);
    EXPECT_EQ(list.at("players")[0].at("player").at("id"), ann.player());
    EXPECT_EQ(list.at("players")[0].at("player").at("name"), "Ann");
    EXPECT_EQ(list.at("players")[0].at("rating").at("rating"), established.at(game).rating);
    EXPECT_FALSE(list.contains("next"));
    EXPECT_EQ(leaders("&limit=1").at("next"), 1);
    const json rest = leaders("&skip=1");
    EXPECT_EQ(rest.at("players")[0].at("rank"), 2);
    EXPECT_EQ(rest.at("players")[0].at("player").at("id"), bob.player());

    // Still once after the server came back.
    server().kill();
    server().start();
    EXPECT_EQ(rating_now(ann), established);
    expect_verified(last, "resign");
    EXPECT_EQ(json::parse(record_of(last)).at("rated"), true);
}

TEST(Ratings, AreNotForTwoPlayersOfOneAddressByDefault) {
    ServerProcess strict;
    TestClient ann = TestClient::guest(strict.port());
    TestClient bob = TestClient::guest(strict.port());
    RoomCreate create = table(ann.session().games.back().game);
    create.rated = true;
    const std::string match = sit_down(ann, bob, create);
    for (TestClient* player : {&ann, &bob}) {
        EXPECT_FALSE(player->match(match).now.rated);
        EXPECT_EQ(player->match(match).now.unrated, Unrated::same_network);
    }
    play(ann, bob, match, 2, 1);
    bob.request<Empty>(MatchResign{}, match);
    TestClient again(strict.port());
    EXPECT_TRUE(again.hello(TokenAuth{ann.token()}).player.ratings.empty());
}

TEST(Ratings, HoldBackWhoLeavesMatchesBeforeTheyBeginAlsoAfterARestart) {
    TestClient ann = TestClient::guest(server().port());
    TestClient bob = TestClient::guest(server().port());
    RoomCreate create = table(ann.session().games.back().game);
    create.rated = true;
    for (int i = 0; i < 3; ++i) {
        const std::string match = sit_down(ann, bob, create);
        EXPECT_TRUE(ann.match(match).now.rated);
        ann.request<Empty>(MatchAbort{}, match);
        bob.until_over(match);
    }
    EXPECT_EQ(ann.refusal<RoomEntered>(create), "aborted_too_often");
    server().kill();
    server().start();
    TestClient again(server().port());
    again.hello(TokenAuth{ann.token()});
    const auto refused = again.try_request<RoomEntered>(create);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::aborted_too_often);
    EXPECT_GT(std::get<RetryAfter>(refused.error().detail).after, std::chrono::minutes(50));
    TestClient other(server().port());
    other.hello(TokenAuth{bob.token()});
    other.create(create);
}

TEST(Ratings, AreForTwoPeopleWithoutTakebacks) {
    TestClient ann = TestClient::guest(server().port());
    RoomCreate create = table(ann.session().games.front().game);
    create.rated = true;
    create.hotseat = true;
    EXPECT_EQ(ann.refusal<RoomEntered>(create), "bad_options");
    create.hotseat = false;
    create.seats[1].kind = ChairKind::bot;
    create.seats[1].level = 1;
    EXPECT_EQ(ann.refusal<RoomEntered>(create), "bad_options");
    create.seats[1] = {};
    const RoomEntered entered = ann.create(create);
    EXPECT_TRUE(entered.snapshot.summary.rated);
    EXPECT_FALSE(entered.snapshot.takeback);
    RoomSeat seat;
    seat.seat = Side::second;
    seat.chair.kind = ChairKind::bot;
    seat.chair.level = 1;
    EXPECT_EQ(ann.refusal(seat, "", entered.room), "bad_options");
}

TEST(Leaderboard, SaysWhatItDoesNotUnderstand) {
    for (const auto& [query, status] :
         std::vector<std::pair<std::string, int>>{{"", 400},
                                                  {"?limit=3", 400},
                                                  {"?game=chess", 404},
                                                  {"?game=", 404},
                                                  {"?game=bounce&limit=0", 400},
                                                  {"?game=bounce&limit=101", 400},
                                                  {"?game=bounce&limit=1x", 400},
                                                  {"?game=bounce&skip=-1", 400},
                                                  {"?game=bounce&skip=", 400},
                                                  {"?game=bounce&skip=7", 200},
                                                  {"?game=bounce", 200}}) {
        const HttpReply reply = get("/api/v1/leaderboard" + query);
        EXPECT_EQ(reply.status, status) << query;
        EXPECT_TRUE(json::accept(reply.body)) << query;
    }
    EXPECT_EQ(RawSocket(server().port()).request("DELETE", "/api/v1/leaderboard?game=bounce").status, 405);
}

TEST(ProtocolFiles, AreServedAsTheyAreWritten) {
    const HttpReply document = get("/protocol/asyncapi.yaml");
    EXPECT_EQ(document.status, 200);
    EXPECT_EQ(document.header("content-type"), "application/yaml");
    const auto on_disk = [](const std::filesystem::path& path) {
        std::ifstream in(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    const auto folder = std::filesystem::path(PENTAD_TESTS_DIR).parent_path() / "protocol";
    EXPECT_EQ(document.body, on_disk(folder / "asyncapi.yaml"));
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "schema")) {
        const std::string name = entry.path().filename().string();
        const HttpReply reply = get("/protocol/schema/" + name);
        EXPECT_EQ(reply.status, 200) << name;
        EXPECT_EQ(reply.header("content-type"), "application/json") << name;
        EXPECT_EQ(reply.body, on_disk(entry.path())) << name;
        ++count;
    }
    EXPECT_GT(count, 60);
    for (const char* target : {"/protocol/", "/protocol", "/protocol/schema/", "/protocol/errors.json",
                               "/protocol/schema/../asyncapi.yaml", "/protocol/schema/nothing.json"})
        EXPECT_EQ(get(target).status, 404) << target;
}

}  // namespace
}  // namespace pentad::testing
