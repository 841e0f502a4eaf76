// The server's bounds: what somebody does to it hurts nobody else, and everything is answered or ended.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/support/fault_proxy.hpp"
#include "tests/support/long_run.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using nlohmann::json;

const std::string hello =
    R"({"type":"hello","id":0,"data":{"protocol":[1],"client":{"name":"raw","version":"1"},)"
    R"("auth":{"kind":"guest"}}})";

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
    greedy.send_text(hello);
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
    EXPECT_LT(worst, before + 64 * 1024 * 1024);
    EXPECT_EQ(greedy.until_closed(), 4006);
    innocent.request<Pong>(Ping{});
}

TEST(Limits, OutOfDescriptorsItStaysAliveWithoutSpinningAndAcceptsAgainLater) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "without descriptors the sanitizer cannot tell what memory is, and ends the server";
#endif
    ServerProcess server;
    TestClient innocent = TestClient::guest(server.port());
    server.limit_descriptors(64);
    {
        std::vector<RawSocket> crowd;
        for (int i = 0; i < 200; ++i) crowd.emplace_back(server.port());
        const auto start = std::chrono::steady_clock::now();
        const auto used = server.processor_time();
        // The alarm that a server sets itself may not become a loop: measured over a while, seldom disturbed.
        for (int i = 1; i <= 20; ++i) {
            while (std::chrono::steady_clock::now() - start < i * 100ms) ::poll(nullptr, 0, 10);
            innocent.request<Pong>(Ping{});
        }
        EXPECT_LT(server.processor_time() - used, 400ms) << "20 % of 2 s";
    }
    server.wait_for_descriptors(40);
    TestClient::guest(server.port()).request<Pong>(Ping{});
}

TEST(Limits, FiveHundredResetsLeakNoDescriptor) {
    ServerProcess server;
    TestClient innocent = TestClient::guest(server.port());
    const std::size_t before = server.descriptors();
    for (int i = 0; i < 500; ++i) {
        RawSocket socket(server.port());
        if (i % 3 > 0) socket.upgrade();
        if (i % 3 > 1) socket.send_text(hello);
        socket.reset();
    }
    server.wait_for_descriptors(before);
    innocent.request<Pong>(Ping{});
}

TEST(Limits, ASlowHandshakeIsClosedAndALinkThatDoesNotSayHelloToo) {
    ServerProcess server({"--hello-timeout-ms", "300"});
    RawSocket silent = connected(server);
    EXPECT_EQ(silent.until_closed(), 4002);
    FaultProxy slow_line(server.port());
    slow_line.next({{}, {}, 20ms, 1, false});
    RawSocket dribbling(slow_line.port());
    dribbling.send("GET /ws HTTP/1.1\r\nHost: localhost\r\nX-Long: " + std::string(1000, 'a'));
    EXPECT_EQ(dribbling.rest(), "");
    TestClient::guest(server.port()).request<Pong>(Ping{});
}

TEST(Limits, AFullServerSaysSoAndLetsInAgainWhenSomebodyLeaves) {
    ServerProcess server({"--max-connections", "3"});
    std::vector<TestClient> guests;
    for (int i = 0; i < 3; ++i) guests.push_back(TestClient::guest(server.port()));
    const std::size_t full = server.descriptors();
    EXPECT_EQ(connected(server).until_closed(), 4009);
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/version").status, 503);
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/healthz").status, 200) << "full is not ill";
    server.wait_for_descriptors(full);
    guests.pop_back();
    server.wait_for_descriptors(full - 1);
    TestClient::guest(server.port()).request<Pong>(Ping{});
}

TEST(Limits, OneAddressMayHaveSoManyLinksAndSayHelloSoOften) {
    ServerProcess server(
        {"--max-links-per-address", "4", "--hellos-per-minute", "3", "--trusted-proxies", "127.0.0.0/8"});
    {
        std::vector<RawSocket> links;
        for (int i = 0; i < 4; ++i) links.push_back(connected(server));
        EXPECT_EQ(connected(server).until_closed(), 1013);
        RawSocket other(server.port());
        EXPECT_EQ(other.upgrade("X-Forwarded-For: 198.51.100.7\r\n").status, 101);
        other.send_text(hello);
        other.wait_for_text("resumeToken");
    }
    for (int i = 0; i < 4; ++i) {
        RawSocket socket(server.port());
        socket.upgrade("X-Forwarded-For: 192.0.2." + std::to_string(i) + ", 203.0.113.9\r\n");
        socket.send_text(hello);
        const auto reply = json::parse(socket.wait_for_text("\"re\":0"));
        if (i < 3)
            EXPECT_EQ(reply.at("type"), "ok");
        else
            EXPECT_EQ(reply.at("error").at("code"), "rate_limited");
        socket.reset();
    }
}

