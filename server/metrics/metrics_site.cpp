#include "server/metrics/metrics_site.hpp"

namespace pentad::server {

void MetricsSite::answer(std::string target, std::function<void(HttpAnswer)> done) {
    if (target != "/metrics")
        return done(http_error(404, "bad_request", "Here is /metrics and nothing else."));
    HttpAnswer found;
    found.content_type = "text/plain; version=0.0.4; charset=utf-8";
    found.body = std::make_shared<const std::string>(metrics_.text(now_()));
    done(std::move(found));
}

}  // namespace pentad::server
