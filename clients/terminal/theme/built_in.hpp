#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace pentad::terminal {

/// Name and text of each file in theme/data.
const std::vector<std::pair<std::string_view, std::string_view>>& built_in_themes();

}  // namespace pentad::terminal
