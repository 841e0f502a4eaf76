// Broken connections: what a session has missed it gets, once, however often the line breaks and wherever.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <regex>

#include "tests/support/fault_proxy.hpp"
#include "tests/support/long_run.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using namespace std::chrono_literals;

std::string wait_for_start(TestClient& client, const std::string& room) {
    return client
        .wait_event(
            [&](const Event& it) { return std::holds_alternative<MatchStarted>(it.body) && it.room == room; },
            TestClient::patience, "match.started")
        .match;
}

/// Two people at a table of their own, the game begun; the first moves first.
struct Pair {
    TestClient first;
    TestClient second;
    std::string room;
    std::string match;
};

Pair seated(TestClient one, TestClient other, const std::string& game) {
    Pair pair{std::move(one), std::move(other), "", ""};
    RoomCreate create;
    create.game = game;
    create.first_seat = FirstSeat::chair0;
    const RoomEntered entered = pair.first.create(create);
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

const std::vector<GameCard>& games(const ServerProcess& server) {
    static const std::vector<GameCard> cards = TestClient::guest(server.port()).session().games;
    return cards;
}

/// A client on a line that breaks, and does whatever it wants to do until it is done.
class Stubborn {
  public:
    Stubborn(FaultProxy& proxy, TestClient& client, std::mt19937_64& dice)
        : proxy_(proxy), client_(client), dice_(dice) {}

    template <class Deed>
    void insist(const Deed& deed) {
        for (;;) {
            try {
                deed();
                return;
            } catch (const LinkEnded&) {
                come_back();
            }
        }
    }

    void come_back() {
        for (;;) {
            ++comings_;
            // Every third way back breaks too, anywhere from the handshake to what is pushed.
            Faults faults;
            if (dice_() % 3 == 0)
                (dice_() % 2 == 0 ? faults.cut_to_server : faults.cut_to_client) = dice_() % 60'000;
            if (dice_() % 8 == 0) faults.piece = 1 + dice_() % 7;
            proxy_.next(faults);
            try {
                client_.resume(proxy_.port());
                client_.catch_up();
                return;
            } catch (const LinkEnded&) {
            }
        }
    }
    int comings() const { return comings_; }

  private:
    FaultProxy& proxy_;
    TestClient& client_;
    std::mt19937_64& dice_;
    int comings_ = 0;
};

TEST(Resume, GivesAllMissedEventsInOrderOrOneSnapshotWhereverALineIsCut) {
    ServerProcess server({"--durability", "normal"});
    std::mt19937_64 dice(20260101);
    const int wanted = repeats(60, 1000);
    int cuts = 0;
    for (int table = 0; cuts < wanted; ++table) {
        FaultProxy line_one(server.port()), line_two(server.port());
        const auto& cards = games(server);
        const GameCard& card = cards[static_cast<std::size_t>(table) % cards.size()];
        Pair pair = seated(TestClient::guest(line_one.port()), TestClient::guest(line_two.port()), card.game);
        Stubborn one(line_one, pair.first, dice), two(line_two, pair.second, dice);
        const auto over = [&] { return pair.first.match(pair.match).now.result.has_value(); };
        for (int move = 0; move < 30 && !over() && cuts < wanted; ++move) {
            const bool ones_turn = pair.first.match(pair.match).now.to_move == Side::first;
            TestClient& mover = ones_turn ? pair.first : pair.second;
            FaultProxy& line = dice() % 2 == 0 ? line_one : line_two;
            line.cut_after(dice() % 3'000, dice() % 2 == 0 ? Direction::to_server : Direction::to_client);
            ++cuts;
            const auto& now = mover.match(pair.match).now;
            ASSERT_TRUE(now.legal) << "move " << move << " of " << pair.match;
            const MovePlay play{
                now.turn, (*now.legal)[dice() % now.legal->size()], TestClient::new_move_id(), {}};
            std::string refusal;
            (ones_turn ? one : two).insist([&] { refusal = mover.refusal<MoveAccepted>(play, pair.match); });
            // The answer to a game's last move may be lost with its line: then it is over for who asks again.
            if (refusal != "accepted") {
                ASSERT_EQ(refusal, "match_over");
            }
            one.insist([&] { pair.first.catch_up(); });
            two.insist([&] { pair.second.catch_up(); });
            const auto& first = pair.first.match(pair.match).now;
            const auto& second = pair.second.match(pair.match).now;
            ASSERT_EQ(first.turn, play.turn + 1) << "once, however often it was sent";
            ASSERT_EQ(second.turn, play.turn + 1);
            ASSERT_EQ(first.hash, second.hash);
            ASSERT_EQ(first.result.has_value(), second.result.has_value());
            if (refusal != "accepted") {
                ASSERT_TRUE(first.result);
            }
        }
        one.insist([&] { pair.first.catch_up(); });
        two.insist([&] { pair.second.catch_up(); });
        EXPECT_EQ(pair.first.match(pair.match).now.result.has_value(),
                  pair.second.match(pair.match).now.result.has_value());
        // What a stranger is told agrees.
        const auto shown = nlohmann::json::parse(server.get("/api/v1/matches/" + pair.match));
        EXPECT_EQ(shown.at("turn"), pair.first.match(pair.match).now.turn);
        EXPECT_EQ(shown.at("pos"), pair.first.match(pair.match).now.pos);
    }
    RecordProperty("cuts", cuts);
}

TEST(Resume, AMoveThatArrivesOverTwoConnectionsIsPlayedOnce) {
    ServerProcess server;
    FaultProxy line(server.port());
    Pair pair = seated(TestClient::guest(server.port()), TestClient::guest(server.port()),
                       games(server).front().game);
    line.next({std::nullopt, std::nullopt, 0ms, 16 * 1024, true});
    TestClient doubled(line.port());
    doubled.hello(TokenAuth{pair.first.token()});
    doubled.watch(pair.match);
    EXPECT_EQ(doubled.play(pair.match, doubled.match(pair.match).now.legal->front()).turn, 1);
    pair.second.until_my_turn(pair.match);
    pair.second.play(pair.match, pair.second.match(pair.match).now.legal->front());
    pair.second.catch_up();
    EXPECT_EQ(pair.second.match(pair.match).now.turn, 2);
}

TEST(Resume, ReplaysTheEventsThatWereMissedOneByOne) {
    ServerProcess server;
    Pair pair = seated(TestClient::guest(server.port()), TestClient::guest(server.port()),
                       games(server).front().game);
    pair.second.cut();
    pair.first.until_my_turn(pair.match);
    const auto moved = pair.first.play(pair.match, pair.first.match(pair.match).now.legal->front());
    const HelloOk& back = pair.second.resume(server.port());
    EXPECT_EQ(back.resumed.at("match:" + pair.match), Resumed::replay);
    EXPECT_EQ(back.resumed.at("room:" + pair.room), Resumed::replay);
    pair.second.catch_up();
    EXPECT_EQ(pair.second.match(pair.match).moves.size(), 1U) << "the move came as an event";
    EXPECT_EQ(pair.second.match(pair.match).now.hash, moved.hash);
    EXPECT_TRUE(pair.second.match(pair.match).now.legal) << "as its player would have got it";
}

TEST(Resume, ShowsAMatchThatBeganMeanwhile) {
    ServerProcess server;
    TestClient host = TestClient::guest(server.port());
    TestClient guest = TestClient::guest(server.port());
    RoomCreate create;
    create.game = games(server).front().game;
    create.first_seat = FirstSeat::chair0;
    const RoomEntered entered = host.create(create);
    RoomJoin join;
    join.code = entered.code;
    guest.join(join);
    guest.request<Empty>(RoomReady{true}, "", entered.room);
    guest.cut();
    host.request<Empty>(RoomReady{true}, "", entered.room);
    const std::string match = wait_for_start(host, entered.room);
    host.play(match, host.match(match).now.legal->front());
    guest.resume(server.port());
    guest.catch_up();
    ASSERT_TRUE(guest.knows(match));
    EXPECT_EQ(guest.match(match).now.hash, host.match(match).now.hash);
    guest.play(match, guest.match(match).now.legal->front());
}

TEST(Resume, TellsTheOlderLinkThatItIsSupersededAndClosesIt) {
    ServerProcess server;
    RawSocket old(server.port());
    old.upgrade();
    old.send_text(R"({"type":"hello","id":1,"data":{"protocol":[1],"client":{"name":"raw","version":"1"},)"
                  R"("auth":{"kind":"guest"}}})");
    const auto hello = nlohmann::json::parse(old.wait_for_text("resumeToken")).at("data");
    RawSocket link(server.port());
    link.upgrade();
    const std::string back =
        R"({"type":"hello","id":1,"data":{"protocol":[1],"client":{"name":"raw","version":"1"},)"
        R"("auth":{"kind":"resume","session":")" +
        hello.at("session").get<std::string>() + R"(","token":")" +
        hello.at("resumeToken").get<std::string>() + R"(","streams":{"lobby":4}}}})";
    link.send_text(back);
    const auto resumed = nlohmann::json::parse(link.wait_for_text("resumeToken")).at("data");
    EXPECT_EQ(resumed.at("session"), hello.at("session"));
    EXPECT_NE(resumed.at("resumeToken"), hello.at("resumeToken"));
    EXPECT_EQ(resumed.at("resumed").at("lobby"), "gone");
    old.wait_for_text("session.superseded");
    EXPECT_EQ(old.until_closed(), 4001);
    // The older token is good until the new link has spoken, and dead then.
    link.send_text(R"({"type":"ping","id":2})");
    link.wait_for_text("\"re\":2");
    RawSocket thief(server.port());
    thief.upgrade();
    thief.send_text(back);
    thief.wait_for_text("resume_invalid");
    link.send_text(R"({"type":"ping","id":3})");
    link.wait_for_text("\"re\":3");
}

