#pragma once

#include <functional>
#include <string>
#include <tl/expected.hpp>

#include "clients/terminal/net/server_address.hpp"

namespace boost::asio {
class io_context;
}

namespace pentad::terminal {

/// The body of GET on the server's `target`, such as `/api/v1/matches/m_1/record`. Calls `done` once, on the
/// io_context's thread, with the body or with why there is none, for people.
void http_get(boost::asio::io_context& io, ServerAddress address, std::string target,
              std::function<void(tl::expected<std::string, std::string>)> done);

}  // namespace pentad::terminal
