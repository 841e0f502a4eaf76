#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <memory>

#include "server/net/connection.hpp"
#include "server/net/transport.hpp"

namespace pentad::server {

using UpgradeRequest = boost::beast::http::request<boost::beast::http::empty_body>;

struct ConnectionSettings {
    /// A peer that sends nothing for this long, not even a pong, is closed. It is pinged three times
    /// meanwhile.
    milliseconds idle_timeout = std::chrono::seconds(30);
};

/// Accepts a checked upgrade. After that the connection goes on by itself, and keeps `place` until its socket
/// is closed. `early` is what came after the request.
Awaitable<void> open_web_socket(Transport transport, boost::beast::flat_buffer early, UpgradeRequest request,
                                std::string address, ConnectionHandler& handler, ConnectionSettings settings,
                                std::shared_ptr<const void> place);

/// Is this `Sec-WebSocket-Key` the base64 of 16 bytes (RFC 6455 4.2.1)?
bool is_web_socket_key(std::string_view key);

}  // namespace pentad::server
