#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "engine/tools/command_line/manual.hpp"
#include "server/config/setting.hpp"

namespace pentad::server {

/// What the page of the manual says besides the flags and commands. `table` outlives the page.
command_line::Page manual_page(const std::vector<Setting>& table);

/// Adds the commands that run_admin_command() and run_bot_key_command() read, for help, manual and
/// completions. `admin_commands` are the words that may follow `admin`. Not before the command line is read:
/// the parser would take the commands for its own.
void describe_commands(CLI::App& app, const std::vector<std::string>& admin_commands);

/// read_config() with the words that may follow `admin`, which help and --print-completion name.
Invocation read_command_line(int argc, const char* const* argv,
                             const std::vector<std::string>& admin_commands);

}  // namespace pentad::server
