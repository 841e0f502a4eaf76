#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clients/terminal/net/server_address.hpp"

namespace boost::asio {
class io_context;
}

namespace pentad::terminal {

/// One WebSocket to a server, with TLS or without. On the io_context's one thread; an operation that runs
/// keeps nothing alive, so its caller keeps this.
class WebSocket {
  public:
    virtual ~WebSocket() = default;

    /// Once. Why it did not work, for people; empty: it is open.
    virtual boost::asio::awaitable<std::string> open() = 0;

    /// The end of the link: for people, and the code of the closing handshake if there was one.
    struct End {
        std::string why;
        std::optional<std::uint16_t> code;
    };
    /// Waits for a frame, or for the end. The frame stands until the next call.
    virtual boost::asio::awaitable<std::optional<End>> read(std::string_view& frame) = 0;

    /// False after an error; the reader finds out too.
    virtual boost::asio::awaitable<bool> write(const std::string& frame) = 0;
    /// The closing handshake.
    virtual boost::asio::awaitable<void> close() = 0;
    /// Ends it at once, and with it what waits.
    virtual void cut() = 0;
};

/// By `address.secure`. Throws as make_tls_stream.
std::unique_ptr<WebSocket> make_web_socket(boost::asio::io_context& io, const ServerAddress& address);

}  // namespace pentad::terminal
