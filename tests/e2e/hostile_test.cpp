// Frames from people with bad intentions: they hurt only their sender. Somebody else plays on meanwhile.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using nlohmann::json;
using ::testing::HasSubstr;

RawSocket connected(const ServerProcess& server) {
    RawSocket socket(server.port());
    EXPECT_EQ(socket.upgrade().status, 101);
    return socket;
}

RawSocket greeted(const ServerProcess& server) {
    RawSocket socket = connected(server);
    socket.send_text(guest_hello);
    socket.wait_for_text("resumeToken");
    return socket;
}

json answer_to(RawSocket& socket, const std::string& frame) {
    socket.send_text(frame);
    return json::parse(socket.wait_for_text("\"type\""));
}

std::string code_of(const json& reply) {
    return reply.at("type") == "error" ? reply.at("error").at("code").get<std::string>() : "ok";
}

std::string nested(int depth) {
    return R"({"type":"ping","id":1,"data":{"x":)" + std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']') + "}}";
}

/// A server and an innocent person whose game goes on by a move whenever a test asks.
class Hostile : public ::testing::Test {
  protected:
    Hostile() : innocent_(TestClient::guest(server_.port())) {
        RoomCreate create;
        create.game = innocent_.session().games.front().game;
        create.hotseat = true;
        room_ = innocent_.create(create).room;
        innocent_.request<Empty>(RoomReady{true}, "", room_);
        match_ = innocent_.wait<MatchStarted>().match;
    }
    ~Hostile() override { innocent_plays_on(); }

    void innocent_plays_on() {
        const auto& now = innocent_.match(match_).now;
        const int turn = now.turn;
        EXPECT_EQ(innocent_.play(match_, now.legal->front()).turn, turn + 1);
    }

    /// However slow the machine is, no link is closed for its silence meanwhile.
    ServerProcess server_{{"--hello-timeout-ms", "120000"}};
    TestClient innocent_;
    std::string room_, match_;
};

TEST_F(Hostile, AnswersWhatIsNoMessageWithAShortFixedErrorAndClosesAtTheFifth) {
    for (const std::string& frame :
         {std::string("null"), std::string("[]"), std::string("17"), std::string("\"hello\""),
          std::string("{"), std::string(), std::string("{\"type\":\"ping\",\"id\":1}x"),
          std::string(R"({"type":"ping","type":"ping","id":1})"),
          std::string(R"({"type":"ping","id":1,"data":{"t":1,"t":2}})"),
          std::string(R"({"type":"ping","id":1,"data":{"t":NaN}})"),
          std::string(R"({"type":"ping","id":1,"data":{"x":"\ud800"}})"), nested(40), nested(8000)}) {
        RawSocket socket = greeted(server_);
        for (int i = 0; i < 4; ++i) {
            const json reply = answer_to(socket, frame);
            EXPECT_EQ(code_of(reply), "bad_json") << frame.substr(0, 80);
            EXPECT_TRUE(reply.at("re").is_null());
            EXPECT_LT(reply.dump().size(), 400U);
        }
        EXPECT_EQ(code_of(answer_to(socket, R"({"type":"ping","id":"still here"})")), "ok");
        socket.send_text(frame);
        EXPECT_EQ(socket.until_closed(), 1008) << frame.substr(0, 80);
        innocent_plays_on();
    }
}

