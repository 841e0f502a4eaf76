#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace pentad::engine::tools {

/// What `shell` reads to complete commands, options and their values, from the table of them.
/// REQUIRES: shell is bash, zsh or fish.
std::string completion(const CLI::App& app, const std::string& shell);

}  // namespace pentad::engine::tools
