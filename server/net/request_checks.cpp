#include "server/net/request_checks.hpp"

#include <algorithm>
#include <boost/beast/http/rfc7230.hpp>
#include <cctype>
#include <string>

#include "server/base/host_names.hpp"
#include "server/net/web_socket_connection.hpp"

namespace pentad::server {
namespace {

namespace http = boost::beast::http;

bool is_for_api(const HeadRequest& request) { return path_of(request.target()).starts_with("/api/"); }

/// The request's origin if it is allowed.
std::optional<std::string> reading_origin(const HeadRequest& request, const WebServerSettings& settings) {
    if (request.count(http::field::origin) != 1) return std::nullopt;
    const std::string origin(request[http::field::origin]);
    if (!is_allowed_origin(origin, request[http::field::host], settings.allowed_origins)) return std::nullopt;
    return origin;
}

/// Is it a plain list of header names?
bool is_list_of_names(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == ',' || c == ' ';
    });
}

/// In `GET http://host/path`, which clients send to proxies, the authority overrides the Host header.
void take_absolute_form(HeadRequest& request) {
    const std::string target(request.target());
    const std::size_t scheme = target.find("://");
    if (scheme == std::string::npos || target.starts_with('/')) return;
    const std::string name = target.substr(0, scheme);
    if (!boost::beast::iequals(name, "http") && !boost::beast::iequals(name, "https")) return;
    const std::size_t begin = scheme + 3;
    const std::size_t end = std::min(target.find_first_of("/?", begin), target.size());
    request.set(http::field::host, target.substr(begin, end - begin));
    const std::string path = target.substr(end);
    request.target(path.starts_with('/') ? path : "/" + path);
}

bool is_allowed_host(const std::string& host, const WebServerSettings& settings) {
    if (settings.own_hosts && is_own_host(host)) return true;
    return std::any_of(settings.allowed_hosts.begin(), settings.allowed_hosts.end(),
                       [&](const std::string& one) { return canonical_host(one) == host; });
}

}  // namespace

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

bool is_health_check(const HeadRequest& request) {
    const auto path = path_of(request.target());
    return path == "/healthz" || path == "/readyz";
}

bool has_body(const HeadRequest& request) {
    // Ambiguous lengths count as a body.
    return request.count(http::field::transfer_encoding) > 0 ||
           request.count(http::field::content_length) > 1 ||
           (request.has_content_length() && request[http::field::content_length] != "0");
}

HttpResponse upgrade_required() {
    HttpResponse answer =
        http_error(426, "upgrade_required",
                   "This is the WebSocket endpoint: connect with a WebSocket client and the "
                   "sub-protocol pentad.v1.json.");
    answer.headers.emplace_back("Upgrade", "websocket");
    answer.headers.emplace_back("Sec-WebSocket-Version", "13");
    return answer;
}

std::optional<HttpResponse> refuse_host(HeadRequest& request, const WebServerSettings& settings) {
    if (request.count(http::field::host) != 1 || request[http::field::host].empty())
        return http_error(400, "bad_request", "Send exactly one Host header.");
    take_absolute_form(request);
    const auto host = host_of(request[http::field::host]);
    if (host && is_allowed_host(*host, settings)) return std::nullopt;
    // A health check may know only the address.
    if (host && is_ip_address(*host) && is_health_check(request)) return std::nullopt;
    return http_error(421, "forbidden",
                      "This server does not answer to that host name. Its operator can allow it: the setting "
                      "--allowed-hosts (or PENTAD_ALLOWED_HOSTS) lists the names. Without the setting the "
                      "server answers to IP addresses, localhost and the host name of its machine.");
}

std::optional<HttpResponse> enter_base_path(HeadRequest& request, const std::string& base) {
    const std::string target(request.target());
    const auto path = path_of(target);
    if (base.empty() || is_health_check(request)) return std::nullopt;
    if (path == base) {
        HttpResponse moved = http_error(308, "moved", "Moved Permanently");
        moved.headers.emplace_back("Location", base + "/" + target.substr(path.size()));
        return moved;
    }
    if (!target.starts_with(base + "/")) return http_error(404, "not_found", "Not Found");
    request.target(target.substr(base.size()));
    return std::nullopt;
}

std::optional<HttpResponse> refuse_upgrade(const HeadRequest& request, const WebServerSettings& settings) {
    if (request.version() != 11) return http_error(400, "bad_request", "A WebSocket requires HTTP/1.1.");
    if (request.method() != http::verb::get || has_body(request))
        return http_error(400, "bad_request", "Open a WebSocket with a GET without a body.");
    if (request.count(http::field::sec_websocket_key) != 1 ||
        !is_web_socket_key(request[http::field::sec_websocket_key]))
        return http_error(400, "bad_request", "Sec-WebSocket-Key must be 16 bytes in base64.");
    if (request[http::field::sec_websocket_version] != "13") return upgrade_required();
    if (request.count(http::field::origin) > 0 && !reading_origin(request, settings))
        return http_error(403, "forbidden", "Pages from that origin may not connect to this server.");
    const auto protocols = request[http::field::sec_websocket_protocol];
    if (!protocols.empty() && !http::token_list(protocols).exists("pentad.v1.json"))
        return http_error(400, "protocol_unsupported", "Use the sub-protocol pentad.v1.json.");
    return std::nullopt;
}

std::optional<HttpResponse> answer_preflight(const HeadRequest& request, const WebServerSettings& settings) {
    if (request.method() != http::verb::options || !is_for_api(request) ||
        request.count(http::field::origin) == 0 ||
        request.count(http::field::access_control_request_method) == 0)
        return std::nullopt;
    if (!reading_origin(request, settings))
        return http_error(403, "forbidden", "Pages from that origin may not read from this server.");
    HttpResponse answer;
    answer.status = 204;
    answer.headers = {{"Access-Control-Allow-Methods", "GET, HEAD"}, {"Access-Control-Max-Age", "600"}};
    // No request header changes an answer, so all are allowed.
    const std::string asked(request[http::field::access_control_request_headers]);
    if (!asked.empty() && is_list_of_names(asked))
        answer.headers.emplace_back("Access-Control-Allow-Headers", asked);
    return answer;
}

void let_pages_read(HttpResponse& answer, const HeadRequest& request, const WebServerSettings& settings) {
    // A request for a foreign host has no same origin here.
    if (!is_for_api(request) || answer.status == 421) return;
    const bool preflight = request.method() == http::verb::options;
    answer.headers.emplace_back("Vary", preflight ? "Origin, Access-Control-Request-Headers" : "Origin");
    if (const auto origin = reading_origin(request, settings)) {
        answer.headers.emplace_back("Access-Control-Allow-Origin", *origin);
        if (!preflight) answer.headers.emplace_back("Access-Control-Expose-Headers", "Retry-After");
    }
}

}  // namespace pentad::server
