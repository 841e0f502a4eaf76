#include "server/http/protocol_files.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pentad::server {
namespace {

using namespace std::string_view_literals;

constexpr std::pair<std::string_view, std::string_view> files[]{
#include "server/http/protocol_files.inc"
};

}  // namespace

std::optional<std::string_view> protocol_file(std::string_view path) {
    const auto* found = std::find_if(std::begin(files), std::end(files),
                                     [&](const auto& file) { return file.first == path; });
    return found == std::end(files) ? std::nullopt : std::optional(found->second);
}

std::optional<HttpResponse> answer_protocol_file(std::string_view path) {
    const auto text = protocol_file(path);
    if (!text) return std::nullopt;
    HttpResponse answer = http_json(std::string(*text));
    if (path.ends_with(".yaml")) answer.content_type = "application/yaml";
    answer.headers = {{"Cache-Control", "no-cache"}};
    return answer;
}

}  // namespace pentad::server
