// Who sends too much, of whatever kind, is held back and then closed; somebody else notices nothing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <nlohmann/json.hpp>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using nlohmann::json;

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

std::string repeated(int times, std::string_view frame) {
    std::string all;
    for (int i = 0; i < times; ++i) all += frame;
    return all;
}

TEST(HostileFlood, IsHeldBackAndThenClosedWhateverTheFramesAre) {
    ServerProcess server({"--frames-per-second", "10", "--frame-burst", "20"});
    for (const std::string& frame :
         {std::string(R"({"type":"ping","id":1})"), std::string(R"({"type":"no.such","id":1})"),
          std::string(R"({"type":"move.play","id":1})")}) {
        RawSocket socket = greeted(server);
        int refused = 0;
        for (int i = 0; i < 1000; ++i) socket.send_text(frame);
        int code = 0;
        while (code == 0) {
            const Frame got = socket.read_frame();
            code = got.close_code();
            if (got.payload.find("rate_limited") == std::string::npos) continue;
            ++refused;
            const json error = json::parse(got.payload).at("error");
            EXPECT_EQ(error.at("retryable"), true);
            EXPECT_GT(error.at("data").at("retryAfterMs"), 0);
        }
        EXPECT_EQ(code, 1008) << frame;
        EXPECT_GE(refused, 50) << frame;
    }
    TestClient::guest(server.port()).request<Pong>(Ping{});
}

TEST(HostileFlood, OfFramesThatAreNoMessagesIsClosedAsWell) {
    ServerProcess server({"--frames-per-second", "10", "--frame-burst", "20"});
    TestClient innocent = TestClient::guest(server.port());
    const std::string fragment("\x00\x80mask", 6);
    for (const bool says_hello : {true, false})
        for (const std::string& frame : {std::string("\x89\x80mask"), std::string("\x8a\x80mask"),
                                         std::string("\x89\xfdmask") + std::string(125, 'x'), fragment}) {
            RawSocket socket = says_hello ? greeted(server) : connected(server);
            if (frame == fragment) socket.send_frame(RawSocket::text, "{", false);
            // Less than the burst and what may be refused besides: nobody is closed for that.
            for (int i = 0; i < 100; ++i) socket.send(frame);
            if (frame == fragment)
                socket.send_frame(0, "}");
            else
                socket.send_text(R"({"type":"ping","id":"still here"})");
            socket.wait_for_text("\"type\"");
            if (frame == fragment) socket.send_frame(RawSocket::text, "{", false);
            for (int i = 0; i < 200; ++i) socket.send(frame);
            EXPECT_EQ(socket.until_closed(), 1008);
            innocent.request<Pong>(Ping{});
        }
}

TEST(HostileFlood, OfPingsCostsTheOthersNothing) {
    ServerProcess server;
    TestClient innocent = TestClient::guest(server.port());
    const std::string pings = repeated(10'000, std::string_view("\x89\x80mask", 6));
    std::size_t sent = 0;
    for (int i = 0; i < 20; ++i) {
        RawSocket socket = greeted(server);
        while (socket.send(pings)) sent += pings.size();
        innocent.request<Pong>(Ping{});
    }
    // Nobody is listened to for longer than it takes to see that it is a flood.
    EXPECT_LT(sent, 20U * 32 * 1024 * 1024);
}

TEST(HostileFlood, ThatIsNoFasterThanSomeOfItIsTakenIsClosedToo) {
    ServerProcess server({"--frames-per-second", "100", "--frame-burst", "20"});
    RawSocket socket = greeted(server);
    // Some 4,000 a second, of which one in forty is taken.
    for (int i = 0; i < 400; ++i) {
        for (int k = 0; k < 20; ++k) socket.send_text(R"({"type":"ping","id":1})");
        ::poll(nullptr, 0, 5);
    }
    EXPECT_EQ(socket.until_closed(), 1008);
}

TEST(HostileFlood, IsNoneOfSomebodyWhoWaitsAsTheyAreTold) {
    ServerProcess server({"--frames-per-second", "200", "--frame-burst", "5"});
    TestClient busy = TestClient::guest(server.port());
    for (int i = 0; i < 300; ++i) busy.request<Pong>(Ping{});
}

TEST(HostileFlood, OfAReaderThatDoesNotReadIsCutOff) {
    ServerProcess server({"--frames-per-second", "0", "--idle-timeout-ms", "300000"});
    TestClient innocent = TestClient::guest(server.port());
    RawSocket socket = greeted(server);
    const std::string game = innocent.session().games.front().game;
    // Each answer is a whole board with its legal moves; none is read.
    const std::string ask = R"({"type":"engine.legal","id":1,"data":{"game":")" + game + R"("}})";
    for (int i = 0; i < 200'000 && socket.send_text(ask); ++i) {
        if (i % 5'000 == 0) innocent.request<Pong>(Ping{});
    }
    // Told when the buffers on the way are read before the farewell is over, cut off anyway.
    EXPECT_THAT(socket.until_closed(), ::testing::AnyOf(4006, 1006));
    innocent.request<Pong>(Ping{});
}

}  // namespace
}  // namespace pentad::testing
