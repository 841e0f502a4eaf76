#pragma once

#include <functional>
#include <string>

#include "server/http/api.hpp"
#include "server/http/health.hpp"
#include "server/http/static_files.hpp"
#include "server/net/http_response.hpp"
#include "server/room/room_services.hpp"

namespace pentad::server {

/// Routes plain HTTP: health, the read-only API, the protocol's files (`/protocol/asyncapi.yaml`,
/// `/protocol/schema/NAME.json`), and the web client. On the I/O thread.
class Site final : public HttpSite {
  public:
    Site(RoomServices& services, StaticFiles files, Health::NotReady not_ready = {});

    void answer(std::string target, std::function<void(HttpResponse)> done) override;

  private:
    const Health health_;
    Api api_;
    const StaticFiles files_;
};

}  // namespace pentad::server
