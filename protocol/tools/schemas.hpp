#pragma once

#include <map>
#include <string>

namespace pentad::protocol {

/// The JSON Schemas (2020-12) of all messages, made of the same descriptions from which they are read and
/// written: file name -> text. `shapes.json` has what several messages share.
std::map<std::string, std::string> schemas();

}  // namespace pentad::protocol
