#pragma once

#include <string>

#include "protocol/record.hpp"

namespace pentad::record {

/// The match as people write it down: a few lines `Name: value`, an empty line, the numbered moves, two a
/// line, without those that were taken back, and the result. Names are shown on one line. Not made to be
/// read by programs.
std::string readable(const protocol::MatchRecord& record);

}  // namespace pentad::record
