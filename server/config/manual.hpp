#pragma once

#include <string>
#include <vector>

#include "server/config/setting.hpp"

namespace pentad::server {

/// The manual page (roff), from the table of settings.
std::string manual(const std::vector<Setting>& table);

}  // namespace pentad::server
