#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Host names and origins, as in `Host`, `Origin`, --allowed-hosts and --allowed-origins. Thread-safe.
namespace pentad::server {

/// The canonical form of a host name or IP address, for comparison: lower case, no trailing dot, IPv6
/// addresses in brackets and shortest form. Empty if no browser could send it: names are ASCII (`xn--` for
/// others), and IPv4 addresses are dotted decimal.
std::optional<std::string> canonical_host(std::string_view name);

/// The host of a Host header or URL authority, without the port. Empty if it is neither.
std::optional<std::string> host_of(std::string_view authority);

/// An origin as browsers send it, such as `https://play.example`, without a default port. Empty for another
/// scheme, or one with a path, user or wildcard.
std::optional<std::string> canonical_origin(std::string_view origin);

/// REQUIRES: `host` is canonical.
bool is_ip_address(std::string_view host);

/// Is it an IP address, `localhost` or this machine's host name? A foreign page cannot point these at this
/// server (DNS rebinding), as it can a name of its own. REQUIRES: `host` is canonical.
bool is_own_host(std::string_view host);

/// The URL of a server that listens there, for a browser on the same machine.
std::string browser_address(const std::string& scheme, const std::string& bind, std::uint16_t port);

/// May a page from `origin` talk to the server it reached as `host` (the Host header)? Yes for the same host
/// and port, and for the allowed origins.
bool is_allowed_origin(std::string_view origin, std::string_view host,
                       const std::vector<std::string>& allowed);

}  // namespace pentad::server
