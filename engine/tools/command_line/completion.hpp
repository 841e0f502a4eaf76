#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace pentad::command_line {

/// The shells that completion() writes for.
extern const std::vector<std::string> shells;

/// What an option or argument may be; empty where that cannot be listed. FILE, FOLDER, COMMAND and a type
/// such as `bash|zsh|fish` are known without it.
using ValuesOf = std::function<std::vector<std::string>(const CLI::Option&)>;

/// What `shell` reads to complete commands, options and their values, from the table of them. Options of the
/// program itself are offered behind a command that falls through to them.
/// REQUIRES: shell is one of `shells`.
std::string completion(const CLI::App& app, const std::string& shell, const ValuesOf& values = {});

}  // namespace pentad::command_line
