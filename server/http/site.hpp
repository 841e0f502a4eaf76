#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/api.hpp"
#include "server/http/static_files.hpp"
#include "server/net/http_site.hpp"
#include "server/room/room_services.hpp"

namespace pentad::server {

/// What the server answers over plain HTTP: the web client, its health, the API for reading, and what the
/// protocol is written down in (`/protocol/asyncapi.yaml`, `/protocol/schema/NAME.json`).
/// On the I/O thread.
class Site final : public HttpSite {
  public:
    /// Why the server takes no new work just now, a word for each reason; none: it is ready.
    using NotReady = std::function<std::vector<std::string_view>()>;

    /// `not_ready` is asked for each `/readyz`; without it the server is always ready.
    Site(RoomServices& services, StaticFiles files, NotReady not_ready = {});

    void answer(std::string target, std::function<void(HttpResponse)> done) override;

  private:
    HttpResponse readiness() const;

    Api api_;
    const StaticFiles files_;
    const NotReady not_ready_;
};

}  // namespace pentad::server
