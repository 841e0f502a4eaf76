#pragma once

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/basic_stream.hpp>

#include "server/base/executor.hpp"

namespace pentad::server {

/// The sockets of the I/O thread.
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;
using TcpStream = boost::beast::basic_stream<asio::ip::tcp, Executor>;

}  // namespace pentad::server
