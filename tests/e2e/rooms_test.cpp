// Rooms with many clients at once, over real sockets.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;

ServerProcess& server() {
    static ServerProcess process;
    return process;
}

TestClient guest() { return TestClient::guest(server().port()); }

const std::string& some_game() {
    static const std::string game = guest().session().games.front().game;
    return game;
}

RoomCreate table() {
    RoomCreate create;
    create.game = some_game();
    create.first_seat = FirstSeat::chair0;
    return create;
}

RoomJoin by_code(const RoomEntered& room, JoinSeat seat = JoinSeat::any, const std::string& password = "") {
    return {"", room.code, "", seat, password};
}

ChairRequest chair(ChairKind kind, int level = 1) {
    ChairRequest request;
    request.kind = kind;
    if (kind == ChairKind::bot) request.level = level;
    return request;
}

bool is_listed(const std::string& room) {
    return server().get("/api/v1/rooms").find('"' + room + '"') != std::string::npos;
}

TEST(Rooms, GiveOneSeatToOneOfManyWhoReachForIt) {
    for (int run = 0; run < 5; ++run) {
        TestClient host = guest();
        const RoomEntered room = host.create(table());
        std::vector<TestClient> clients;
        for (int i = 0; i < 16; ++i) clients.push_back(guest());
        std::vector<std::string> outcome(clients.size());
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < clients.size(); ++i)
            threads.emplace_back([&, i] {
                const auto entered = clients[i].try_request<RoomEntered>(
                    by_code(room, i % 2 == 0 ? JoinSeat::any : JoinSeat::chair1));
                outcome[i] = !entered        ? std::string(name(entered.error().code))
                             : entered->seat ? "seated"
                                             : "watching";
            });
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(std::count(outcome.begin(), outcome.end(), "seated"), 1);
        for (const std::string& one : outcome)
            EXPECT_THAT(one, ::testing::AnyOf("seated", "room_full", "seat_taken"));
        host.request<Empty>(RoomReady{true}, "", room.room);
    }
}

TEST(Rooms, SeatNobodyAgainstThemselves) {
    TestClient host = guest();
    const RoomEntered room = host.create(table());
    EXPECT_EQ(host.refusal<RoomEntered>(by_code(room, JoinSeat::chair1)), "self_play");
    TestClient tab(server().port());
    tab.hello(TokenAuth{host.token()});
    EXPECT_EQ(tab.refusal<RoomEntered>(by_code(room, JoinSeat::chair1)), "self_play");
    // Any seat is the one that one has.
    EXPECT_EQ(tab.join(by_code(room)).seat, Side::first);
}

TEST(Rooms, AreEnteredByCodeByInvitationAndWithThePassword) {
    TestClient host = guest();
    RoomCreate create = table();
    create.password = "sesame";
    create.visibility = Visibility::private_;
    const RoomEntered room = host.create(create);
    TestClient other = guest();
    EXPECT_EQ(other.refusal<RoomEntered>(by_code(room)), "bad_password");
    EXPECT_EQ(other.refusal<RoomEntered>(by_code(room, JoinSeat::watch, "Sesame")), "bad_password");
    EXPECT_EQ(other.refusal<RoomEntered>(RoomJoin{"", "ZZZZZZ", "", JoinSeat::any, ""}), "room_not_found");
    EXPECT_EQ(other.refusal<RoomEntered>(RoomJoin{"", "", "nonsense", JoinSeat::any, ""}), "invite_invalid");
    std::string typed = room.code;
    for (char& c : typed)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    typed.insert(3, "-");
    EXPECT_EQ(other.join({"", typed, "", JoinSeat::any, "sesame"}).seat, Side::second);
    TestClient third = guest();
    EXPECT_FALSE(third.join({"", "", room.invite, JoinSeat::watch, "sesame"}).seat.has_value());
    EXPECT_EQ(third.refusal<RoomEntered>(by_code(room, JoinSeat::chair0, "sesame")), "seat_taken");
}

TEST(Rooms, AreListedOnlyWhenTheyArePublic) {
    TestClient host = guest();
    RoomCreate create = table();
    EXPECT_TRUE(is_listed(host.create(create).room));
    for (const Visibility hidden : {Visibility::private_, Visibility::unlisted}) {
        create.visibility = hidden;
        const RoomEntered room = host.create(create);
        TestClient other = guest();
        other.join(by_code(room));
        EXPECT_FALSE(is_listed(room.room));
        for (const RoomSummary& listed : other.lobby().rooms) EXPECT_NE(listed.room, room.room);
    }
}