TEST(Resume, TheLateCloseOfAnOldSocketNeverChangesPresenceOrSeat) {
    ServerProcess server;
    FaultProxy line(server.port());
    Pair pair =
        seated(TestClient::guest(line.port()), TestClient::guest(server.port()), games(server).front().game);
    const std::size_t descriptors = server.descriptors();
    line.fall_silent();
    pair.first.resume(server.port());
    pair.first.catch_up();
    pair.second.forget_events();
    line.cut_all();
    server.wait_for_descriptors(descriptors);
    pair.second.catch_up();
    EXPECT_EQ(pair.second.unread<SeatPresence>(), 0U);
    pair.first.play(pair.match, pair.first.match(pair.match).now.legal->front());
}

TEST(Resume, ClosingOneOfTwoTabsKeepsTheSeatOnlineAndALobbyTabDoesNot) {
    ServerProcess server;
    Pair pair = seated(TestClient::guest(server.port()), TestClient::guest(server.port()),
                       games(server).front().game);
    TestClient tab(server.port()), lobby_tab(server.port());
    tab.hello(TokenAuth{pair.first.token()});
    tab.watch(pair.match);
    lobby_tab.hello(TokenAuth{pair.first.token()});
    lobby_tab.lobby();
    pair.second.forget_events();
    const std::size_t descriptors = server.descriptors();
    pair.first.cut();
    server.wait_for_descriptors(descriptors - 1);
    pair.second.catch_up();
    EXPECT_EQ(pair.second.unread<SeatPresence>(), 0U);
    tab.cut();
    const auto gone = pair.second.wait<SeatPresence>();
    EXPECT_EQ(gone.seat, Side::first);
    EXPECT_EQ(gone.state, Presence::away);
    pair.first.resume(server.port());
    EXPECT_EQ(pair.second.wait<SeatPresence>().state, Presence::online);
}

