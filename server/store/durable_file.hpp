#pragma once

#include <filesystem>

namespace pentad::server {

/// Has the file's bytes, or the folder's names, on the disk when it returns. Throws fs::filesystem_error.
void sync_to_disk(const std::filesystem::path& file_or_folder);

}  // namespace pentad::server
