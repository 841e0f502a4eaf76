#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace pentad::engine::tools {

/// The page of the manual, in roff, from the table of commands and options.
std::string manual(const CLI::App& app);

}  // namespace pentad::engine::tools