TEST(Rooms, LetNobodyWatchWhereThatIsForbidden) {
    TestClient host = guest();
    RoomCreate create = table();
    create.spectators = false;
    const RoomEntered room = host.create(create);
    TestClient other = guest();
    EXPECT_EQ(other.refusal<RoomEntered>(by_code(room, JoinSeat::watch)), "spectators_forbidden");
    EXPECT_EQ(other.join(by_code(room)).seat, Side::second);
}

TEST(Rooms, PassToWhoIsLeftAndAreGoneWithTheLast) {
    TestClient host = guest();
    const RoomEntered room = host.create(table());
    TestClient other = guest();
    other.join(by_code(room));
    EXPECT_EQ(other.refusal(RoomSeat{Side::first, chair(ChairKind::bot)}, "", room.room), "not_host");
    host.request<Empty>(RoomLeave{}, "", room.room);
    other.wait<RoomChanged>([&](const Event&, const RoomChanged& changed) {
        return changed.snapshot.host == other.player() && !changed.snapshot.summary.seats[0].player;
    });
    other.request<Empty>(RoomSeat{Side::first, chair(ChairKind::bot)}, "", room.room);
    other.request<Empty>(RoomSeat{Side::first, chair(ChairKind::open)}, "", room.room);
    other.request<Empty>(RoomLeave{}, "", room.room);
    EXPECT_EQ(host.refusal<RoomEntered>(by_code(room)), "room_not_found");
    EXPECT_FALSE(is_listed(room.room));
}

TEST(Rooms, LetTheHostChangeTheSeatsButThrowNobodyOut) {
    TestClient host = guest();
    const RoomEntered room = host.create(table());
    EXPECT_EQ(host.refusal(RoomStart{}, "", room.room), "not_ready");
    host.request<Empty>(RoomSeat{Side::second, chair(ChairKind::closed)}, "", room.room);
    TestClient other = guest();
    EXPECT_EQ(other.refusal<RoomEntered>(by_code(room)), "room_full");
    host.request<Empty>(RoomSeat{Side::second, chair(ChairKind::open)}, "", room.room);
    other.join(by_code(room));
    EXPECT_EQ(host.refusal(RoomSeat{Side::second, chair(ChairKind::bot)}, "", room.room), "seat_taken");
    host.request<Empty>(RoomReady{true}, "", room.room);
    other.request<Empty>(RoomReady{true}, "", room.room);
    host.wait<MatchStarted>();
    EXPECT_EQ(host.refusal(RoomSeat{Side::second, chair(ChairKind::bot)}, "", room.room), "already_started");
    // A match does not depend on its creator.
    host.request<Empty>(RoomLeave{}, "", room.room);
    const std::string match = other.wait<MatchStarted>().match;
    EXPECT_FALSE(other.match(match).now.result.has_value());
    EXPECT_EQ(host.watch(match).ply, 0);
}

TEST(Rooms, ThatWaitFreeTheSeatOfAGuestWhoIsGone) {
    ServerProcess own({"--gone-after-least-s", "1", "--gone-after-most-s", "1"});
    TestClient host = TestClient::guest(own.port()), guest = TestClient::guest(own.port());
    RoomCreate create;
    create.game = some_game();
    const RoomEntered room = host.create(create);
    EXPECT_EQ(guest.join(by_code(room)).seat, Side::second);
    guest.cut();
    host.wait<RoomChanged>([&](const Event&, const RoomChanged& changed) {
        return !changed.snapshot.summary.seats[1].player.has_value();
    });
    // The session is kept: its player is in the room as before, and sits down where a chair is free.
    EXPECT_NE(guest.resume(own.port()).resumed.at("room:" + room.room), Resumed::gone);
    guest.catch_up();
    EXPECT_FALSE(guest.model().rooms().at(room.room).summary.seats[1].player.has_value());
    EXPECT_EQ(guest.join(by_code(room)).seat, Side::second);
}

TEST(Sessions, KeepASeatOnlineWhileOneOfTwoTabsIsOpen) {
    TestClient first = guest();
    const RoomEntered room = first.create(table());
    TestClient other = guest();
    other.join(by_code(room));
    TestClient tab(server().port());
    tab.hello(TokenAuth{first.token()});
    EXPECT_EQ(tab.player(), first.player());
    EXPECT_EQ(tab.join(by_code(room)).seat, Side::first);
    first.request<Empty>(RoomReady{true}, "", room.room);
    other.request<Empty>(RoomReady{true}, "", room.room);
    const std::string match = other.wait<MatchStarted>().match;
    // A tab in the lobby does not hold the seat.
    TestClient lobby_tab(server().port());
    lobby_tab.hello(TokenAuth{first.token()});
    lobby_tab.lobby();

    first.cut();
    tab.wait<MatchStarted>();
    tab.play(match, tab.match(match).now.legal->front());
    other.until_my_turn(match);
    EXPECT_EQ(other.watch(match).seats[0].presence, Presence::online);
    tab.cut();
    other.wait<SeatPresence>([](const Event&, const SeatPresence& it) {
        return it.seat == Side::first && it.state != Presence::online;
    });
    TestClient back(server().port());
    back.hello(TokenAuth{first.token()});
    back.watch(match);
    other.wait<SeatPresence>([](const Event&, const SeatPresence& it) {
        return it.seat == Side::first && it.state == Presence::online;
    });
}

