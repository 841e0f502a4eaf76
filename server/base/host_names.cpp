#include "server/base/host_names.hpp"

#include <arpa/inet.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace pentad::server {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_label_character(char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_'; }

std::string lower(std::string_view text) {
    std::string copy(text);
    for (char& c : copy)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return copy;
}

/// In brackets.
std::optional<std::string> canonical_ipv6(std::string_view name) {
    const std::string inside(name.substr(1, name.size() - 2));
    in6_addr bytes{};
    if (::inet_pton(AF_INET6, inside.c_str(), &bytes) != 1) return std::nullopt;
    std::array<char, INET6_ADDRSTRLEN> written{};
    ::inet_ntop(AF_INET6, &bytes, written.data(), written.size());
    return "[" + std::string(written.data()) + "]";
}

bool is_ipv4(const std::string& name) {
    in_addr bytes{};
    return ::inet_pton(AF_INET, name.c_str(), &bytes) == 1;
}

/// Browsers take what ends in a number for an IPv4 address (WHATWG URL, "ends in a number").
bool ends_in_a_number(std::string_view name) {
    const std::string_view last = name.substr(name.rfind('.') + 1);
    return std::all_of(last.begin(), last.end(), is_digit) || last.starts_with("0x");
}

struct Authority {
    std::string host;
    int port = -1;  ///< -1: none given
};

std::optional<Authority> parse_authority(std::string_view text) {
    const std::size_t bracket = text.starts_with('[') ? text.find(']') : 0;
    if (bracket == std::string_view::npos) return std::nullopt;
    const std::size_t colon = text.find(':', bracket);
    auto host = canonical_host(text.substr(0, colon));
    if (!host) return std::nullopt;
    Authority authority{std::move(*host)};
    if (colon == std::string_view::npos || colon + 1 == text.size()) return authority;
    const std::string_view port = text.substr(colon + 1);
    if (!std::all_of(port.begin(), port.end(), is_digit)) return std::nullopt;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), authority.port);
    if (error != std::errc{} || authority.port > 65'535) return std::nullopt;
    return authority;
}

}  // namespace

std::optional<std::string> canonical_host(std::string_view name) {
    constexpr std::size_t longest_name = 253, longest_label = 63;
    if (name.starts_with('[') && name.ends_with(']')) return canonical_ipv6(name);
    if (name.ends_with('.')) name.remove_suffix(1);
    if (name.empty() || name.size() > longest_name) return std::nullopt;
    std::string host = lower(name);
    if (ends_in_a_number(host)) return is_ipv4(host) ? std::optional(host) : std::nullopt;
    for (std::string_view rest = host;;) {
        const std::string_view label = rest.substr(0, rest.find('.'));
        if (label.empty() || label.size() > longest_label ||
            !std::all_of(label.begin(), label.end(), is_label_character))
            return std::nullopt;
        if (label.size() == rest.size()) return host;
        rest.remove_prefix(label.size() + 1);
    }
}

std::optional<std::string> host_of(std::string_view authority) {
    auto parsed = parse_authority(authority);
    return parsed ? std::optional(std::move(parsed->host)) : std::nullopt;
}

std::optional<std::string> canonical_origin(std::string_view origin) {
    const std::size_t end = origin.find("://");
    if (end == std::string_view::npos) return std::nullopt;
    const std::string scheme = lower(origin.substr(0, end));
    if (scheme != "http" && scheme != "https") return std::nullopt;
    const auto authority = parse_authority(origin.substr(end + 3));
    if (!authority) return std::nullopt;
    const bool usual = authority->port == -1 || authority->port == (scheme == "http" ? 80 : 443);
    return scheme + "://" + authority->host + (usual ? "" : ":" + std::to_string(authority->port));
}

bool is_ip_address(std::string_view host) { return host.starts_with('[') || is_ipv4(std::string(host)); }

bool is_own_host(std::string_view host) {
    if (is_ip_address(host) || host == "localhost") return true;
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return false;
    return canonical_host(name.data()) == host;
}

std::string browser_address(const std::string& scheme, const std::string& bind, std::uint16_t port) {
    const bool everywhere = bind == "0.0.0.0" || bind == "::";
    const std::string host = everywhere ? "127.0.0.1" : bind.find(':') == bind.npos ? bind : "[" + bind + "]";
    return scheme + "://" + host + ":" + std::to_string(port);
}

bool is_allowed_origin(std::string_view origin, std::string_view host,
                       const std::vector<std::string>& allowed) {
    const auto wanted = canonical_origin(origin);
    if (!wanted) return false;
    for (const std::string& one : allowed)
        if (wanted == canonical_origin(one)) return true;
    const std::string own(host);
    return wanted == canonical_origin("http://" + own) || wanted == canonical_origin("https://" + own);
}

}  // namespace pentad::server
