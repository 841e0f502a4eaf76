#pragma once

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include "server/net/http_response.hpp"
#include "server/net/transport.hpp"

namespace pentad::server {

/// Sends a response; false if the connection broke. A HEAD request gets no body. `alive`: another request may
/// follow. REQUIRES: all of these outlive the call.
Awaitable<bool> write_response(Transport& transport,
                               const boost::beast::http::request<boost::beast::http::empty_body>& request,
                               const HttpResponse& answer, bool alive);

}  // namespace pentad::server
