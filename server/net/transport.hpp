#pragma once

#include <algorithm>
#include <boost/asio/async_result.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "server/base/executor.hpp"
#include "server/base/server_clock.hpp"

namespace boost::asio::ssl {
class context;
}

namespace pentad::server {

using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;

/// A TCP connection, plain or with TLS: an Asio stream of one type for both. Moved only while no operation is
/// under way. On the I/O thread.
class Transport {
  public:
    using executor_type = Socket::executor_type;

    /// A plain connection.
    Transport(Socket socket);
    /// A connection with TLS; handshake first.
    Transport(Socket socket, std::shared_ptr<asio::ssl::context> tls);
    ~Transport();
    Transport(Transport&& other) noexcept;
    Transport& operator=(Transport&&) = delete;

    executor_type get_executor() { return socket().get_executor(); }
    bool has_tls() const { return tls_ != nullptr; }
    /// The TCP socket. It stays where it is when a TLS transport moves.
    Socket& socket() { return *socket_; }
    const Socket& socket() const { return *socket_; }
    void close() {
        boost::system::error_code ignored;
        socket().close(ignored);
    }

    /// The server's side of the handshake. REQUIRES: has_tls().
    template <class Token>
    auto async_handshake(Token&& token) {
        return asio::async_initiate<Token, void(boost::system::error_code)>(
            [this](auto handler) { handshake(shared(std::move(handler))); }, token);
    }

    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [this](auto handler, const Buffers& into) {
                if (!tls_) return socket().async_read_some(into, std::move(handler));
                read_tls(first_of<asio::mutable_buffer>(into), shared_with_size(std::move(handler)));
            },
            token, buffers);
    }

    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [this](auto handler, const Buffers& from) {
                if (!tls_) return socket().async_write_some(from, std::move(handler));
                write_tls(first_of<asio::const_buffer>(from), shared_with_size(std::move(handler)));
            },
            token, buffers);
    }

    /// Hands the system what it takes at once, and returns how much that was; 0 with TLS, which takes part
    /// only in asynchronous writes.
    std::size_t write_now(asio::const_buffer bytes, boost::system::error_code& error);

    /// Says that nothing follows: with TLS sends close_notify and waits for the peer's, then ends TCP's
    /// sending side. Calls `done` when that is done or has failed, for a plain connection at once. REQUIRES:
    /// no other operation is under way.
    void finish_sending(std::function<void()> done);

  private:
    struct Tls;
    using Done = std::function<void(boost::system::error_code)>;
    using DoneWithSize = std::function<void(boost::system::error_code, std::size_t)>;

    // The TLS operations are compiled once, for handlers and buffers of any type.
    void handshake(Done done);
    void read_tls(asio::mutable_buffer into, DoneWithSize done);
    void write_tls(asio::const_buffer from, DoneWithSize done);

    template <class Handler>
    static Done shared(Handler handler) {
        return [handler = std::make_shared<Handler>(std::move(handler))](boost::system::error_code error) {
            std::move (*handler)(error);
        };
    }
    template <class Handler>
    static DoneWithSize shared_with_size(Handler handler) {
        return [handler = std::make_shared<Handler>(std::move(handler))](
                   boost::system::error_code error, std::size_t size) { std::move (*handler)(error, size); };
    }
    /// The first buffer that is not empty: one operation may transfer less than all.
    template <class Buffer, class Buffers>
    static Buffer first_of(const Buffers& buffers) {
        const auto end = asio::buffer_sequence_end(buffers);
        for (auto it = asio::buffer_sequence_begin(buffers); it != end; ++it)
            if (Buffer(*it).size() > 0) return *it;
        return {};
    }

    std::optional<Socket> plain_;
    std::unique_ptr<Tls> tls_;  ///< null: a plain connection
    Socket* socket_;            ///< plain_, or the one in tls_
};

/// Closes a transport's socket when its time is up. The transport may move or end only after cancel().
class Deadline {
  public:
    /// REQUIRES: the transport outlives this or cancel() was called.
    explicit Deadline(Transport& transport);
    ~Deadline() { cancel(); }
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    /// From now; replaces an earlier time.
    void expires_after(milliseconds time);
    void cancel();

  private:
    struct State;
    const std::shared_ptr<State> state_;
};

}  // namespace pentad::server
