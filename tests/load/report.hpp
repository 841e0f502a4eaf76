#pragma once

#include <string>

#include "tests/load/run.hpp"

namespace pentad::load {

/// For people, some lines.
std::string as_text(const Plan& plan, const Findings& found);
/// For programs: one JSON object.
std::string as_json(const Plan& plan, const Findings& found);

}  // namespace pentad::load
