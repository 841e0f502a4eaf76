#pragma once

#include <filesystem>

namespace pentad::server {

/// Whoever runs a command may be root, and the server another user: a new file becomes that of its folder's
/// owner. Does nothing for anybody but root. Throws std::filesystem::filesystem_error.
void give_to_owner_of_folder(const std::filesystem::path& file);

}  // namespace pentad::server
