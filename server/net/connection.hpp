#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/base/server_clock.hpp"

namespace pentad::server {

/// An encoded message. Shared by all who receive it.
using Bytes = std::shared_ptr<const std::string>;

/// One WebSocket, as the rest of the server sees it. On the I/O thread.
class Connection {
  public:
    /// Messages and bytes that wait behind the one being sent; once there are more, the next message closes
    /// the connection with 4006 (slow_consumer) and what waits is dropped. A single message may be larger.
    /// The messages are as many as a burst of requests.
    static constexpr std::size_t max_waiting_messages = 1024;
    static constexpr std::size_t max_waiting_bytes = 1 << 20;
    /// The largest message that a client may send; a larger one closes its connection with 1009.
    static constexpr std::size_t max_message_bytes = 16 * 1024;
    /// What a peer may still send while it is sent away; after more its socket is closed at once.
    static constexpr std::size_t max_bytes_after_close = 1 << 20;

    virtual ~Connection() = default;

    /// Queues a text message; does nothing once the connection is closing.
    virtual void send(Bytes message) = 0;

    /// Sends what is queued, then closes with this code. The first code counts.
    virtual void close(std::uint16_t code, std::string_view reason) = 0;

    /// False once it closes, for whatever reason: nothing is sent or received any more.
    virtual bool is_open() const { return true; }

    /// The code that this side closed it with; 1000 when the peer closed it, 1006 when it broke. Meant for
    /// when it is closed.
    virtual std::uint16_t close_code() const { return 1006; }

    /// Where the peer is, without the port.
    virtual const std::string& address() const = 0;

    /// How long a message there and its answer back take: the shortest of the connection's own last pings;
    /// nothing before the first is answered. A peer can make it longer: see LagBudget.
    virtual std::optional<milliseconds> round_trip() const { return std::nullopt; }
};

/// Who talks over the connections. On the I/O thread; the calls for one connection are opened, received...,
/// closing, closed, each of the last two once and never from within a call to the connection.
class ConnectionHandler {
  public:
    virtual ~ConnectionHandler() = default;
    virtual void opened(const std::shared_ptr<Connection>& connection) = 0;
    /// `text` is valid UTF-8 and lives until the call returns. `at` was taken when the last byte was read.
    virtual void received(Connection& connection, std::string_view text, ServerTime at) = 0;
    /// So many frames came that are no message: control frames, and fragments but the last of a message.
    virtual void received_frames(Connection&, std::size_t, ServerTime) {}
    /// Nothing comes or goes over it any more but the farewell: this side closes it or gives the peer up, or
    /// the peer closes it, or it broke.
    virtual void closing(Connection&) {}
    /// Its socket is closed.
    virtual void closed(Connection& connection) = 0;
};

}  // namespace pentad::server
