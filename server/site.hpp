#pragma once

#include <string>
#include <string_view>

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

  private:
    Api api_;
    const StaticFiles files_;
    bool draining_ = false;
};

}  // namespace pentad::server
