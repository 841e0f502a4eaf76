#pragma once

#include <optional>
#include <string_view>

#include "server/net/http_response.hpp"

namespace pentad::server {

/// A file of `protocol/`, built into the server, such as `asyncapi.yaml` or `schema/move.play.json`.
/// Thread-safe.
std::optional<std::string_view> protocol_file(std::string_view path);

/// The same as an answer; empty if there is no such file.
std::optional<HttpResponse> answer_protocol_file(std::string_view path);

}  // namespace pentad::server