TEST(Resume, AHalfOpenPeerIsFoundAndItsDescriptorFreed) {
    // Within 40 s with the default settings, by clocks that go five times as fast.
    constexpr auto due = 40s / 5;
#ifdef PENTAD_PRELOAD_CLOCK
    ServerProcess server({}, {{"LD_PRELOAD", PENTAD_PRELOAD_CLOCK}, {"PENTAD_CLOCK_SPEED", "5"}});
#else
    ServerProcess server({"--idle-timeout-ms", "6000"});
#endif
    FaultProxy line(server.port());
    TestClient other = TestClient::guest(server.port());
    const std::size_t descriptors = server.descriptors();
    Pair pair = seated(TestClient::guest(line.port()), std::move(other), games(server).front().game);
    line.fall_silent();
    const auto silent = std::chrono::steady_clock::now();
    const auto away = pair.second.wait<SeatPresence>();
    EXPECT_EQ(away.state, Presence::away);
    EXPECT_LT(std::chrono::steady_clock::now() - silent, due) << "presence";
    server.wait_for_descriptors(descriptors);
    EXPECT_LT(std::chrono::steady_clock::now() - silent, due) << "the descriptor";
    // The others never noticed.
    pair.second.request<Pong>(Ping{});
    line.cut_all();
    pair.first.resume(server.port());
    EXPECT_EQ(pair.second.wait<SeatPresence>().state, Presence::online);
}

