#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "server/api.hpp"
#include "server/match/room_services.hpp"
#include "server/net/http_site.hpp"
#include "server/net/static_files.hpp"

namespace pentad::server {

/// What the server answers over plain HTTP: the web client, its health, the API for reading, and what the
/// protocol is written down in (`/protocol/asyncapi.yaml`, `/protocol/schema/NAME.json`).
/// On the I/O thread.
class Site final : public HttpSite {
  public:
    Site(RoomServices& services, StaticFiles files);

    void answer(std::string target, std::function<void(HttpAnswer)> done) override;

    /// From now on `/readyz` says that the server takes no new work.
    void drain() { draining_ = true; }
    /// `/readyz` says so while `full()`: nobody new can be let in.
    void ask_whether_full(std::function<bool()> full) { full_ = std::move(full); }

  private:
    Api api_;
    const StaticFiles files_;
    bool draining_ = false;
    std::function<bool()> full_ = [] { return false; };
};

}  // namespace pentad::server
