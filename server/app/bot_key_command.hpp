#pragma once

#include "server/config/config.hpp"

namespace pentad::server {

/// `pentad-server bot-key add|revoke NAME` and `bot-key list`, by the running server or on the database of
/// the settings that follow (such as --data). `arguments` begin with `bot-key`.
ExitNow run_bot_key_command(const std::vector<std::string>& arguments);

}  // namespace pentad::server
