#pragma once

#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/buffered_read_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <cassert>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "server/net/executor.hpp"

namespace pentad::server {

/// A socket of which some bytes have been read already, and which hands the system in one call what is
/// written to it in one turn of the loop: a player hears of his move by an event and by an answer, and a call
/// costs more than making both. A write is done when it is gathered; while the system does not take what was
/// gathered before, the next waits, so that no more than that is held. A failed write closes the socket,
/// which the read hears of. On the I/O thread.
class GatheringSocket : public boost::beast::buffered_read_stream<Socket, boost::beast::flat_buffer> {
  public:
    using buffered_read_stream::buffered_read_stream;

    /// Whoever holds the socket is kept alive while something is on its way. REQUIRED before the first write.
    void set_owner(std::weak_ptr<const void> owner) { owner_ = std::move(owner); }

    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [this](auto handler, const Buffers& written) {
                if (sending_.empty()) return gather(written, std::move(handler));
                wait([this, written, handler = std::move(handler)]() mutable {
                    gather(written, std::move(handler));
                });
            },
            token, buffers);
    }

    /// Calls `done()` when the system has taken all that was written. REQUIRES: no write waits.
    template <class Done>
    void when_sent(Done done) {
        send();
        if (sending_.empty())
            done();
        else
            wait(std::move(done));
    }

  private:
    /// Until the system has taken what it is being sent.
    template <class Then>
    void wait(Then then) {
        assert(!waiting_);
        // Shared, for a function can be copied and a handler cannot.
        waiting_ = [then = std::make_shared<Then>(std::move(then))] { (*then)(); };
    }

    template <class Buffers, class Handler>
    void gather(const Buffers& buffers, Handler handler) {
        const std::size_t before = gathered_.size();
        gathered_.resize(before + asio::buffer_size(buffers));
        const std::size_t size = asio::buffer_copy(asio::buffer(gathered_) + before, buffers);
        asio::post(get_executor(), boost::beast::bind_front_handler(std::move(handler), error_, size));
        if (std::exchange(send_is_posted_, true)) return;
        // Behind the completion: what that leads to is gathered, too.
        asio::post(get_executor(), [this, owner = owner_.lock()] {
            send_is_posted_ = false;
            send();
        });
    }

    void send() {
        if (gathered_.empty() || !sending_.empty()) return;
        boost::system::error_code error = error_;
        if (!error && !next_layer().non_blocking()) next_layer().non_blocking(true, error);
        std::size_t sent = 0;
        if (!error) sent = next_layer().write_some(asio::buffer(gathered_), error);
        if (error == asio::error::would_block) error = {};
        if (error || sent == gathered_.size()) return sent_all(error);
        gathered_.erase(0, sent);
        sending_.swap(gathered_);
        asio::async_write(next_layer(), asio::buffer(sending_),
                          [this, owner = owner_.lock()](boost::system::error_code failure, std::size_t) {
                              std::string().swap(sending_);
                              sent_all(failure);
                          });
    }

    void sent_all(boost::system::error_code error) {
        // Most links send little and rarely; an assignment would keep the memory.
        std::string().swap(gathered_);
        if (error && !error_) {
            error_ = error;
            next_layer().close(error);
        }
        if (const auto then = std::exchange(waiting_, nullptr)) then();
    }

    std::weak_ptr<const void> owner_;
    std::string gathered_;
    std::string sending_;            ///< what the system did not take at once; nothing is gathered meanwhile
    std::function<void()> waiting_;  ///< what happens next
    bool send_is_posted_ = false;
    boost::system::error_code error_;
};

template <class Handler>
void async_teardown(boost::beast::role_type role, GatheringSocket& socket, Handler&& handler) {
    socket.when_sent([role, &socket, handler = std::forward<Handler>(handler)]() mutable {
        using boost::beast::websocket::async_teardown;
        async_teardown(role, socket.next_layer(), std::move(handler));
    });
}

}  // namespace pentad::server