/// A raw link so that the older of two links of a session can be kept open.
struct RawSession {
    explicit RawSession(const std::string& auth) : socket(server().port()) {
        socket.upgrade();
        socket.send_text(R"({"type":"hello","id":0,"data":{"protocol":[1],"client":{"name":"raw",)"
                         R"("version":"1"},"auth":)" +
                         auth + "}}");
        reply = nlohmann::json::parse(socket.wait_for_text("\"re\":0"));
    }
    std::string resume(const std::string& streams) const {
        return R"({"kind":"resume","session":)" + reply.at("data").at("session").dump() + R"(,"token":)" +
               reply.at("data").at("resumeToken").dump() + R"(,"streams":)" + streams + "}";
    }
    RawSocket socket;
    nlohmann::json reply;
};

TEST(Sessions, AreTakenOverByResumingAndTheOldLinkChangesNothingAnyMore) {
    RawSession old(R"({"kind":"guest"})");
    const auto ask = [](RawSession& session, const std::string& frame, const std::string& re) {
        session.socket.send_text(frame);
        return nlohmann::json::parse(session.socket.wait_for_text("\"re\":\"" + re + '"'));
    };
    const auto room = ask(old,
                          R"({"type":"room.create","id":"c","data":{"game":")" + some_game() +
                              R"(","hotseat":true,"seats":[{"kind":"human"},{"kind":"human"}]}})",
                          "c");
    const std::string id = room.at("data").at("room");
    const std::string have = room.at("data").at("seq").dump();
    ask(old, R"({"type":"lobby.subscribe","id":"l"})", "l");

    RawSession next(old.resume(R"({"room:)" + id + "\":" + have + R"(,"room:r_none":3,"match:m_none":0})"));
    ASSERT_EQ(next.reply.at("type"), "ok") << next.reply;
    EXPECT_EQ(next.reply.at("data").at("session"), old.reply.at("data").at("session"));
    EXPECT_NE(next.reply.at("data").at("resumeToken"), old.reply.at("data").at("resumeToken"));
    const auto resumed = next.reply.at("data").at("resumed");
    EXPECT_EQ(resumed.at("room:" + id), "replay");
    EXPECT_EQ(resumed.at("room:r_none"), "gone");
    EXPECT_EQ(resumed.at("match:m_none"), "gone");
    old.socket.wait_for_text("session.superseded");
    EXPECT_EQ(old.socket.until_closed(), 4001);
    // The previous token is good until the new link has said something.
    RawSession again(old.resume("{}"));
    ASSERT_EQ(again.reply.at("type"), "ok") << again.reply;
    EXPECT_EQ(ask(again, R"({"type":"ping","id":"p"})", "p").at("type"), "ok");
    RawSession late(next.resume("{}"));
    EXPECT_EQ(late.reply.at("error").at("code"), "resume_invalid");

    // Events missed without a link come back one by one, or as one snapshot when they are not kept any more.
    const auto ready = ask(again, R"({"type":"room.ready","id":"r","room":")" + id + R"("})", "r");
    EXPECT_EQ(ready.at("type"), "ok");
    RawSession third(again.resume(R"({"room:)" + id + "\":" + have + "}"));
    const bool replayed = third.reply.at("data").at("resumed").at("room:" + id) == "replay";
    const auto last = nlohmann::json::parse(third.socket.wait_for_text(R"("state":"playing")"));
    EXPECT_EQ(last.at("type"), replayed ? "room.changed" : "room.snapshot");
    EXPECT_EQ(last.at("data").at("state"), "playing");
    EXPECT_GT(last.at("seq"), room.at("data").at("seq"));
    EXPECT_EQ(third.reply.at("data").at("active").size(), 1U);
    EXPECT_EQ(again.socket.until_closed(), 4001);
    // The session lives on the newest link.
    EXPECT_EQ(ask(third, R"({"type":"ping","id":"p"})", "p").at("type"), "ok");
    RawSession wrong(R"({"kind":"resume","session":"s_none","token":"x","streams":{}})");
    EXPECT_EQ(wrong.reply.at("error").at("code"), "resume_expired");
}

}  // namespace
}  // namespace pentad::testing
