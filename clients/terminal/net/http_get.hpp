#pragma once

#include <functional>
#include <string>
#include <tl/expected.hpp>

#include "clients/terminal/net/server_address.hpp"

namespace boost::asio {
class io_context;
}

namespace pentad::terminal {

/// Why a server did not send what it was asked for.
struct HttpRefusal {
    int status = 0;    ///< of HTTP; 0: the server was not reached
    std::string text;  ///< for people; the server's own words where it has some
};
using HttpBody = tl::expected<std::string, HttpRefusal>;

/// The body of GET on the server's `target`, such as `/api/v1/matches/m_1/record`. Calls `done` once, on the
/// io_context's thread.
void http_get(boost::asio::io_context& io, ServerAddress address, std::string target,
              std::function<void(HttpBody)> done);

}  // namespace pentad::terminal