TEST_F(Hostile, TakesNothingButIntegersForIntegers) {
    for (const char* number : {"1.5", "1e3", "9007199254740992", "9007199254740993", "18446744073709551616",
                               "true", "\"1\"", "null", "-1", "1e999", "{}", "[1]"}) {
        const std::string turn = number;
        for (const std::string& frame :
             {R"({"type":"move.play","id":7,"match":")" + match_ + R"(","data":{"turn":)" + turn +
                  R"(,"move":"a1","moveId":"x"}})",
              R"({"type":"match.sync","id":7,"match":")" + match_ + R"(","data":{"haveSeq":)" + turn + "}}",
              R"({"type":"room.create","id":7,"data":{"game":"sight","seats":[{"kind":"human"},)"
              R"({"kind":"bot","level":)" +
                  turn + "}]}}"}) {
            RawSocket socket = greeted(server_);
            const std::string code = code_of(answer_to(socket, frame));
            EXPECT_THAT(code, ::testing::AnyOf("bad_request", "bad_json")) << frame;
        }
    }
    for (const char* id : {"1.5", "true", "null", "{}", "[]", "\"\"", "9007199254740993"}) {
        RawSocket fresh = greeted(server_);
        const json reply = answer_to(fresh, std::string(R"({"type":"ping","id":)") + id + "}");
        EXPECT_EQ(code_of(reply), "bad_request") << id;
        EXPECT_TRUE(reply.at("re").is_null()) << id;
    }
    RawSocket socket = greeted(server_);
    EXPECT_EQ(code_of(answer_to(socket, R"({"type":"no.such","id":8})")), "unknown_type");
}

TEST_F(Hostile, ClosesAtTheFifthMessageWithAValueOfAWrongType) {
    const std::vector<std::string> wrong{
        R"({"type":5,"id":1})",
        R"({"type":null,"id":1})",
        R"({"type":"ping","id":{}})",
        R"({"type":"ping","id":1.5})",
        R"({"type":"ping","id":1,"data":[]})",
        R"({"type":"ping","id":1,"data":{"t":"1"}})",
        R"({"type":"move.play","id":1,"match":7,"data":{"turn":1,"move":"a1","moveId":"x"}})",
        R"({"type":"move.play","id":1,"match":"m","data":{"turn":1e3,"move":"a1","moveId":"x"}})",
        R"({"type":"room.create","id":1,"data":{"game":["sight"]}})",
        R"({"type":"room.create","id":1,"data":{"game":"sight","seats":{}}})",
        R"({"type":"room.ready","id":1,"room":"r","data":{"ready":1}})"};
    for (const std::string& frame : wrong) {
        RawSocket socket = greeted(server_);
        for (int i = 0; i < 4; ++i) {
            const json reply = answer_to(socket, frame);
            EXPECT_EQ(code_of(reply), "bad_request") << frame;
            EXPECT_LT(reply.dump().size(), 400U);
        }
        EXPECT_EQ(code_of(answer_to(socket, R"({"type":"ping","id":"still here"})")), "ok");
        socket.send_text(frame);
        EXPECT_EQ(socket.until_closed(), 1008) << frame;
    }
    // One of each counts as well, and so does what is no JSON.
    RawSocket mixed = greeted(server_);
    for (int i = 0; i < 4; ++i) answer_to(mixed, wrong[static_cast<std::size_t>(i)]);
    mixed.send_text("{");
    EXPECT_EQ(mixed.until_closed(), 1008);
}

TEST_F(Hostile, ClosesNobodyForValuesThatAreOnlyNotAllowed) {
    RawSocket socket = greeted(server_);
    for (const char* frame :
         {R"({"type":"move.play","id":1})", R"({"type":"move.play","id":1,"match":"m","data":{}})",
          R"({"type":"room.create","id":1,"data":{"game":"no such game"}})",
          R"({"type":"room.join","id":1,"room":"r","data":{"seat":"on the roof"}})",
          R"({"type":"move.play","id":1,"match":"m","data":{"turn":-1,"move":"a1","moveId":"x"}})",
          R"({"type":"no.such","id":1,"data":[]})", R"({"type":"ping"})"})
        for (int i = 0; i < 5; ++i) EXPECT_NE(code_of(answer_to(socket, frame)), "ok") << frame;
    EXPECT_EQ(code_of(answer_to(socket, R"({"type":"ping","id":"still here"})")), "ok");
}

