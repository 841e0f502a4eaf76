#pragma once

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "server/net/http_response.hpp"
#include "server/net/web_server.hpp"

/// Checks of requests before they are answered, and CORS. Thread-safe.
namespace pentad::server {

using HeadRequest = boost::beast::http::request<boost::beast::http::empty_body>;

/// The target without its query.
std::string_view path_of(std::string_view target);

/// Is it for /healthz or /readyz? REQUIRES: the target is as sent.
bool is_health_check(const HeadRequest& request);

/// Does it have a body, or could another server think so (request smuggling)?
bool has_body(const HeadRequest& request);

/// The answer to a request for the WebSocket's path that is not an upgrade.
HttpResponse upgrade_required();

/// Refuses a request for a host that this server does not answer to. Turns `GET http://host/path` into `GET
/// /path` with that Host (RFC 9112, 3.2.2).
std::optional<HttpResponse> refuse_host(HeadRequest& request, const WebServerSettings& settings);

/// Removes the base path from the target, redirects from it without the slash, and refuses targets outside.
/// Health checks may leave it out.
std::optional<HttpResponse> enter_base_path(HeadRequest& request, const std::string& base);

/// Refuses an invalid WebSocket handshake, and pages of origins that are not allowed.
std::optional<HttpResponse> refuse_upgrade(const HeadRequest& request, const WebServerSettings& settings);

/// Answers a CORS preflight; empty for any other request. REQUIRES: the target is without the base path.
std::optional<HttpResponse> answer_preflight(const HeadRequest& request, const WebServerSettings& settings);

/// Adds the CORS headers to an answer of the API. REQUIRES: as above.
void let_pages_read(HttpResponse& answer, const HeadRequest& request, const WebServerSettings& settings);

}  // namespace pentad::server