TEST(Limits, OneAddressMayHaveSoManyConnectionsThoughTheySayNothing) {
    ServerProcess server({"--max-links-per-address", "3"});
    const std::size_t before = server.descriptors();
    {
        std::vector<RawSocket> silent;
        for (int i = 0; i < 3; ++i) silent.emplace_back(server.port());
        const HttpReply refused = RawSocket(server.port()).request("GET", "/version");
        EXPECT_EQ(refused.status, 429);
        EXPECT_THAT(refused.body, ::testing::HasSubstr("rate_limited"));
        EXPECT_EQ(connected(server).until_closed(), 1013);
        EXPECT_EQ(RawSocket(server.port()).request("GET", "/healthz").status, 200);
        EXPECT_EQ(RawSocket(server.port(), "127.0.0.2").request("GET", "/version").status, 200)
            << "another address";
        for (int i = 0; i < 64; ++i) silent.emplace_back(server.port());
        EXPECT_EQ(RawSocket(server.port()).rest(), "");
        EXPECT_EQ(RawSocket(server.port(), "127.0.0.2").request("GET", "/version").status, 200);
    }
    server.wait_for_descriptors(before);
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/version").status, 200);
}

TEST(Limits, OneAddressMayMakeSoManyRequestsAMinute) {
    ServerProcess server({"--requests-per-minute", "6"});
    RawSocket socket(server.port());
    HttpReply reply = socket.request("GET", "/version");
    for (int i = 0; i < 10 && reply.status == 200; ++i) reply = socket.request("GET", "/version");
    EXPECT_EQ(reply.status, 429);
    EXPECT_THAT(reply.body, ::testing::HasSubstr("rate_limited"));
    const int wait = std::stoi(reply.header("retry-after"));
    EXPECT_GE(wait, 1);
    EXPECT_LE(wait, 11) << "six a minute are one in ten seconds";
    EXPECT_EQ(socket.request("GET", "/healthz").status, 200) << "the same connection goes on";
    EXPECT_EQ(RawSocket(server.port(), "127.0.0.2").request("GET", "/version").status, 200);
    TestClient::guest(server.port()).request<Pong>(Ping{});
}

TEST(Limits, WhatManyReadSlowlyIsInMemoryOnce) {
    const TemporaryFolder web;
    std::ofstream(web.path() / "index.html") << std::string(16 * 1024 * 1024, 'x');
    ServerProcess server({"--web", web.path().string()});
    TestClient innocent = TestClient::guest(server.port());
    const std::size_t before = server.resident_bytes();
    std::vector<RawSocket> readers;
    for (int i = 0; i < 20; ++i) {
        readers.emplace_back(server.port());
        readers.back().send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    // What came after them has been answered, so all of them have been begun.
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/version").status, 200);
    innocent.request<Pong>(Ping{});
    EXPECT_LT(server.resident_bytes(), before + 16 * 1024 * 1024);
    const auto whole = readers.front().reply();
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->body.size(), 16U * 1024 * 1024);
}

TEST(Limits, WhoIsTooManyIsToldSoUpToANumberAndThenClosedWithoutAWord) {
    ServerProcess server({"--max-connections", "1"});
    const std::size_t before = server.descriptors();
    {
        std::vector<RawSocket> crowd;
        for (int i = 0; i < 1 + 64; ++i) crowd.emplace_back(server.port());
        EXPECT_EQ(RawSocket(server.port()).rest(), "");
        EXPECT_EQ(crowd.back().request("GET", "/version").status, 503);
        EXPECT_EQ(crowd.front().request("GET", "/version").status, 200);
    }
    server.wait_for_descriptors(before);
    TestClient::guest(server.port()).request<Pong>(Ping{});
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

TEST(Drain, EndsByTheTimeItIsGivenThoughAPeerDoesNotLeave) {
    ServerProcess server({"--stop-timeout-ms", "300"});
    RawSocket link = connected(server);
    link.send_text(hello);
    link.wait_for_text("resumeToken");
    // It never answers the close, for which a server without this limit waits longer.
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(server.terminate(), 0);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 2500ms);
    EXPECT_THAT(server.log(), ::testing::HasSubstr("did not come to an end in time"));
}

TEST(Drain, TellsEverybodyTakesNoNewRoomsAndExitsWithZeroInTime) {
    ServerProcess server;
    RawSocket link = connected(server);
    link.send_text(hello);
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