TEST_F(Hostile, ClosesOnWhatNoClientOfTheProtocolSends) {
    const auto closes = [&](const auto& misbehave) {
        RawSocket socket = greeted(server_);
        misbehave(socket);
        const int code = socket.until_closed();
        innocent_plays_on();
        return code;
    };
    EXPECT_EQ(closes([](RawSocket& it) { it.send_frame(RawSocket::binary, "{}"); }), 1003);
    EXPECT_EQ(closes([](RawSocket& it) { it.send_text("{\"type\":\"\xff\"}"); }), 1007);
    EXPECT_EQ(closes([](RawSocket& it) { it.send_text("\xed\xa0\x80"); }), 1007) << "a surrogate";
    EXPECT_EQ(closes([](RawSocket& it) {
                  it.send_frame(RawSocket::text, "\xc3", false);
                  it.send_frame(0, "");
              }),
              1007)
        << "half a character, then an empty last fragment";
    EXPECT_EQ(closes([](RawSocket& it) { it.send_text(std::string(16 * 1024 + 1, ' ')); }), 1009);
    EXPECT_EQ(closes([](RawSocket& it) {
                  for (int i = 0; i < 3; ++i)
                      it.send_frame(i == 0 ? RawSocket::text : 0, std::string(8000, ' '), false);
              }),
              1009)
        << "by fragments";
    EXPECT_EQ(closes([](RawSocket& it) {
                  it.send(std::string("\x81\xff\x00\x00\x01\x00\x00\x00\x00\x00", 10));
                  it.send("mask");
              }),
              1009)
        << "2^40 bytes announced";
    EXPECT_EQ(closes([](RawSocket& it) { it.send_frame(3, "x"); }), 1002) << "an unknown opcode";
    EXPECT_EQ(closes([](RawSocket& it) { it.send_frame(0, "x"); }), 1002) << "a continuation of nothing";
    EXPECT_EQ(closes([](RawSocket& it) { it.send_frame(RawSocket::ping, std::string(126, 'x')); }), 1002);
    EXPECT_EQ(closes([](RawSocket& it) { it.send("\xf1\x80mask"); }), 1002) << "reserved bits";
}

TEST_F(Hostile, PlaysNoMoveFromAnUnmaskedFrame) {
    RawSocket socket = connected(server_);
    socket.send_text(R"({"type":"hello","id":0,"data":{"protocol":[1],"client":{"name":"raw","version":"1"},)"
                     R"("auth":{"kind":"token","token":")" +
                     innocent_.token() + R"("}}})");
    socket.wait_for_text("resumeToken");
    const auto now = innocent_.match(match_).now;
    socket.send_frame(RawSocket::text,
                      R"({"type":"move.play","id":1,"match":")" + match_ + R"(","data":{"turn":)" +
                          std::to_string(now.turn) + R"(,"move":")" + now.legal->front() +
                          R"(","moveId":"unmasked"}})",
                      true, false);
    EXPECT_EQ(socket.until_closed(), 1002);
    EXPECT_EQ(innocent_.watch(match_).turn, now.turn);
}

std::string repeated(int times, std::string_view frame) {
    std::string all;
    for (int i = 0; i < times; ++i) all += frame;
    return all;
}

TEST(HostileFragments, GrowTheServerByNothingThoughTheyAreEmptyAndMany) {
    ServerProcess server({"--frames-per-second", "0"});
    RawSocket socket = greeted(server);
    socket.send_frame(RawSocket::text, R"({"type":"ping",)", false);
    const std::string empty = repeated(20'000, std::string_view("\x00\x80mask", 6));
    socket.send(empty);
    TestClient::guest(server.port()).request<Pong>(Ping{});
    // From here on anything kept per fragment, even a pointer, exceeds the bound several times.
    const std::size_t before = server.resident_bytes();
    std::size_t worst = before;
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(socket.send(empty));
        worst = std::max(worst, server.resident_bytes());
    }
    socket.send_frame(0, R"("id":"whole"})");
    EXPECT_THAT(socket.wait_for_text("\"type\""), HasSubstr("whole"));
    EXPECT_LT(std::max(worst, server.resident_bytes()), ServerProcess::bound(before + 4 * 1024 * 1024));
}

