#pragma once

#include <string>

namespace pentad::terminal {

/// The page of the manual (roff), from the tables of options and of typed commands.
std::string manual();

}  // namespace pentad::terminal
