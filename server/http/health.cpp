#include "server/http/health.hpp"

#include <string>

namespace pentad::server {

std::optional<HttpResponse> Health::answer(std::string_view path) const {
    if (path == "/healthz") return http_text("ok\n");
    if (path == "/readyz") return readiness();
    if (path == "/version")
        return http_json("{\"name\":\"pentad\",\"version\":\"" PENTAD_VERSION "\",\"protocol\":[1]}\n");
    return std::nullopt;
}

HttpResponse Health::readiness() const {
    const auto reasons = not_ready_ ? not_ready_() : std::vector<std::string_view>{};
    if (reasons.empty()) return http_text("ready\n");
    std::string list;
    for (const std::string_view reason : reasons)
        list.append(list.empty() ? "\"" : ",\"").append(reason).append("\"");
    HttpResponse answer = http_json("{\"ready\":false,\"reasons\":[" + list + "]}\n");
    answer.status = 503;
    return answer;
}

}  // namespace pentad::server
