#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <string>

#include "clients/terminal/net/server_address.hpp"

/// Reaching a server, with TLS or without.
namespace pentad::terminal {

using PlainStream = boost::beast::tcp_stream;
using TlsStream = boost::beast::ssl_stream<PlainStream>;

/// Each attempt to reach a server is given up after this long.
constexpr std::chrono::seconds opening_time{10};

/// A stream that checks the server's certificate against the system's authorities (or those that the
/// environment's SSL_CERT_FILE and SSL_CERT_DIR name) and `address.trusted`. Throws
/// boost::system::system_error when that file cannot be read.
TlsStream make_tls_stream(boost::asio::io_context& io, const ServerAddress& address);

/// Connects. Why it did not work, for people; empty: it did.
boost::asio::awaitable<std::string> dial(PlainStream& stream, const ServerAddress& address);
/// Connects and shakes hands; a certificate that does not prove the host's name is refused.
boost::asio::awaitable<std::string> dial(TlsStream& stream, const ServerAddress& address);

}  // namespace pentad::terminal
