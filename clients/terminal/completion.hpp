#pragma once

#include <string>

namespace pentad::terminal {

/// The completions for `bash`, `zsh` or `fish`, from the table of options; empty for another shell.
std::string completion(const std::string& shell);

}  // namespace pentad::terminal
