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

#include "server/net/transport.hpp"

namespace pentad::server {

/// The owner of a GatheringSocket. On the I/O thread.
class SocketOwner {
  public:
    /// Bytes as they came, before the reader gets them.
    virtual void received_bytes(std::string_view bytes) = 0;
    /// The reader is done with the stream: what was written is sent, then the peer's end awaited.
    virtual void ending() {}

  protected:
    ~SocketOwner() = default;
};

/// A stream over a plain or TLS connection that gathers what is written in one turn of the loop and sends it
/// in one system call: a move leads to an event and a reply, and a call costs more than both. Some bytes may
/// already have been read from the connection. A write completes when it is gathered; while the system does
/// not take what was gathered before, the next write waits, so no more than that is held. A failed write
/// closes the socket, and so ends the read. Operations under way keep the owner alive, and so the socket. On
/// the I/O thread.
class GatheringSocket {
  public:
    using next_layer_type = Socket;
    using executor_type = Socket::executor_type;

    explicit GatheringSocket(Transport transport) : transport_(std::move(transport)) {}

    executor_type get_executor() { return transport_.get_executor(); }
    Socket& next_layer() { return transport_.socket(); }
    const Socket& next_layer() const { return transport_.socket(); }

    /// REQUIRES: called before the first read or write.
    void set_owner(std::weak_ptr<SocketOwner> owner) { owner_ = std::move(owner); }
    /// Bytes to be read first.
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

    /// Hands the system what it takes at once.
    void flush() { send(); }

    /// Sends this after what was written; later writes are dropped.
    void send_last(std::string bytes) {
        if (std::exchange(sealed_, true)) return;
        if (!sending_.empty()) {
            last_ = std::move(bytes);
            return;
        }
        gathered_ += bytes;
        post_send();
    }

    /// Calls `done()` when the system has taken everything written. REQUIRES: no write waits.
    template <class Done>
    void when_sent(Done done) {
        send();
        if (sending_.empty())
            done();
        else
            wait(std::move(done));
    }

    /// Sends what was written, ends the sending side, and reads until the peer has closed too: closing a
    /// socket with unread bytes resets it, and the peer may lose what it was just sent. Then calls
    /// `done(error)`, never at once.
    template <class Done>
    void end(Done done) {
        if (const auto owner = owner_.lock()) owner->ending();
        when_sent([this, done = std::move(done)]() mutable {
            // Shared, for a function can be copied and a handler cannot.
            transport_.finish_sending(
                [this, owner = owner_.lock(), shared = std::make_shared<Done>(std::move(done))]() mutable {
                    discard(std::move(*shared));
                });
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
        if (early_.empty()) return transport_.async_read_some(into, std::move(done));
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
        // TLS has ended: what still comes is only discarded.
        next_layer().async_read_some(asio::buffer(early_),
                                     [this, owner = owner_.lock(), done = std::move(done)](
                                         boost::system::error_code error, std::size_t size) mutable {
                                         if (owner && !error) {
                                             owner->received_bytes(std::string_view(early_).substr(0, size));
                                             return discard(std::move(done));
                                         }
                                         std::string().swap(early_);
                                         transport_.close();
                                         if (error == asio::error::eof) error = {};
                                         std::move(done)(error);
                                     });
    }

    /// Continues when the system has taken what is being sent.
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
        // After the completion: what that writes is gathered too.
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
        std::size_t sent = 0;
        if (!error) sent = transport_.write_now(asio::buffer(gathered_), error);
        if (error || sent == gathered_.size()) return sent_all(error);
        gathered_.erase(0, sent);
        sending_.swap(gathered_);
        asio::async_write(transport_, asio::buffer(sending_),
                          [this, owner = owner_.lock()](boost::system::error_code failure, std::size_t) {
                              std::string().swap(sending_);
                              sent_all(failure);
                          });
    }

    void sent_all(boost::system::error_code error) {
        // Most connections send little and rarely; assigning would keep the memory.
        std::string().swap(gathered_);
        if (error && !error_) {
            error_ = error;
            transport_.close();
        }
        gathered_ = std::exchange(last_, {});
        if (!gathered_.empty()) return send();
        if (const auto then = std::exchange(waiting_, nullptr)) then();
    }

    Transport transport_;
    std::weak_ptr<SocketOwner> owner_;
    std::string early_;  ///< to be read first; at the end a buffer for what is discarded
    std::string gathered_;
    std::string sending_;            ///< what the system did not take at once; nothing is gathered meanwhile
    std::string last_;               ///< sent after that
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