TEST(Resume, AnIdleLinkIsClosedWith4007) {
    ServerProcess server({"--idle-timeout-ms", "300"});
    RawSocket silent(server.port());
    silent.upgrade();
    silent.send_text(R"({"type":"hello","id":1,"data":{"protocol":[1],"client":{"name":"raw","version":"1"},)"
                     R"("auth":{"kind":"guest"}}})");
    EXPECT_EQ(silent.until_closed(), 4007) << "it never answers a ping";
}

TEST(Resume, TwoHundredClientsThatDropAndReturnAtOnceAllResume) {
    ServerProcess server({"--durability", "normal"});
    std::vector<TestClient> crowd;
    for (int i = 0; i < 200; ++i) {
        crowd.push_back(TestClient::guest(server.port()));
        crowd.back().lobby();
    }
    for (TestClient& client : crowd) client.cut();
    for (TestClient& client : crowd) client.begin_resume(server.port());
    for (TestClient& client : crowd) {
        EXPECT_NE(client.finish_resume().resumed.at("lobby"), Resumed::gone);
        client.catch_up();
    }
}

TEST(Resume, ASessionThatIsOverIsRefusedAndThePlayersTokenFindsTheMatchAgain) {
    ServerProcess server({"--session-kept-ms", "200"});
    Pair pair = seated(TestClient::guest(server.port()), TestClient::guest(server.port()),
                       games(server).front().game);
    pair.first.play(pair.match, pair.first.match(pair.match).now.legal->front());
    const std::uint64_t hash = pair.first.match(pair.match).now.hash;
    pair.second.cut();
    const Hello resume{
        {1}, "pentad-test", "1", ResumeAuth{"s_of_long_ago", pair.second.session().resume_token, {}}, ""};
    TestClient back(server.port());
    const auto refused = back.try_request<HelloOk>(resume);
    ASSERT_FALSE(refused);
    EXPECT_EQ(name(refused.error().code), "resume_expired");
    back.hello(TokenAuth{pair.second.token()});
    ASSERT_EQ(back.session().active.size(), 1U);
    EXPECT_EQ(back.session().active.front().match, pair.match);
    EXPECT_EQ(back.session().active.front().seat, Side::second);
    EXPECT_EQ(back.watch(pair.match).hash, hash);
    back.play(pair.match, back.match(pair.match).now.legal->front());
}

TEST(Handover, MovesTheSeatToAnotherDevice) {
    ServerProcess server;
    Pair pair = seated(TestClient::guest(server.port()), TestClient::guest(server.port()),
                       games(server).front().game);
    pair.first.lobby();
    const std::string old_token = pair.first.token();
    const auto code = pair.first.request<HandoverCode>(HandoverCreate{});
    EXPECT_GT(code.expires_at, pair.first.session().server.now);
    TestClient phone(server.port());
    phone.hello(HandoverAuth{code.code});
    EXPECT_EQ(phone.player(), pair.first.player());
    EXPECT_EQ(phone.session().resumed.at("match:" + pair.match), Resumed::snapshot);
    EXPECT_EQ(phone.session().resumed.at("room:" + pair.room), Resumed::snapshot);
    EXPECT_EQ(phone.session().resumed.at("lobby"), Resumed::snapshot);
    pair.first.wait<SessionSuperseded>();
    phone.wait<MatchSnapshot>();
    phone.play(pair.match, phone.match(pair.match).now.legal->front());
    // Whatever the old device kept is dead: the code, its resume token, its player's token.
    const auto refused = [&](Auth auth) {
        TestClient thief(server.port());
        const auto reply = thief.try_request<HelloOk>(Hello{{1}, "pentad-test", "1", std::move(auth), ""});
        return reply ? std::string("accepted") : std::string(name(reply.error().code));
    };
    EXPECT_EQ(refused(HandoverAuth{code.code}), "handover_invalid");
    EXPECT_EQ(refused(TokenAuth{old_token}), "bad_credentials");
    EXPECT_EQ(refused(ResumeAuth{pair.first.session().session, pair.first.session().resume_token, {}}),
              "resume_invalid");
    TestClient again(server.port());
    again.hello(TokenAuth{phone.token()});
    EXPECT_EQ(again.player(), phone.player());
}

