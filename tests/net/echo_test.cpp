// The server's WebSocket connections: valid messages come back, and anything else ends its connection with
// the code of RFC 6455.

#include "tests/net/echo.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/raw_socket.hpp"

namespace pentad::testing {
namespace {

/// An echo on its own thread.
class EchoServer : public ::testing::Test {
  protected:
    EchoServer() : server_(context_, settings(), echo_, site_), thread_([this] { context_.run(); }) {}
    ~EchoServer() override {
        context_.stop();
        thread_.join();
    }

    RawSocket connected() const {
        RawSocket socket(server_.port());
        EXPECT_EQ(socket.upgrade().status, 101);
        return socket;
    }
    /// The next frame that is not a ping of the server.
    static Frame next(RawSocket& socket) {
        Frame frame = socket.read_frame();
        while (frame.opcode == RawSocket::ping) frame = socket.read_frame();
        return frame;
    }
    static void expect_echo(RawSocket& socket, const std::string& text) {
        const Frame frame = next(socket);
        EXPECT_EQ(frame.opcode, RawSocket::text);
        EXPECT_EQ(frame.payload, text);
    }

  private:
    static server::WebServerSettings settings() {
        server::WebServerSettings wanted;
        wanted.bind = "127.0.0.1";
        return wanted;
    }

    boost::asio::io_context context_{1};
    Echo echo_;
    NoSite site_;
    server::WebServer server_;
    std::thread thread_;
};

TEST_F(EchoServer, ReturnsTextsOfAnyLengthInOrder) {
    RawSocket socket = connected();
    std::vector<std::string> sent{"", "a",
                                  "\xf0\x9f\x99\x82 \xc5\x81\xc3\xb3"
                                  "d\xc5\xba"};
    // Where the encoding of a frame's length changes, and the largest message.
    for (const std::size_t size : {125U, 126U, 127U, 65U, 16'383U, 16'384U}) sent.emplace_back(size, 'x');
    for (const std::string& text : sent) ASSERT_TRUE(socket.send_text(text));
    for (const std::string& text : sent) expect_echo(socket, text);
}

TEST_F(EchoServer, ReassemblesFragmentsWithPingsBetweenThem) {
    RawSocket socket = connected();
    // A code point is split as well.
    socket.send_frame(RawSocket::text, "Gr\xc3", false);
    socket.send_frame(RawSocket::ping, "there?");
    socket.send_frame(0, "", false);
    socket.send_frame(0, "\xbc\xc3\x9f", false);
    socket.send_frame(0, "e", true);
    const Frame pong = next(socket);
    EXPECT_EQ(pong.opcode, RawSocket::pong);
    EXPECT_EQ(pong.payload, "there?");
    expect_echo(socket,
                "Gr\xc3\xbc\xc3\x9f"
                "e");
}

TEST_F(EchoServer, AnswersPingsOfUpTo125BytesAndIgnoresUnaskedPongs) {
    RawSocket socket = connected();
    for (const std::size_t size : {0U, 1U, 125U}) {
        const std::string payload(size, '\0');
        socket.send_frame(RawSocket::ping, payload);
        const Frame pong = next(socket);
        EXPECT_EQ(pong.opcode, RawSocket::pong);
        EXPECT_EQ(pong.payload, payload);
    }
    socket.send_frame(RawSocket::pong, "unasked");
    socket.send_text("still here");
    expect_echo(socket, "still here");
}

TEST_F(EchoServer, ReturnsValidCloseCodes) {
    for (const int code : {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999}) {
        RawSocket socket = connected();
        const std::string payload{static_cast<char>(code / 256), static_cast<char>(code % 256)};
        socket.send_frame(RawSocket::closing, payload + "so long");
        EXPECT_EQ(socket.until_closed(), code);
    }
    RawSocket silent = connected();
    silent.send_frame(RawSocket::closing, "");
    EXPECT_EQ(next(silent).opcode, RawSocket::closing);
}

TEST_F(EchoServer, RejectsInvalidFrames) {
    const auto closed_with = [&](int opcode, const std::string& payload, bool final = true,
                                 bool masked = true) {
        RawSocket socket = connected();
        socket.send_frame(opcode, payload, final, masked);
        return socket.until_closed();
    };
    EXPECT_EQ(closed_with(RawSocket::binary, "bytes"), 1003);
    EXPECT_EQ(closed_with(RawSocket::text, "\xc3\x28"), 1007);
    EXPECT_EQ(closed_with(RawSocket::text, "\xed\xa0\x80"), 1007) << "a lone surrogate";
    EXPECT_EQ(closed_with(RawSocket::text, std::string(16'385, 'x')), 1009);
    EXPECT_EQ(closed_with(RawSocket::text, "plain", true, false), 1002) << "no mask";
    EXPECT_EQ(closed_with(0, "of nothing"), 1002);
    EXPECT_EQ(closed_with(3, "?"), 1002) << "an unknown opcode";
    EXPECT_EQ(closed_with(RawSocket::ping, std::string(126, 'x')), 1002);
    EXPECT_EQ(closed_with(RawSocket::ping, "in part", false), 1002);
    for (const int code : {0, 999, 1004, 1005, 1006, 1015, 2999})
        EXPECT_EQ(
            closed_with(RawSocket::closing, {static_cast<char>(code / 256), static_cast<char>(code % 256)}),
            1002)
            << code;
}

}  // namespace
}  // namespace pentad::testing
