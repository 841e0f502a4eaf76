#pragma once

#include <sys/types.h>

#include <filesystem>

namespace pentad::server {

/// Which file stands under a name, so that it is seen when it does not any more: what is written to an open
/// file that was removed or replaced is lost when it is closed.
class FileInPlace {
  public:
    /// The one that stands there now. REQUIRES: there is one; throws std::system_error.
    explicit FileInPlace(std::filesystem::path path);

    /// Does it still? Asks the kernel, not the disk.
    bool holds() const;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    dev_t device_{};
    ino_t number_{};
};

}  // namespace pentad::server
