// Over a real connection with both ends in one loop.

#include "server/net/gathering_socket.hpp"

#include <gtest/gtest.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tests/net/segments.hpp"

namespace pentad::server {
namespace {

using asio::ip::tcp;
using boost::system::error_code;

class GatheringSocketTest : public testing::Test {
  protected:
    GatheringSocketTest() {
        asio::basic_socket_acceptor<tcp, Executor> acceptor(loop_.get_executor(),
                                                            tcp::endpoint(loopback(), 0));
        peer_.open(tcp::v4());
        peer_.set_option(asio::socket_base::receive_buffer_size(64 * 1024));
        peer_.connect(acceptor.local_endpoint());
        Socket accepted(loop_.get_executor());
        acceptor.accept(accepted);
        accepted.set_option(tcp::no_delay(true));
        accepted.set_option(asio::socket_base::send_buffer_size(16 * 1024));
        socket_.emplace(std::move(accepted));
        socket_->set_owner(owner_);
    }

    static asio::ip::address loopback() { return asio::ip::address_v4::loopback(); }

    void write(const std::string& text, std::function<void(error_code)> done = {}) {
        auto kept = std::make_shared<std::string>(text);
        socket_->async_write_some(asio::buffer(*kept), [kept, done](error_code error, std::size_t size) {
            EXPECT_EQ(size, kept->size());
            if (done) done(error);
        });
    }
    /// Each is one system call: nothing is held back.
    unsigned segments() { return segments_sent(socket_->next_layer().native_handle()); }
    std::string received(std::size_t size) {
        std::string text(size, '\0');
        asio::async_read(peer_, asio::buffer(text),
                         [&](error_code error, std::size_t) { EXPECT_FALSE(error); });
        loop_.restart();
        loop_.run();
        return text;
    }

    struct Owner final : SocketOwner {
        void received_bytes(std::string_view bytes) override { heard += bytes; }
        void ending() override { ++ends; }
        std::string heard;
        int ends = 0;
    };

    asio::io_context loop_{1};
    std::shared_ptr<Owner> owner_ = std::make_shared<Owner>();
    Socket peer_{loop_.get_executor()};
    std::optional<GatheringSocket> socket_;
};

TEST_F(GatheringSocketTest, SendsTheWritesOfOneTurnInOneCall) {
    write("an event ", [&](error_code error) {
        EXPECT_FALSE(error);
        write("and an answer");
    });
    EXPECT_EQ(received(22), "an event and an answer");
    EXPECT_EQ(segments(), 1U);
    write(" and one more");
    EXPECT_EQ(received(13), " and one more");
    EXPECT_EQ(segments(), 2U);
}

TEST_F(GatheringSocketTest, HoldsBackWritesThatThePeerDoesNotRead) {
    constexpr int count = 400;
    constexpr std::size_t size = 32 * 1024;
    int written = 0;
    std::function<void(error_code)> next = [&](error_code error) {
        EXPECT_FALSE(error);
        if (++written < count) write(std::string(size, static_cast<char>('a' + written % 26)), next);
    };
    write(std::string(size, 'a'), next);
    // Nobody reads: most of it waits.
    while (loop_.run_one_for(std::chrono::milliseconds(200)) > 0) {
    }
    EXPECT_LT(written, count / 2);

    const std::string all = received(count * size);
    EXPECT_EQ(written, count);
    for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(all.substr(i * size, size), std::string(size, static_cast<char>('a' + i % 26))) << i;
}

TEST_F(GatheringSocketTest, ReportsWhenEverythingIsSentAndNotBefore) {
    bool sent = false;
    write(std::string(16 * 1024 * 1024, 'x'));
    while (loop_.run_one_for(std::chrono::milliseconds(200)) > 0) {
    }
    socket_->when_sent([&] { sent = true; });
    EXPECT_FALSE(sent);
    received(16 * 1024 * 1024);
    EXPECT_TRUE(sent);
}

TEST_F(GatheringSocketTest, ReadsEarlyBytesFirstAndReportsEveryByteToItsOwner) {
    socket_->put_back("abc");
    asio::write(peer_, asio::buffer("de", 2));
    std::string text(2, '\0'), all;
    std::function<void()> next = [&] {
        socket_->async_read_some(asio::buffer(text), [&](error_code error, std::size_t size) {
            EXPECT_FALSE(error);
            all += text.substr(0, size);
            EXPECT_EQ(owner_->heard, all) << "before the reader";
            if (all.size() < 5) next();
        });
    };
    next();
    loop_.run();
    EXPECT_EQ(all, "abcde");
}

TEST_F(GatheringSocketTest, EndsWithoutAResetWhileThePeerSends) {
    bool ended = false;
    write("farewell");
    asio::write(peer_, asio::buffer(std::string(100'000, 'x')));
    socket_->end([&](error_code error) {
        EXPECT_FALSE(error);
        ended = true;
    });
    EXPECT_EQ(owner_->ends, 1);
    std::string text(8, '\0');
    bool told = false;
    asio::async_read(peer_, asio::buffer(text), [&](error_code, std::size_t) { told = true; });
    while (!told) loop_.run_one();
    EXPECT_EQ(text, "farewell");
    EXPECT_FALSE(ended) << "the peer has not closed";
    error_code error;
    char byte = 0;
    peer_.read_some(asio::buffer(&byte, 1), error);
    EXPECT_EQ(error, asio::error::eof);
    peer_.close();
    loop_.restart();
    loop_.run();
    EXPECT_TRUE(ended);
    EXPECT_EQ(owner_->heard.size(), 100'000U);
}

TEST_F(GatheringSocketTest, FailsWritesToAPeerThatIsGoneAndEndsTheRead) {
    peer_.set_option(asio::socket_base::linger(true, 0));
    peer_.close();
    error_code heard, told;
    char byte = 0;
    write("lost");
    socket_->async_read_some(asio::buffer(&byte, 1), [&](error_code error, std::size_t) { heard = error; });
    loop_.run();
    EXPECT_TRUE(heard);
    write("refused", [&](error_code error) { told = error; });
    loop_.restart();
    loop_.run();
    EXPECT_TRUE(told);
}

}  // namespace
}  // namespace pentad::server
