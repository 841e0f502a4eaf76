// The end of a connection: it is reported once, whatever its cause, and nothing is left behind.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/net/web_server.hpp"
#include "tests/net/echo.hpp"
#include "tests/support/raw_socket.hpp"

namespace pentad::testing {
namespace {

/// Records its calls, and closes a connection that asks for it.
class Diary final : public server::ConnectionHandler {
  public:
    void opened(const std::shared_ptr<server::Connection>& connection) override {
        note(*connection, "opened");
        connections_.push_back(connection);
    }
    void received(server::Connection& connection, std::string_view text, server::ServerTime) override {
        note(connection, "received " + std::string(text));
        if (text == "bye") connection.close(1000, "bye");
        if (text == "flood me")
            for (int i = 0; i < 2'000; ++i) connection.send(std::make_shared<const std::string>(16'384, 'x'));
    }
    void closing(server::Connection& connection) override {
        EXPECT_FALSE(connection.is_open());
        note(connection, "closing");
    }
    void closed(server::Connection& connection) override { note(connection, "closed"); }

    /// The calls for the n-th connection once it is over; the last entry is whether it is still in memory.
    std::vector<std::string> of(std::size_t number) {
        for (int i = 0; i < 1'000; ++i) {
            {
                const std::scoped_lock lock(mutex_);
                if (number < notes_.size() && notes_[number].back() == "closed" &&
                    connections_[number].expired())
                    return notes_[number];
            }
            ::poll(nullptr, 0, 10);
        }
        const std::scoped_lock lock(mutex_);
        std::vector<std::string> all = number < notes_.size() ? notes_[number] : std::vector<std::string>{};
        all.emplace_back("and is still there");
        return all;
    }

  private:
    void note(server::Connection& connection, const std::string& what) {
        const std::scoped_lock lock(mutex_);
        if (what == "opened") {
            numbers_[&connection] = notes_.size();
            notes_.emplace_back();
        }
        notes_[numbers_.at(&connection)].push_back(what);
    }

    std::mutex mutex_;
    std::map<const server::Connection*, std::size_t> numbers_;
    std::vector<std::vector<std::string>> notes_;
    std::vector<std::weak_ptr<server::Connection>> connections_;
};

class ConnectionEnd : public ::testing::Test {
  protected:
    ConnectionEnd() : server_(context_, settings(), diary_, site_), thread_([this] { context_.run(); }) {}
    ~ConnectionEnd() override {
        context_.stop();
        thread_.join();
    }
    RawSocket connected() const {
        RawSocket socket(server_.port());
        EXPECT_EQ(socket.upgrade().status, 101);
        return socket;
    }
    static std::string frame(int opcode, const std::string& payload) {
        return std::string{static_cast<char>(0x80 | opcode), static_cast<char>(0x80 | payload.size())} +
               std::string(4, '\0') + payload;
    }
    static server::WebServerSettings settings() {
        server::WebServerSettings wanted;
        wanted.bind = "127.0.0.1";
        return wanted;
    }

    const std::string close_ = frame(RawSocket::closing, "\x03\xe8");
    boost::asio::io_context context_{1};
    Diary diary_;
    NoSite site_;
    server::WebServer server_;
    std::thread thread_;
};

using ::testing::ElementsAre;

TEST_F(ConnectionEnd, IsReportedOnceWhenBothSidesCloseAtOnce) {
    // Each is one burst: the peer's close crosses the server's.
    const std::vector<std::string> bursts{
        frame(RawSocket::text, "bye") + close_,
        frame(RawSocket::text, "bye") + frame(RawSocket::text, "more") + close_,
        frame(RawSocket::text, "bye") + frame(RawSocket::ping, "?") + close_,
        frame(RawSocket::text, "bye") + frame(RawSocket::pong, "!") + frame(RawSocket::text, "more") + close_,
        frame(RawSocket::text, "bye") + frame(RawSocket::text, "bye") + close_ + close_};
    std::size_t number = 0;
    for (const std::string& burst : bursts) {
        for (const bool stays : {false, true}) {
            RawSocket socket = connected();
            socket.send(burst);
            if (stays) {
                EXPECT_EQ(socket.until_closed(), 1000);
            }
            socket.reset();
            const auto told = diary_.of(number++);
            if (stays || told.size() == 4) {
                EXPECT_THAT(told, ElementsAre("opened", "received bye", "closing", "closed")) << burst;
            } else {
                EXPECT_THAT(told, ElementsAre("opened", "closing", "closed")) << "reset before it was read";
            }
        }
    }
}

TEST_F(ConnectionEnd, IsReportedOnceHoweverThePeerLeaves) {
    std::size_t number = 0;
    const auto told = [&] { return diary_.of(number++); };
    const auto nothing = ElementsAre("opened", "closing", "closed");
    {
        RawSocket socket = connected();
        socket.send(close_);
        EXPECT_EQ(socket.until_closed(), 1000);
    }
    EXPECT_THAT(told(), nothing) << "a close";
    connected().reset();
    EXPECT_THAT(told(), nothing) << "a reset";
    { RawSocket gone = connected(); }
    EXPECT_THAT(told(), nothing) << "an end without a close frame";
    {
        RawSocket socket = connected();
        socket.send("\x83\x80mask");
        EXPECT_EQ(socket.until_closed(), 1002);
    }
    EXPECT_THAT(told(), nothing) << "an invalid frame";
    {
        RawSocket socket = connected();
        socket.send(frame(RawSocket::text, "flood me"));
        socket.send(close_);
        socket.reset();
    }
    EXPECT_THAT(told(), ::testing::Contains("closed").Times(1)) << "a long send queue";
}

TEST_F(ConnectionEnd, IsNotDelayedByAPeerThatKeepsSending) {
    RawSocket socket = connected();
    socket.send(frame(RawSocket::text, "bye"));
    const std::string pings = [] {
        std::string all;
        for (int i = 0; i < 10'000; ++i) all += frame(RawSocket::ping, "");
        return all;
    }();
    std::size_t sent = 0;
    while (sent < 64 * server::Connection::max_bytes_after_close && socket.send(pings)) sent += pings.size();
    EXPECT_LT(sent, 64 * server::Connection::max_bytes_after_close);
    EXPECT_THAT(diary_.of(0), ElementsAre("opened", "received bye", "closing", "closed"));
}

}  // namespace
}  // namespace pentad::testing
