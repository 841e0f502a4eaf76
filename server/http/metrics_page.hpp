#pragma once

#include <functional>
#include <string>

#include "server/metrics/metrics.hpp"
#include "server/net/http_response.hpp"

namespace pentad::server {

/// `/metrics` for Prometheus, on its own port for operators. On the I/O thread.
class MetricsPage final : public HttpSite {
  public:
    MetricsPage(const Metrics& metrics, std::function<Metrics::Now()> now)
        : metrics_(metrics), now_(std::move(now)) {}

    void answer(std::string target, std::function<void(HttpResponse)> done) override;

  private:
    const Metrics& metrics_;
    const std::function<Metrics::Now()> now_;
};

}  // namespace pentad::server
