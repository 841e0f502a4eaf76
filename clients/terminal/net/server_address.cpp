#include "clients/terminal/net/server_address.hpp"

#include <string_view>

namespace pentad::terminal {
namespace {

tl::unexpected<std::string> unreadable() {
    return tl::unexpected<std::string>(
        "The server's address must look like ws://host:port/ws or wss://host/ws.");
}

bool is_port(std::string_view text) {
    return !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == std::string::npos;
}

/// The address that the server prints for browsers: the WebSocket lies beside its page.
std::string beside_page(const std::string& scheme, std::string rest) {
    if (rest.find('/') == std::string::npos) rest += '/';
    return scheme + rest + (rest.ends_with('/') ? "ws" : "/ws");
}

}  // namespace

tl::expected<ServerAddress, std::string> ServerAddress::parse(const std::string& url) {
    const std::size_t colons = url.find("://");
    if (colons == std::string::npos) return unreadable();
    const std::string scheme = url.substr(0, colons);
    const std::string rest = url.substr(colons + 3);
    if (scheme == "http") return parse(beside_page("ws://", rest));
    if (scheme == "https") return parse(beside_page("wss://", rest));
    const bool secure = scheme == "wss";
    if (!secure && scheme != "ws") return unreadable();
    const std::size_t slash = rest.find('/');
    const std::string place = rest.substr(0, slash);
    ServerAddress address{place, secure ? "443" : "80",
                          slash == std::string::npos ? "/ws" : rest.substr(slash), secure};
    // An IPv6 address stands in brackets and has colons of its own.
    const std::size_t colon = place.rfind(':');
    const std::size_t bracket = place.rfind(']');
    if (colon != std::string::npos && (bracket == std::string::npos || colon > bracket)) {
        address.host = place.substr(0, colon);
        address.port = place.substr(colon + 1);
    }
    if (address.host.empty() || !is_port(address.port)) return unreadable();
    return address;
}

std::string ServerAddress::bare_host() const {
    const bool bracketed = host.starts_with('[') && host.ends_with(']');
    return bracketed ? host.substr(1, host.size() - 2) : host;
}

}  // namespace pentad::terminal
