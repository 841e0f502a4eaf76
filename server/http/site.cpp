#include "server/http/site.hpp"

#include <string_view>
#include <utility>

#include "server/http/protocol_files.hpp"

namespace pentad::server {

Site::Site(RoomServices& services, StaticFiles files, Health::NotReady not_ready)
    : health_(std::move(not_ready)), api_(services), files_(std::move(files)) {}

void Site::answer(std::string target, std::function<void(HttpResponse)> done) {
    constexpr std::string_view api = "/api/v1/";
    constexpr std::string_view protocol = "/protocol/";
    const std::string path = target.substr(0, target.find('?'));
    const std::string query = path.size() < target.size() ? target.substr(path.size() + 1) : "";
    if (auto health = health_.answer(path)) return done(std::move(*health));
    if (path.starts_with(api))
        return api_.answer(std::string_view(path).substr(api.size()), query, std::move(done));
    if (path.starts_with(protocol))
        if (auto file = answer_protocol_file(std::string_view(path).substr(protocol.size())))
            return done(std::move(*file));
    if (const HttpResponse* file = files_.find(path)) return done(*file);
    if (path == "/" && files_.empty())
        return done(http_text(
            "Pentad: this server has no web client. Connect to /ws, or start it with --web DIR.\n"));
    done(http_error(404, "not_found", "Not Found"));
}

}  // namespace pentad::server
