#pragma once

#include <optional>
#include <string_view>

namespace pentad::server {

/// A file of `protocol/` as it was when the server was built, such as `asyncapi.yaml` or
/// `schema/move.play.json`. Thread-safe.
std::optional<std::string_view> protocol_file(std::string_view path);

}  // namespace pentad::server
