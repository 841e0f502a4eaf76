#include "clients/terminal/net/server_address.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdint>
#include <memory>
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

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

/// This machine itself, also by the address that stands for all of its own.
bool is_own(const sockaddr& address) {
    const auto v4 = [](std::uint32_t number) { return number == 0 || number >> 24 == 127; };
    if (address.sa_family == AF_INET)
        return v4(ntohl(reinterpret_cast<const sockaddr_in&>(address).sin_addr.s_addr));
    const in6_addr& v6 = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
    if (IN6_IS_ADDR_LOOPBACK(&v6) || IN6_IS_ADDR_UNSPECIFIED(&v6)) return true;
    const auto part = [&](int i) { return std::uint32_t{v6.s6_addr[12 + i]} << (24 - 8 * i); };
    return IN6_IS_ADDR_V4MAPPED(&v6) && v4(part(0) | part(1) | part(2) | part(3));
}

/// `host` without brackets.
std::string canonical_host(std::string host) {
    host = lowered(std::move(host));
    if (host.ends_with('.')) host.pop_back();
    if (host == "localhost") return host;
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) return host;
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(found, &::freeaddrinfo);
    if (is_own(*found->ai_addr)) return "localhost";
    char text[NI_MAXHOST];
    if (::getnameinfo(found->ai_addr, found->ai_addrlen, text, sizeof text, nullptr, 0, NI_NUMERICHOST) != 0)
        return host;
    return found->ai_family == AF_INET6 ? "[" + std::string(text) + "]" : text;
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
    const std::string scheme = lowered(url.substr(0, colons));
    const std::string rest = url.substr(colons + 3, url.find('#') - (colons + 3));
    if (scheme == "http") return parse(beside_page("ws://", rest));
    if (scheme == "https") return parse(beside_page("wss://", rest));
    const bool secure = scheme == "wss";
    if (!secure && scheme != "ws") return unreadable();
    const std::size_t slash = rest.find('/');
    const std::string place = rest.substr(0, slash);
    ServerAddress address{place, secure ? "443" : "80",
                          slash == std::string::npos || slash + 1 == rest.size() ? "/ws" : rest.substr(slash),
                          secure};
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

std::string ServerAddress::canonical() const {
    return (secure ? "wss://" : "ws://") + canonical_host(bare_host()) + ":" +
           std::to_string(std::stoul(port)) + path;
}

std::vector<std::string> ServerAddress::spellings() const {
    std::vector<std::string> all{text()};
    if (canonical_host(bare_host()) != "localhost") return all;
    for (const char* own : {"127.0.0.1", "localhost", "[::1]"}) {
        ServerAddress other = *this;
        other.host = own;
        if (own != host) all.push_back(other.text());
    }
    return all;
}

std::string ServerAddress::bare_host() const {
    const bool bracketed = host.starts_with('[') && host.ends_with(']');
    return bracketed ? host.substr(1, host.size() - 2) : host;
}

}  // namespace pentad::terminal
