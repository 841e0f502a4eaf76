#pragma once

#include <string>
#include <tl/expected.hpp>

namespace pentad::terminal {

/// Where a server is: `ws://host:port/path`, or `wss://` with TLS.
struct ServerAddress {
    std::string host;
    std::string port;
    std::string path;
    bool secure = false;
    std::string trusted{};  ///< file of certificates that are trusted besides the system's; may be empty

    std::string text() const { return (secure ? "wss://" : "ws://") + host + ":" + port + path; }
    /// The host without the brackets that an IPv6 address stands in.
    std::string bare_host() const;

    /// The port may be left out (80 or 443) and the path, which is then `/ws`; `http` and `https` mean the
    /// page beside which the WebSocket lies. The error is a sentence.
    static tl::expected<ServerAddress, std::string> parse(const std::string& url);
};

}  // namespace pentad::terminal
