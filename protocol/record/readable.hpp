#pragma once

#include <string>

#include "protocol/record.hpp"

namespace pentad::record {

/// The match as text for people: some lines `Name: value`, an empty line, the numbered moves, two per line,
/// without those that were taken back, and the result. Names are kept on one line. Not meant for programs.
std::string readable(const protocol::MatchRecord& record);

}  // namespace pentad::record
