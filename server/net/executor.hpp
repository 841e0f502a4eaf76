#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <chrono>

/// The concrete types of the I/O thread: naming the executor spares Asio its type erasure on every call.
///
/// In coroutines, give every temporary that has a destructor a name before the statement with the co_await,
/// and the result too before it is tested: g++ 12 destroys temporaries of conditional expressions there
/// twice, and lays out frames wrongly for those in conditions. Both crash at run time, without a warning.
namespace pentad::server {

namespace asio = boost::asio;
using Executor = asio::io_context::executor_type;
template <class T>
using Awaitable = asio::awaitable<T, Executor>;
/// Completion as a tuple: the end of a connection is a value, not an exception.
inline constexpr auto as_result = asio::as_tuple(asio::use_awaitable_t<Executor>{});
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                         asio::wait_traits<std::chrono::steady_clock>, Executor>;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;
using TcpStream = boost::beast::basic_stream<asio::ip::tcp, Executor>;

}  // namespace pentad::server
