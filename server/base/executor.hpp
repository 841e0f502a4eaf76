#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

/// Asio's types for the I/O thread. Naming the executor avoids type erasure on every call.
///
/// In coroutines, give every temporary with a destructor a name before the statement with the co_await, and
/// name the result before testing it: g++ 12 destroys temporaries of conditional expressions there twice, and
/// miscompiles the frame for temporaries in conditions. Both crash at run time without a warning.
namespace pentad::server {

namespace asio = boost::asio;
using Executor = asio::io_context::executor_type;
template <class T>
using Awaitable = asio::awaitable<T, Executor>;
/// Completes with a tuple: the end of a connection is a value, not an exception.
inline constexpr auto as_result = asio::as_tuple(asio::use_awaitable_t<Executor>{});
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                         asio::wait_traits<std::chrono::steady_clock>, Executor>;

}  // namespace pentad::server
