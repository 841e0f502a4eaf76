#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "clients/terminal/model/command.hpp"

/// The options of the commands that have many.
namespace pentad::terminal {

/// What stands behind `create` and `quick`. The error is a sentence that says how to say it.
tl::expected<Command, std::string> read_create(std::vector<std::string> words);
tl::expected<Command, std::string> read_quick(std::vector<std::string> words);

/// How to say them; `local`: where nobody else comes.
std::vector<std::string> options_usage(bool local);

}  // namespace pentad::terminal
