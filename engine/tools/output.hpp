#pragma once

#include <nlohmann/json.hpp>

#include "engine/position.hpp"

namespace pentad::engine::tools {

using Json = nlohmann::ordered_json;

/// A line of standard output, there at once.
void print(const Json& line);

/// Null while the game goes on; else `{"winner": "first"|"second"|null, "reason": ...}`.
Json outcome_json(const Position& position);

}  // namespace pentad::engine::tools
