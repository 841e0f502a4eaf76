#pragma once

#include <string>
#include <vector>

#include "server/config/config.hpp"

namespace pentad::server {

/// `pentad-server admin [SETTINGS] COMMAND ...`: sends the command to the server that runs on the data folder
/// of these settings. `restore FILE` works on the folder itself, without a server. Never returns settings.
Invocation run_admin_command(const std::vector<std::string>& arguments);

/// The words that may follow the settings, for completions.
std::vector<std::string> admin_words();

}  // namespace pentad::server
