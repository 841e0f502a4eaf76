#pragma once

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <optional>
#include <string_view>

#include "server/net/http_site.hpp"
#include "server/net/web_server.hpp"

/// What a request must be like before anybody answers it, and what pages of other origins are told.
/// Thread-safe.
namespace pentad::server {

using HeadRequest = boost::beast::http::request<boost::beast::http::empty_body>;

/// The target without its query.
std::string_view path_of(std::string_view target);

/// Only looks whether the server is well. REQUIRES: the target is as it was sent.
bool is_health_check(const HeadRequest& request);

/// Is there a body, or might another server see one?
bool has_body(const HeadRequest& request);

/// What every request for the path of the WebSocket gets that is no upgrade to it.
HttpResponse upgrade_required();

/// Refuses a request for a host that this server does not answer to. Makes `GET http://host/path` the same as
/// `GET /path` with that Host (RFC 9112, 3.2.2).
std::optional<HttpResponse> refuse_host(HeadRequest& request, const WebServerSettings& settings);

/// Refuses what is no proper handshake of a WebSocket, and pages of other origins.
std::optional<HttpResponse> refuse_upgrade(const HeadRequest& request, const WebServerSettings& settings);

/// Answers a page of another origin that asks whether it may ask (a CORS preflight). Nothing for any other
/// request. REQUIRES: the target is below the base path.
std::optional<HttpResponse> answer_preflight(const HeadRequest& request, const WebServerSettings& settings);

/// Lets pages of the allowed origins read an answer of the API. REQUIRES: as above.
void let_pages_read(HttpResponse& answer, const HeadRequest& request, const WebServerSettings& settings);

}  // namespace pentad::server
