// Over a real connection, both ends of it in one loop.

#include "server/net/gathering_socket.hpp"

#include <gtest/gtest.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>

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
        socket_ = std::make_shared<GatheringSocket>(std::move(accepted));
        socket_->set_owner(socket_);
    }

    static asio::ip::address loopback() { return asio::ip::address_v4::loopback(); }

    void write(const std::string& text, std::function<void(error_code)> done = {}) {
        auto kept = std::make_shared<std::string>(text);
        socket_->async_write_some(asio::buffer(*kept), [kept, done](error_code error, std::size_t size) {
            EXPECT_EQ(size, kept->size());
            if (done) done(error);
        });
    }
    /// Each goes out by a call of its own, for nothing is held back.
    unsigned segments() { return segments_sent(socket_->next_layer().native_handle()); }
    std::string received(std::size_t size) {
        std::string text(size, '\0');
        asio::async_read(peer_, asio::buffer(text),
                         [&](error_code error, std::size_t) { EXPECT_FALSE(error); });
        loop_.restart();
        loop_.run();
        return text;
    }

    asio::io_context loop_{1};
    Socket peer_{loop_.get_executor()};
    std::shared_ptr<GatheringSocket> socket_;
};

TEST_F(GatheringSocketTest, SendsWhatOneTurnWritesWithOneCall) {
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
    // Nobody reads: it comes to a stand with most still to be written.
    while (loop_.run_one_for(std::chrono::milliseconds(200)) > 0) {
    }
    EXPECT_LT(written, count / 2);

    const std::string all = received(count * size);
    EXPECT_EQ(written, count);
    for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(all.substr(i * size, size), std::string(size, static_cast<char>('a' + i % 26))) << i;
}

TEST_F(GatheringSocketTest, SaysWhenAllIsSentAndNotBefore) {
    bool sent = false;
    write(std::string(16 * 1024 * 1024, 'x'));
    while (loop_.run_one_for(std::chrono::milliseconds(200)) > 0) {
    }
    socket_->when_sent([&] { sent = true; });
    EXPECT_FALSE(sent);
    received(16 * 1024 * 1024);
    EXPECT_TRUE(sent);
}

TEST_F(GatheringSocketTest, FailsWritesToAPeerThatIsGoneAndTellsTheReader) {
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
