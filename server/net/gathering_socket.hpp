#pragma once

#include <algorithm>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/role.hpp>
#include <cassert>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "server/net/socket.hpp"

namespace pentad::server {

/// Who holds a GatheringSocket. On the I/O thread.
class SocketOwner {
  public:
    /// As they came, before whoever reads gets them.
    virtual void received_bytes(std::string_view bytes) = 0;
    /// Whoever reads is done with the stream: what was written is sent, and the peer's end waited for.
    virtual void ending() {}

  protected:
    ~SocketOwner() = default;
};

/// A socket of which some bytes have been read already, and which hands the system in one call what is
/// written to it in one turn of the loop: a player hears of his move by an event and by an answer, and a call
/// costs more than making both. A write is done when it is gathered; while the system does not take what was
/// gathered before, the next waits, so that no more than that is held. A failed write closes the socket,
/// which the read hears of. Whatever is on its way keeps the owner, and so the socket. On the I/O thread.
class GatheringSocket {
  public:
    using next_layer_type = Socket;
    using executor_type = Socket::executor_type;

    explicit GatheringSocket(Socket socket) : socket_(std::move(socket)) {}

    executor_type get_executor() { return socket_.get_executor(); }
    Socket& next_layer() { return socket_; }
    const Socket& next_layer() const { return socket_; }

    /// REQUIRED before the first read or write.
    void set_owner(std::weak_ptr<SocketOwner> owner) { owner_ = std::move(owner); }
    /// These are read first.
    void put_back(std::string bytes) { early_ = std::move(bytes); }

    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [this](auto handler, const Buffers& into) { read(into, std::move(handler)); }, token, buffers);
    }

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

    /// Hands the system what it takes at once of what was written.
    void flush() { send(); }

    /// Sends this behind what was written, and nothing after it: what is written from now on goes nowhere.
    void send_last(std::string bytes) {
        if (std::exchange(sealed_, true)) return;
        if (!sending_.empty()) {
            last_ = std::move(bytes);
            return;
        }
        gathered_ += bytes;
        post_send();
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

    /// Sends what was written, says that nothing follows, and reads until the peer has closed, too: a socket
    /// that is closed with something unread is reset, and the peer may lose what it was just sent. Calls
    /// `done(error)` then, never at once.
    template <class Done>
    void end(Done done) {
        if (const auto owner = owner_.lock()) owner->ending();
        when_sent([this, done = std::move(done)]() mutable {
            boost::system::error_code ignored;
            socket_.shutdown(Socket::shutdown_send, ignored);
            discard(std::move(done));
        });
    }

  private:
    template <class Buffers, class Handler>
    void read(const Buffers& into, Handler handler) {
        auto done = [owner = owner_.lock(), into, handler = std::move(handler)](
                        boost::system::error_code error, std::size_t size) mutable {
            if (owner && size > 0) tell(*owner, into, size);
            std::move(handler)(error, size);
        };
        if (early_.empty()) return socket_.async_read_some(into, std::move(done));
        const std::size_t size = asio::buffer_copy(into, asio::buffer(early_));
        early_.erase(0, size);
        if (early_.empty()) std::string().swap(early_);
        asio::post(get_executor(), [done = std::move(done), size]() mutable { done({}, size); });
    }

    template <class Buffers>
    static void tell(SocketOwner& owner, const Buffers& buffers, std::size_t size) {
        const auto end = asio::buffer_sequence_end(buffers);
        for (auto it = asio::buffer_sequence_begin(buffers); it != end && size > 0; ++it) {
            const asio::mutable_buffer part(*it);
            const std::size_t filled = std::min(part.size(), size);
            owner.received_bytes({static_cast<const char*>(part.data()), filled});
            size -= filled;
        }
    }

    template <class Done>
    void discard(Done done) {
        early_.resize(4096);
        socket_.async_read_some(asio::buffer(early_),
                                [this, owner = owner_.lock(), done = std::move(done)](
                                    boost::system::error_code error, std::size_t size) mutable {
                                    if (owner && !error) {
                                        owner->received_bytes(std::string_view(early_).substr(0, size));
                                        return discard(std::move(done));
                                    }
                                    std::string().swap(early_);
                                    boost::system::error_code ignored;
                                    socket_.close(ignored);
                                    if (error == asio::error::eof) error = {};
                                    std::move(done)(error);
                                });
    }

    /// Until the system has taken what it is being sent.
    template <class Then>
    void wait(Then then) {
        assert(!waiting_);
        // Shared, for a function can be copied and a handler cannot.
        waiting_ = [then = std::make_shared<Then>(std::move(then))] { (*then)(); };
    }

    template <class Buffers, class Handler>
    void gather(const Buffers& buffers, Handler handler) {
        const std::size_t before = gathered_.size(), size = asio::buffer_size(buffers);
        if (!sealed_) {
            gathered_.resize(before + size);
            asio::buffer_copy(asio::buffer(gathered_) + before, buffers);
        }
        asio::post(get_executor(),
                   [owner = owner_.lock(), done = boost::beast::bind_front_handler(
                                               std::move(handler), error_, size)]() mutable { done(); });
        // Behind the completion: what that leads to is gathered, too.
        post_send();
    }

    void post_send() {
        if (std::exchange(send_is_posted_, true)) return;
        asio::post(get_executor(), [this, owner = owner_.lock()] {
            send_is_posted_ = false;
            send();
        });
    }

    void send() {
        if (gathered_.empty() || !sending_.empty()) return;
        boost::system::error_code error = error_;
        if (!error && !socket_.non_blocking()) socket_.non_blocking(true, error);
        std::size_t sent = 0;
        if (!error) sent = socket_.write_some(asio::buffer(gathered_), error);
        if (error == asio::error::would_block) error = {};
        if (error || sent == gathered_.size()) return sent_all(error);
        gathered_.erase(0, sent);
        sending_.swap(gathered_);
        asio::async_write(socket_, asio::buffer(sending_),
                          [this, owner = owner_.lock()](boost::system::error_code failure, std::size_t) {
                              std::string().swap(sending_);
                              sent_all(failure);
                          });
    }

    void sent_all(boost::system::error_code error) {
        // Most connections send little and rarely; an assignment would keep the memory.
        std::string().swap(gathered_);
        if (error && !error_) {
            error_ = error;
            socket_.close(error);
        }
        gathered_ = std::exchange(last_, {});
        if (!gathered_.empty()) return send();
        if (const auto then = std::exchange(waiting_, nullptr)) then();
    }

    Socket socket_;
    std::weak_ptr<SocketOwner> owner_;
    std::string early_;  ///< to be read first; once it ends, room for what nobody reads
    std::string gathered_;
    std::string sending_;            ///< what the system did not take at once; nothing is gathered meanwhile
    std::string last_;               ///< goes out behind that
    std::function<void()> waiting_;  ///< what happens next
    bool sealed_ = false;            ///< nothing more is gathered
    bool send_is_posted_ = false;
    boost::system::error_code error_;
};

/// How the library ends the stream.
template <class Handler>
void async_teardown(boost::beast::role_type, GatheringSocket& socket, Handler&& handler) {
    socket.end(std::forward<Handler>(handler));
}

}  // namespace pentad::server
