#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Names of servers as requests and settings carry them: `Host`, `Origin`, --allowed-hosts,
/// --allowed-origins. Thread-safe.
namespace pentad::server {

/// The one way to write a host's name or IP address, to compare it: small letters, no dot at the end, an IPv6
/// address in brackets and in its shortest form. Nothing when no browser could send it: names are ASCII
/// (`xn--` for others), and of the ways to write an IPv4 address only the usual one is taken.
std::optional<std::string> canonical_host(std::string_view name);

/// The host of a Host header or of an address's authority, without its port. Nothing when it is neither.
std::optional<std::string> host_of(std::string_view authority);

/// An origin as browsers send it, such as `https://play.example`, without the port where it is the usual one.
/// Nothing when it is none: another scheme, a path, a user, a wildcard.
std::optional<std::string> canonical_origin(std::string_view origin);

/// REQUIRES: `host` is canonical.
bool is_ip_address(std::string_view host);

/// What a server is called without being told: any IP address, `localhost`, and this machine's host name. No
/// page elsewhere can have such a name lead here, as it can a name of its own. REQUIRES: `host` is canonical.
bool is_own_host(std::string_view host);

/// The address of a server that listens there, as a browser on its machine takes it.
std::string browser_address(const std::string& scheme, const std::string& bind, std::uint16_t port);

/// May a page from `origin` talk to the server that it reached as `host`, the value of the Host header? The
/// same host and port may, and the allowed ones.
bool is_allowed_origin(std::string_view origin, std::string_view host,
                       const std::vector<std::string>& allowed);

}  // namespace pentad::server
