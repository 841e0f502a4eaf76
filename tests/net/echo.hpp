#pragma once

#include <map>

#include "server/net/web_server.hpp"

namespace pentad::testing {

/// Sends each text back over the server's own connections.
class Echo final : public server::ConnectionHandler {
  public:
    void opened(const std::shared_ptr<server::Connection>& connection) override {
        connections_[connection.get()] = connection;
    }
    void received(server::Connection& connection, std::string_view text, server::ServerTime) override {
        connection.send(std::make_shared<const std::string>(text));
    }
    void closed(server::Connection& connection) override { connections_.erase(&connection); }

    std::size_t connections() const { return connections_.size(); }

  private:
    std::map<const server::Connection*, std::shared_ptr<server::Connection>> connections_;
};

/// Has no pages.
class NoSite final : public server::HttpSite {
  public:
    void answer(std::string, std::function<void(server::HttpResponse)> done) override {
        done(server::http_error(404, "not_found", "Here is an echo at /ws and nothing else."));
    }
};

}  // namespace pentad::testing
