#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/base/server_clock.hpp"

namespace pentad::server {

/// An encoded message, shared by its receivers.
using Bytes = std::shared_ptr<const std::string>;

/// A WebSocket connection. On the I/O thread.
class Connection {
  public:
    /// The send queue behind the message being sent. Beyond it the next message closes the connection with
    /// 4006 (slow_consumer) and the queue is dropped. A single message may be larger. There is room for the
    /// replies to a burst of requests.
    static constexpr std::size_t max_waiting_messages = 1024;
    static constexpr std::size_t max_waiting_bytes = 1 << 20;
    /// The largest message of a client; a larger one closes its connection with 1009.
    static constexpr std::size_t max_message_bytes = 16 * 1024;
    /// What a peer may still send while closing; beyond it the socket is closed at once.
    static constexpr std::size_t max_bytes_after_close = 1 << 20;

    virtual ~Connection() = default;

    /// Queues a text message; does nothing while closing.
    virtual void send(Bytes message) = 0;

    /// Sends what is queued, then closes with this code. The first call counts.
    virtual void close(std::uint16_t code, std::string_view reason) = 0;

    /// False once it closes, for any reason: nothing is sent or received any more.
    virtual bool is_open() const { return true; }

    /// Once closed: the code this side closed it with, 1000 if the peer closed it, 1006 if it broke.
    virtual std::uint16_t close_code() const { return 1006; }

    /// The client's address, without the port.
    virtual const std::string& address() const = 0;

    /// The shortest round trip of the last pings; empty before the first pong. A peer can delay its pongs:
    /// see LagBudget.
    virtual std::optional<milliseconds> round_trip() const { return std::nullopt; }
};

/// Handles connections. On the I/O thread. The calls for one connection are opened, received..., closing,
/// closed; the last two once each, and never from within a call to the connection.
class ConnectionHandler {
  public:
    virtual ~ConnectionHandler() = default;
    virtual void opened(const std::shared_ptr<Connection>& connection) = 0;
    /// `text` is valid UTF-8 and valid until the call returns. `at` is when the last byte was read.
    virtual void received(Connection& connection, std::string_view text, ServerTime at) = 0;
    /// Frames that are not messages came: control frames, and all but the last fragment of a message.
    virtual void received_frames(Connection&, std::size_t, ServerTime) {}
    /// It closes: by this side, by the peer, or because it broke. No message follows.
    virtual void closing(Connection&) {}
    /// Its socket is closed.
    virtual void closed(Connection& connection) = 0;
};

}  // namespace pentad::server