TEST_F(Hostile, GrowsByNoMoreThanAMessageALinkWithFragmentsAndAnnouncements) {
    constexpr int links = 200;
    const std::size_t descriptors = server_.descriptors();
    const auto crowd = [&] {
        std::vector<RawSocket> sockets;
        for (int i = 0; i < links; ++i) sockets.push_back(connected(server_));
        return sockets;
    };
    const std::string piece(8000, ' ');
    // Twice: what a crowd of links has left behind serves the next one.
    std::size_t before = 0;
    for (int round = 0; round < 2; ++round) {
        std::vector<RawSocket> sockets = crowd();
        if (round == 0) before = server_.resident_bytes();
        // A message just small enough that does not end, and then one byte too many.
        for (RawSocket& it : sockets) {
            it.send_frame(RawSocket::text, piece, false);
            it.send_frame(0, piece, false);
        }
        innocent_plays_on();
        EXPECT_LT(server_.resident_bytes(), ServerProcess::bound(before + links * 64 * 1024));
        for (RawSocket& it : sockets) it.send_frame(0, piece, false);
        for (RawSocket& it : sockets) EXPECT_EQ(it.until_closed(), 1009);
        sockets.clear();
        sockets = crowd();
        for (RawSocket& it : sockets)
            it.send(std::string("\x81\xff\x00\x00\x01\x00\x00\x00\x00\x00mask", 14));
        for (RawSocket& it : sockets) EXPECT_EQ(it.until_closed(), 1009);
        sockets.clear();
        server_.wait_for_descriptors(descriptors);
        EXPECT_LT(server_.resident_bytes(), ServerProcess::bound(before + links * 64 * 1024));
    }
}

TEST_F(Hostile, WantsAHelloBeforeAnythingElse) {
    RawSocket socket = connected(server_);
    const json reply = answer_to(socket, R"({"type":"lobby.subscribe","id":"early"})");
    EXPECT_EQ(code_of(reply), "unauthenticated");
    EXPECT_EQ(reply.at("re"), "early");
    EXPECT_EQ(code_of(answer_to(socket, guest_hello)), "ok");
    EXPECT_EQ(code_of(answer_to(socket, guest_hello)), "bad_request") << "a second hello";
    RawSocket old = connected(server_);
    old.send_text(R"({"type":"hello","id":0,"data":{"protocol":[99],"client":{"name":"x","version":"1"},)"
                  R"("auth":{"kind":"guest"}}})");
    EXPECT_THAT(old.wait_for_text("error"), HasSubstr("protocol_unsupported"));
    EXPECT_EQ(old.until_closed(), 4000);
}

TEST_F(Hostile, ClosesALinkThatGuessesTokens) {
    RawSocket socket = connected(server_);
    const std::string guess =
        R"({"type":"hello","id":1,"data":{"protocol":[1],"client":{"name":"raw","version":"1"},)"
        R"("auth":{"kind":"token","token":"guess"}}})";
    EXPECT_EQ(code_of(answer_to(socket, guess)), "bad_credentials");
    for (int i = 0; i < 4; ++i) socket.send_text(guess);
    EXPECT_EQ(socket.until_closed(), 1008);
}

TEST_F(Hostile, RefusesASecondRequestWithAnIdThatIsStillOpen) {
    RawSocket socket = greeted(server_);
    // Making a room takes a write to the disk; both frames are there before that is done.
    const std::string create = R"({"type":"room.create","id":"one","data":{"game":")" +
                               innocent_.session().games.front().game +
                               R"(","seats":[{"kind":"human"},{"kind":"human"}]}})";
    socket.send_text(create);
    socket.send_text(create);
    std::vector<std::string> codes;
    while (codes.size() < 2)
        if (const json reply = json::parse(socket.wait_for_text("\"re\"")); reply.at("re") == "one")
            codes.push_back(code_of(reply));
    EXPECT_THAT(codes, ::testing::UnorderedElementsAre("ok", "duplicate_id"));
    // Answered, the id is free again.
    EXPECT_EQ(code_of(answer_to(socket, R"({"type":"lobby.unsubscribe","id":"one"})")), "ok");
}

}  // namespace
}  // namespace pentad::testing
