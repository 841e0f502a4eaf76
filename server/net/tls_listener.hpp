#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/net/connection_quota.hpp"
#include "server/net/socket.hpp"

namespace pentad::server {

struct TlsSettings {
    std::string bind;
    std::uint16_t port = 0;   ///< 0 takes a free one
    std::string certificate;  ///< file with the chain, PEM
    std::string key;          ///< file with the private key, PEM
    ConnectionLimits limits = {};
    std::chrono::milliseconds handshake_timeout = std::chrono::seconds(10);
    /// A peer that takes nothing of what it is sent for so long is given up.
    std::chrono::milliseconds idle_timeout = std::chrono::seconds(30);
};

/// A port that speaks TLS 1.2 and 1.3. What is inside goes to whoever serves it over a pair of sockets of
/// this process, so that nobody else knows of TLS; that costs a copy, three descriptors a connection, and is
/// meant for servers without a proxy before them. On the I/O thread.
class TlsFront {
  public:
    /// Takes a connection; `address` is the peer's, without the port.
    using Serve = std::function<void(Socket socket, std::string address)>;

    /// Listens at once. Throws std::runtime_error, with a sentence that says what to do, when it cannot.
    TlsFront(asio::io_context& context, TlsSettings settings, Serve serve);
    ~TlsFront();

    /// Throws as the constructor where certificate and key cannot be used.
    static void check(const TlsSettings& settings);

    std::uint16_t port() const;

    /// Reads certificate and key again, for new connections. Throws std::runtime_error as the constructor
    /// does; then the old ones stay. Where it listens does not change.
    void change(TlsSettings settings);

    /// Takes no new connection from now on; those that are open go on.
    void stop_listening();

  private:
    class Front;
    std::shared_ptr<Front> front_;
};

}  // namespace pentad::server
