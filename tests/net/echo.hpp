#pragma once

#include <map>

#include "server/net/web_server.hpp"

namespace pentad::testing {

/// Sends each text back. The links are those of the server: what they refuse, the server refuses.
class Echo final : public server::LinkOwner {
  public:
    void opened(const std::shared_ptr<server::Link>& link) override { links_[link.get()] = link; }
    void received(server::Link& link, std::string_view text, server::ServerTime) override {
        link.send(std::make_shared<const std::string>(text));
    }
    void closed(server::Link& link) override { links_.erase(&link); }

    std::size_t links() const { return links_.size(); }

  private:
    std::map<const server::Link*, std::shared_ptr<server::Link>> links_;
};

/// Has nothing to show.
class NoSite final : public server::HttpSite {
  public:
    void answer(std::string, std::function<void(server::HttpAnswer)> done) override {
        done(server::http_error(404, "not_found", "Here is an echo at /ws and nothing else."));
    }
};

}  // namespace pentad::testing
