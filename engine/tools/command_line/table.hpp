#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

/// What a program's table of commands and options, a CLI::App, says of itself. The page of the manual and the
/// completions of the shells are made from it; all three programs use them. Knows nothing of Pentad.
/// Thread-safe as long as the table does not change.
namespace pentad::command_line {

/// Type of an option's value, such as `SIZE`, without the checks that CLI11 appends to it.
std::string type_of(const CLI::Option& option);

/// An option without a value.
bool is_flag(const CLI::Option& option);

/// An argument that is told by its place and not by its name.
bool is_argument(const CLI::Option& option);

/// Commands in the order in which they were added.
std::vector<const CLI::App*> commands_of(const CLI::App& app);
std::vector<std::string> names_of_commands(const CLI::App& app);

/// Named options that are shown, in the order in which they were added.
std::vector<const CLI::Option*> options_of(const CLI::App& app);

/// Arguments, in their order.
std::vector<const CLI::Option*> arguments_of(const CLI::App& app);

/// `--help`, without the short form. REQUIRES: !is_argument(option).
std::string long_name(const CLI::Option& option);

}  // namespace pentad::command_line
