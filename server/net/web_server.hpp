#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "server/net/connection.hpp"
#include "server/net/connection_quota.hpp"
#include "server/net/http_site.hpp"
#include "server/net/socket.hpp"

namespace pentad::server {

struct WebServerSettings {
    std::string bind;
    std::uint16_t port = 0;  ///< 0 takes a free one
    /// Origins whose pages may open a WebSocket and read the API besides the server's own, such as
    /// `https://play.example`.
    std::vector<std::string> allowed_origins;
    /// Names that the server answers to, without the port.
    std::vector<std::string> allowed_hosts;
    /// Besides them: any IP address, `localhost` and the machine's host name.
    bool own_hosts = true;
    /// Beyond them connections are told 4009 or 503, an address's 1013 or 429.
    ConnectionLimits limits = {};
    /// See ConnectionSettings.
    milliseconds idle_timeout = std::chrono::seconds(30);
    /// From the connection to the end of its first request's header.
    milliseconds request_timeout = std::chrono::seconds(10);
    int requests_per_minute = 0;  ///< HTTP, of one address; 0: any number. More are told 429.
    /// What every request must bring as `Authorization: Bearer ...`; empty: nothing.
    std::string bearer_token = {};
    int wrong_tokens_per_minute = 0;  ///< of one address; 0: any number. More are told 429.
    /// Everything lives under it, such as `/pentad`; empty: at the root.
    std::string base_path = {};
};

/// A port: plain HTTP, and the WebSocket at `/ws`. On the I/O thread.
class WebServer {
  public:
    /// Listens at once. Throws std::runtime_error, with a sentence that says what to do, when it cannot.
    /// REQUIRES: owner and site outlive the context's run.
    WebServer(boost::asio::io_context& context, WebServerSettings settings, ConnectionHandler& owner,
              HttpSite& site);
    /// Plain HTTP alone: there is no WebSocket.
    WebServer(boost::asio::io_context& context, WebServerSettings settings, HttpSite& site);
    ~WebServer();

    std::uint16_t port() const;

    /// Are there more connections than may be? Whoever asks over one does not count.
    bool full() const;

    /// Serves a connection that was accepted elsewhere, of the peer at this address.
    void serve(Socket socket, std::string address);

    /// From now on these count for new requests; where it listens does not change.
    void change(WebServerSettings settings);

    /// Takes no new connection from now on; those that are open go on.
    void stop_listening();

  private:
    class Listener;
    std::shared_ptr<Listener> listener_;
};

}  // namespace pentad::server