TEST(Handover, EndsTheOtherTabsOfTheDeviceThatIsLeft) {
    ServerProcess server;
    Pair pair = seated(TestClient::guest(server.port()), TestClient::guest(server.port()),
                       games(server).front().game);
    const std::string token = pair.first.token();
    TestClient moving(server.port());
    moving.hello(TokenAuth{token});
    TestClient gone(server.port());
    gone.hello(TokenAuth{token});
    gone.cut();
    const std::string code = moving.request<HandoverCode>(HandoverCreate{}).code;
    TestClient phone(server.port());
    phone.hello(HandoverAuth{code});
    for (TestClient* tab : {&pair.first, &moving}) {
        tab->wait<SessionSuperseded>();
        EXPECT_EQ(tab->until_closed(), 4001);
    }
    for (const TestClient* tab : {&pair.first, &moving, &gone}) {
        TestClient back(server.port());
        EXPECT_THAT(
            back.refusal<HelloOk>(Hello{{1},
                                        "pentad-test",
                                        "1",
                                        ResumeAuth{tab->session().session, tab->session().resume_token, {}},
                                        ""}),
            ::testing::AnyOf("resume_expired", "resume_invalid"));
    }
    // The match of another tab goes on here, and nobody else's session has ended.
    ASSERT_EQ(phone.session().active.size(), 1U);
    EXPECT_EQ(phone.session().active.front().match, pair.match);
    phone.watch(pair.match);
    phone.play(pair.match, phone.match(pair.match).now.legal->front());
    pair.second.wait<MatchMoved>();
}

TEST(WrongTokens, AreThrottledByAddressWhicheverLinkTheyComeOver) {
    ServerProcess server({"--wrong-tokens-per-minute", "3"});
    TestClient person = TestClient::guest(server.port());
    const auto say_hello = [&](Auth auth) {
        TestClient client(server.port());
        client.post(Hello{{1}, "pentad-test", "1", std::move(auth), ""});
        client.settle();
        return client.outcomes().begin()->first;
    };
    EXPECT_EQ(say_hello(TokenAuth{"guess"}), "bad_credentials");
    EXPECT_EQ(say_hello(ResumeAuth{person.session().session, "guess", {}}), "resume_invalid");
    EXPECT_EQ(say_hello(HandoverAuth{"GUESS2-GUESS2"}), "handover_invalid");
    EXPECT_EQ(say_hello(TokenAuth{"guess"}), "rate_limited");
    EXPECT_EQ(say_hello(TokenAuth{person.token()}), "rate_limited")
        << "nor is a right one told from a wrong one";
    EXPECT_EQ(say_hello(GuestAuth{}), "ok") << "who claims nothing is let in";
    person.request<Pong>(Ping{});
}

TEST(WrongTokens, AreThrottledWhenTheyAreSentAllAtOnce) {
    ServerProcess server({"--wrong-tokens-per-minute", "3"});
    TestClient person = TestClient::guest(server.port());
    const auto answers = [&](const std::string& auth, const std::string& last_auth) {
        std::vector<RawSocket> guessers;
        for (int i = 0; i < 30; ++i) {
            guessers.emplace_back(server.port());
            EXPECT_EQ(guessers.back().upgrade().status, 101);
        }
        for (RawSocket& guesser : guessers)
            guesser.send_text(
                R"({"type":"hello","id":0,"data":{"protocol":[1],"client":{"name":"raw","version":"1"},"auth":)" +
                (&guesser == &guessers.back() ? last_auth : auth) + "}}");
        std::map<std::string, int> codes;
        for (RawSocket& guesser : guessers) {
            const std::string text = guesser.wait_for_text("\"re\":0");
            std::smatch code;
            ++codes[std::regex_search(text, code, std::regex(R"#("code":"(\w+)")#")) ? code[1].str() : "ok"];
        }
        return codes;
    };
    using Codes = std::map<std::string, int>;
    const auto token = [](const std::string& text) {
        return R"({"kind":"token","token":")" + text + R"("})";
    };
    EXPECT_EQ(answers(token(person.token()), token(person.token())), (Codes{{"ok", 30}}))
        << "many people behind one address";
    EXPECT_EQ(answers(token("guess"), token(person.token())),
              (Codes{{"bad_credentials", 3}, {"rate_limited", 27}}))
        << "nor is the right one at the end told from the wrong ones";
    server.kill();
    server.start();
    const std::string key = R"({"kind":"bot","name":"Guess","key":"bk_guess"})";
    EXPECT_EQ(answers(key, key), (Codes{{"bad_credentials", 3}, {"rate_limited", 27}}));
}

}  // namespace
}  // namespace pentad::testing
