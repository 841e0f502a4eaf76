#pragma once

#include <sys/types.h>

#include <filesystem>

namespace pentad::server {

/// Detects that the file at a path was removed or replaced: what is written to the open old one is lost when
/// it is closed.
class FileInPlace {
  public:
    /// Remembers the file that is there now. Throws std::system_error if there is none.
    explicit FileInPlace(std::filesystem::path path);

    /// Is it still there? Asks the kernel, not the disk.
    bool holds() const;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    dev_t device_{};
    ino_t number_{};
};

}  // namespace pentad::server
