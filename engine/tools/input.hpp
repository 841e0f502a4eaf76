#pragma once

#include <string>

namespace pentad::engine::tools {

/// All of a file, or of standard input for `-`. `what` is what is looked for, such as `a record`. Throws
/// WrongUsage for what cannot be read, a folder or a device, and for more than any such text is long.
std::string read_input(const std::string& path, const std::string& what);

}  // namespace pentad::engine::tools
