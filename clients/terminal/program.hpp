#pragma once

#include "clients/terminal/options.hpp"

namespace pentad::terminal {

/// Does what the command line wants; the exit status. Chooses the face: the full screen on a terminal, line
/// mode elsewhere or with --plain, lines of JSON with --json.
int run_program(Options options);

}  // namespace pentad::terminal
