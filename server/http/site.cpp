#include "server/http/site.hpp"

#include "server/http/protocol_files.hpp"

namespace pentad::server {
namespace {

HttpResponse plain(int status, std::string text) {
    return {status,
            "text/plain; charset=utf-8",
            std::make_shared<const std::string>(std::move(text)),
            {{"Cache-Control", "no-store"}}};
}

}  // namespace

Site::Site(RoomServices& services, StaticFiles files, NotReady not_ready)
    : api_(services), files_(std::move(files)), not_ready_(std::move(not_ready)) {}

HttpResponse Site::readiness() const {
    const auto reasons = not_ready_ ? not_ready_() : std::vector<std::string_view>{};
    if (reasons.empty()) return plain(200, "ready\n");
    std::string list;
    for (const std::string_view reason : reasons)
        list.append(list.empty() ? "\"" : ",\"").append(reason).append("\"");
    HttpResponse answer = http_json("{\"ready\":false,\"reasons\":[" + list + "]}\n");
    answer.status = 503;
    return answer;
}

void Site::answer(std::string target, std::function<void(HttpResponse)> done) {
    constexpr std::string_view api = "/api/v1/";
    constexpr std::string_view protocol = "/protocol/";
    const std::string path = target.substr(0, target.find('?'));
    const std::string query = path.size() < target.size() ? target.substr(path.size() + 1) : "";
    if (path == "/healthz") return done(plain(200, "ok\n"));
    if (path == "/readyz") return done(readiness());
    if (path == "/version")
        return done(http_json("{\"name\":\"pentad\",\"version\":\"" PENTAD_VERSION "\",\"protocol\":[1]}\n"));
    if (path.starts_with(api))
        return api_.answer(std::string_view(path).substr(api.size()), query, std::move(done));
    if (path.starts_with(protocol))
        if (const auto text = protocol_file(std::string_view(path).substr(protocol.size()))) {
            HttpResponse answer = http_json(std::string(*text));
            if (path.ends_with(".yaml")) answer.content_type = "application/yaml";
            answer.headers = {{"Cache-Control", "no-cache"}};
            return done(answer);
        }
    if (const HttpResponse* file = files_.find(path)) return done(*file);
    if (path == "/" && files_.empty())
        return done(plain(
            200, "Pentad: this server has no web client. Connect to /ws, or start it with --web DIR.\n"));
    done(http_error(404, "not_found", "There is nothing here."));
}

}  // namespace pentad::server
