// The server's bounds: what somebody does to it hurts nobody else, and everything is answered or ended.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "tests/support/complete_log.hpp"
#include "tests/support/long_run.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using nlohmann::json;

RawSocket connected(const ServerProcess& server) {
    RawSocket socket(server.port());
    EXPECT_EQ(socket.upgrade().status, 101);
    return socket;
}

/// Any request at all, to rooms and matches that exist and to some that do not.
class RandomRequests {
  public:
    RandomRequests(std::mt19937_64& dice, std::vector<GameCard> games)
        : dice_(dice), games_(std::move(games)) {}

    void room_seen(const std::string& room) { rooms_.push_back(room); }
    void match_seen(const std::string& match) { matches_.push_back(match); }

    void send(TestClient& client) {
        const std::string match = pick(matches_), room = pick(rooms_);
        const int seat = below(2);
        switch (below(27)) {
            case 0:
                return client.post(Ping{below(1000)});
            case 1:
                return client.post(LobbySubscribe{});
            case 2:
                return client.post(LobbySubscribe{game()});
            case 3:
                return client.post(LobbyUnsubscribe{});
            case 4:
                return client.post(MatchWatch{below(2) == 0}, match);
            case 5:
                return client.post(MatchUnwatch{}, match);
            case 6:
                return client.post(MatchSync{}, match);
            case 7:
                return client.post(MovePlay{below(5), "a1-a2", std::to_string(below(100)), {}}, match);
            case 8:
                return client.post(RoomReady{below(2) == 0}, "", room);
            case 9:
                return client.post(RoomStart{}, "", room);
            case 10:
                return client.post(RoomLeave{}, "", room);
            case 11: {
                RoomJoin join;
                join.room = room;
                join.seat = seat == 0 ? JoinSeat::any : JoinSeat::watch;
                return client.post(join);
            }
            case 12: {
                RoomJoin join;
                join.code = "NO" + std::to_string(below(10'000));
                return client.post(join);
            }
            case 13: {
                OfferMake offer;
                offer.kind = OfferKind::rematch;
                return client.post(offer, match);
            }
            case 14:
                return client.post(OfferAnswer{"o_none", below(2) == 0}, match);
            case 15:
                return client.post(OfferCancel{"o_none"}, match);
            case 16: {
                EngineLegal legal;
                legal.game = game();
                return client.post(legal);
            }
            case 17: {
                // Everybody may have a few rooms; the rest is refused.
                if (below(20) != 0) return client.post(Ping{});
                RoomCreate create;
                create.game = game();
                create.hotseat = below(2) == 0;
                return client.post(create);
            }
            case 18:
                return client.post(ClaimWin{}, match);
            case 19:
                return client.post(PremoveClear{}, match);
            case 20:
                return client.post(QueueLeave{});
            case 21:
                return client.post(MatchesMine{});
            case 22:
                return client.post(HandoverCreate{});
            case 23:
                return client.post(PlayerBlock{"p_none", below(2) == 0});
            case 24:
                return client.post(PlayerBlocks{});
            case 25:
                return client.post(PlayerReport{client.player(), ReportReason::other, ""});
            default:
                return client.post(Ping{});
        }
    }

  private:
    int below(int count) { return static_cast<int>(dice_() % static_cast<std::uint64_t>(count)); }
    std::string pick(const std::vector<std::string>& from) {
        return from.empty() || below(10) == 0 ? "x_none" : from[dice_() % from.size()];
    }
    std::string game() { return games_[dice_() % games_.size()].game; }

    std::mt19937_64& dice_;
    std::vector<GameCard> games_;
    std::vector<std::string> rooms_, matches_;
};

TEST(Limits, EveryOfAHundredThousandRandomRequestsGetsExactlyOneReply) {
    ServerProcess server({"--durability", "normal", "--frames-per-second", "0"});
    std::mt19937_64 dice(5);
    std::vector<TestClient> clients;
    for (int i = 0; i < 4; ++i) clients.push_back(TestClient::guest(server.port()));
    RandomRequests requests(dice, clients.front().session().games);
    for (TestClient& client : clients) {
        RoomCreate create;
        create.game = client.session().games.front().game;
        create.hotseat = true;
        const std::string room = client.create(create).room;
        client.request<Empty>(RoomReady{true}, "", room);
        requests.room_seen(room);
        requests.match_seen(
            client
                .wait_event([&](const Event& it) { return std::holds_alternative<MatchStarted>(it.body); },
                            TestClient::patience, "match.started")
                .match);
    }
    const int wanted = repeats(20'000, 100'000);
    for (TestClient& client : clients) client.check_answers_only();
    for (int sent = 0; sent < wanted; ++sent) {
        requests.send(clients[dice() % clients.size()]);
        // Two answers to one request, or none, break a promise here.
        if (sent % 100 != 0) continue;
        for (TestClient& client : clients) client.settle(100);
    }
    int answered = 0;
    for (TestClient& client : clients) {
        client.settle();
        for (const auto& [code, count] : client.outcomes()) answered += count;
        EXPECT_FALSE(client.outcomes().contains("internal_error"));
    }
    EXPECT_EQ(answered, wanted);
}

TEST(Limits, ASlowReaderIsClosedWith4006AndMemoryStaysBounded) {
    ServerProcess server({"--frames-per-second", "0", "--log-level", "debug"});
    TestClient innocent = TestClient::guest(server.port());
    const std::string game = innocent.session().games.front().game;
    const std::string ask = R"({"type":"engine.legal","id":1,"data":{"game":")" + game + R"("}})";
    const std::size_t before = server.resident_bytes();
    RawSocket greedy = connected(server);
    greedy.send_text(guest_hello);
    greedy.wait_for_text("resumeToken");
    // None of the answers is read until the server has lost its patience.
    std::size_t worst = 0;
    const auto told = [&] { return server.log().find("slow_consumer") != std::string::npos; };
    for (int i = 0; i < 200'000; ++i) {
        ASSERT_TRUE(greedy.send_text(ask));
        if (i % 250 != 0) continue;
        innocent.request<Pong>(Ping{});
        worst = std::max(worst, server.resident_bytes());
        if (told()) break;
    }
    ASSERT_TRUE(told());
    EXPECT_LT(worst, ServerProcess::bound(before + 64 * 1024 * 1024));
    EXPECT_EQ(greedy.until_closed(), 4006);
    innocent.request<Pong>(Ping{});
}

/// Starts the match of a room that has everybody it needs.
std::string begin(TestClient& client, RoomCreate create) {
    create.game = "bounce";
    create.first_seat = FirstSeat::chair0;
    const std::string room = client.create(create).room;
    client.request<Empty>(RoomReady{true}, "", room);
    return client
        .wait_event(
            [&](const Event& it) { return std::holds_alternative<MatchStarted>(it.body) && it.room == room; },
            TestClient::patience, "match.started")
        .match;
}

/// Moves against a computer, which then thinks: on the highest level for a second or less.
std::string set_thinking(TestClient& client, int level = 8) {
    RoomCreate create;
    create.options.size = "20x20";
    create.seats[1].kind = ChairKind::bot;
    create.seats[1].level = level;
    const std::string match = begin(client, create);
    client.play(match, client.match(match).now.legal->front());
    return match;
}

/// So many people wait for one worker's moves, which keeps it busy on a fast machine, too.
struct Crowd {
    Crowd(const ServerProcess& server, int size) {
        for (int i = 0; i < size; ++i) {
            people.push_back(TestClient::guest(server.port()));
            matches.push_back(set_thinking(people.back()));
        }
    }
    void resign() {
        for (std::size_t i = 0; i < people.size(); ++i) people[i].request<Empty>(MatchResign{}, matches[i]);
    }

    std::vector<TestClient> people;
    std::vector<std::string> matches;
};

TEST(Limits, AFullQueueOfBotsLetsAMoveWaitAndRefusesAHint) {
    ServerProcess server({"--bot-workers", "1", "--bot-queue", "8"});
    Crowd crowd(server, 12);
    TestClient beyond = TestClient::guest(server.port());
    const std::string match = set_thinking(beyond, 1);
    RoomCreate alone;
    alone.hotseat = true;
    const std::string quiet = begin(beyond, alone);
    beyond.post(HintGet{0}, quiet);
    beyond.settle();
    EXPECT_EQ(beyond.outcomes().at("rate_limited"), 1);
    // It has no place, and yet it hears what everybody hears who waits.
    beyond.wait<BotStatus>([](const Event&, const BotStatus& it) { return it.state == BotState::queued; });
    EXPECT_EQ(beyond.match(match).now.turn, 1);
    crowd.resign();
    const auto answered =
        beyond.wait<MatchMoved>([](const Event&, const MatchMoved& it) { return it.seat == Side::second; });
    EXPECT_FALSE(answered.automatic) << "it is the bot's own move";
}

TEST(Limits, SoManyMatchesAreAnalysedAtATime) {
    ServerProcess server({"--bot-workers", "1"});
    TestClient person = TestClient::guest(server.port());
    // As long as somebody waits for a computer's move no analysis goes on.
    const Crowd crowd(server, 8);
    for (int i = 0; i < 9; ++i) {
        RoomCreate alone;
        alone.hotseat = true;
        const std::string match = begin(person, alone);
        person.play(match, person.match(match).now.legal->front());
        MatchResign resign;
        resign.seat = Side::first;
        person.request<Empty>(resign, match);
        const HttpReply reply =
            RawSocket(server.port()).request("GET", "/api/v1/matches/" + match + "/analysis");
        EXPECT_EQ(reply.status, i < 8 ? 200 : 503) << reply.body;
        if (i == 8) {
            EXPECT_EQ(json::parse(reply.body).at("error").at("code"), "server_full");
        }
    }
}

TEST(Limits, AClientThatClaimsAnotherPositionFillsNoLog) {
    ServerProcess server;
    TestClient person = TestClient::guest(server.port());
    RoomCreate create;
    create.game = person.session().games.front().game;
    create.hotseat = true;
    const RoomEntered entered = person.create(create);
    person.request<Empty>(RoomReady{true}, "", entered.room);
    const std::string match = person.wait<MatchStarted>().match;
    MatchSync wrong;
    wrong.have_seq = person.request<MatchWatched>(MatchSync{}, match).seq;
    wrong.have_hash = 1;
    for (int i = 0; i < 50; ++i) person.request<MatchWatched>(wrong, match);
    std::istringstream log(complete_log(server));
    std::string line;
    int lines = 0;
    while (std::getline(log, line))
        if (line.find("has another position") != line.npos) ++lines;
    EXPECT_EQ(lines, 1);
}

TEST(Drain, EndsByTheTimeItIsGivenThoughAPeerDoesNotLeave) {
    ServerProcess server({"--stop-timeout-ms", "300"});
    RawSocket link = connected(server);
    link.send_text(guest_hello);
    link.wait_for_text("resumeToken");
    // It never answers the close, for which a server without this limit waits longer.
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(server.terminate(), 0);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 2500ms);
    EXPECT_THAT(server.log(), ::testing::HasSubstr("did not finish in time"));
}

TEST(Drain, TellsEverybodyTakesNoNewRoomsAndExitsWithZeroInTime) {
    ServerProcess server;
    RawSocket link = connected(server);
    link.send_text(guest_hello);
    link.wait_for_text("resumeToken");
    TestClient person = TestClient::guest(server.port());
    RoomCreate create;
    create.game = person.session().games.front().game;
    create.seats[1].kind = ChairKind::bot;
    create.seats[1].level = 8;
    create.first_seat = FirstSeat::chair0;
    const std::string room = person.create(create).room;
    person.request<Empty>(RoomReady{true}, "", room);
    const std::string match =
        person
            .wait_event([&](const Event& it) { return std::holds_alternative<MatchStarted>(it.body); },
                        TestClient::patience, "match.started")
            .match;
    // While a computer thinks hard.
    person.play(match, person.match(match).now.legal->front());
    ASSERT_EQ(::kill(server.pid(), SIGTERM), 0);
    EXPECT_THAT(link.wait_for_text("server.notice"), ::testing::HasSubstr("draining"));
    link.send_text(R"({"type":"room.create","id":2,"data":{"game":")" + create.game +
                   R"(","seats":[{"kind":"human"},{"kind":"human"}]}})");
    int code = 0;
    while (code == 0) {
        const Frame frame = link.read_frame();
        code = frame.close_code();
        if (frame.payload.find("\"re\":2") != std::string::npos) {
            EXPECT_THAT(frame.payload, ::testing::HasSubstr("\"draining\""));
        }
    }
    EXPECT_EQ(code, 1012);
    EXPECT_EQ(server.terminate(), 0) << server.log();
    server.start();
    TestClient back(server.port());
    back.hello(TokenAuth{person.token()});
    EXPECT_GE(back.watch(match).ply, 1);
}

}  // namespace
}  // namespace pentad::testing
