#include "server/http/metrics_page.hpp"

namespace pentad::server {

void MetricsPage::answer(std::string target, std::function<void(HttpResponse)> done) {
    if (target != "/metrics")
        return done(http_error(404, "bad_request", "Not Found. Metrics are at /metrics."));
    HttpResponse found;
    found.content_type = "text/plain; version=0.0.4; charset=utf-8";
    found.body = std::make_shared<const std::string>(metrics_.text(now_()));
    done(std::move(found));
}

}  // namespace pentad::server
