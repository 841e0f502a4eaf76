#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace pentad::terminal {

/// Where a server is: `ws://host:port/path`, or `wss://` with TLS.
struct ServerAddress {
    std::string host;
    std::string port;
    std::string path;
    bool secure = false;
    std::string trusted{};  ///< file of certificates that are trusted besides the system's; may be empty

    std::string text() const { return (secure ? "wss://" : "ws://") + host + ":" + port + path; }
    /// As text(), and the same for every spelling of one address: capital letters, a dot behind the name and
    /// the ways to write an IP address make no difference, and `localhost`, `127.0.0.1` and `[::1]` are one.
    /// Asks no name server: two names of one machine stay two.
    std::string canonical() const;
    /// Those that canonical() makes one of, as far as they can be listed: this one and, of this machine, the
    /// usual three.
    std::vector<std::string> spellings() const;
    /// The host without the brackets that an IPv6 address stands in.
    std::string bare_host() const;

    /// The port may be left out (80 or 443) and the path, which is then `/ws`; `http` and `https` mean the
    /// page beside which the WebSocket lies, with whatever stands behind its `#`. The error is a sentence.
    static tl::expected<ServerAddress, std::string> parse(const std::string& url);
};

}  // namespace pentad::terminal
