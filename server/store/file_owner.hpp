#pragma once

#include <filesystem>

namespace pentad::server {

/// Gives a new file to the owner of its folder: a command may run as root, and the server as another user.
/// Does nothing if not root. Throws std::filesystem::filesystem_error.
void give_to_owner_of_folder(const std::filesystem::path& file);

}  // namespace pentad::server
