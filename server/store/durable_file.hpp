#pragma once

#include <filesystem>

namespace pentad::server {

/// Syncs a file's content or a folder's entries to the disk. Throws fs::filesystem_error.
void sync_to_disk(const std::filesystem::path& file_or_folder);

}  // namespace pentad::server
