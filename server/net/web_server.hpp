#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "server/base/executor.hpp"
#include "server/net/connection.hpp"
#include "server/net/connection_quota.hpp"
#include "server/net/http_response.hpp"
#include "server/net/tls_context.hpp"

namespace pentad::server {

struct WebServerSettings {
    std::string bind;
    std::uint16_t port = 0;  ///< 0 takes a free one
    /// Origins whose pages may open a WebSocket and read the API besides the server's own, such as
    /// `https://play.example`.
    std::vector<std::string> allowed_origins;
    /// Host names that the server answers to, without the port.
    std::vector<std::string> allowed_hosts;
    /// Also any IP address, `localhost` and the machine's host name.
    bool own_hosts = true;
    /// Connections beyond them are refused with 4009 or 503, those of one address with 1013 or 429.
    ConnectionLimits limits = {};
    /// See ConnectionSettings.
    milliseconds idle_timeout = std::chrono::seconds(30);
    /// From the connection, or the end of the TLS handshake, to the end of the first request's header. The
    /// handshake has as long.
    milliseconds request_timeout = std::chrono::seconds(10);
    int requests_per_minute = 0;  ///< HTTP, of one address; 0: any number. More are refused with 429.
    /// The token that every request must bring as `Authorization: Bearer ...`; empty: none.
    std::string bearer_token = {};
    int wrong_tokens_per_minute = 0;  ///< of one address; 0: any number. More are refused with 429.
    /// The path under which everything is served, such as `/pentad`; empty: the root.
    std::string base_path = {};
};

/// Serves HTTP, and the WebSocket at `/ws`, on a plain port and if wanted on one with TLS. On the I/O thread.
class WebServer {
  public:
    /// Listens at once. Throws std::runtime_error with a sentence that says what to do if it cannot.
    /// REQUIRES: handler and site outlive the context's run.
    WebServer(boost::asio::io_context& context, WebServerSettings settings, ConnectionHandler& handler,
              HttpSite& site);
    /// HTTP only, without a WebSocket.
    WebServer(boost::asio::io_context& context, WebServerSettings settings, HttpSite& site);
    ~WebServer();

    std::uint16_t port() const;

    /// Are there more connections than allowed, without the one that asks?
    bool full() const;

    /// Listens for TLS as well. Throws like the constructor. Connections of both ports share the limits.
    void listen_tls(const TlsSettings& settings);
    /// REQUIRES: listen_tls() was called.
    std::uint16_t tls_port() const;
    /// Reads certificate and key again, for new connections; the ports stay. Throws std::runtime_error and
    /// keeps the old ones if they cannot be used. REQUIRES: listen_tls() was called.
    void change_tls(const TlsSettings& settings);

    /// Applies to new requests; the ports stay.
    void change(WebServerSettings settings);

    /// Accepts no more connections; open ones go on.
    void stop_listening();

  private:
    class Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace pentad::server
