#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "engine/tools/command_line/manual.hpp"

namespace pentad::engine::tools {

/// What the page of the manual says besides the table of commands and options.
command_line::Page manual_page();

/// What an option or argument of a type such as GAME may be; empty where that cannot be listed.
std::vector<std::string> values_of(const CLI::Option& option);

}  // namespace pentad::engine::tools
