#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "server/net/http_response.hpp"

namespace pentad::server {

/// `/healthz`, `/readyz` and `/version`. On the I/O thread.
class Health {
  public:
    /// Why the server takes no new work, a word for each reason; empty: it is ready.
    using NotReady = std::function<std::vector<std::string_view>()>;

    /// `not_ready` is called for each `/readyz`; without it the server is always ready.
    explicit Health(NotReady not_ready) : not_ready_(std::move(not_ready)) {}

    /// Empty for any other path.
    std::optional<HttpResponse> answer(std::string_view path) const;

  private:
    HttpResponse readiness() const;

    const NotReady not_ready_;
};

}  // namespace pentad::server
