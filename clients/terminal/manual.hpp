#pragma once

#include "engine/tools/command_line/manual.hpp"

namespace pentad::terminal {

/// What the page of the manual says besides the table of options; with the table of typed commands.
command_line::Page manual_page();

}  // namespace pentad::terminal
