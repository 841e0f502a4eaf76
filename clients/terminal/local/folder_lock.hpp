#pragma once

#include <filesystem>
#include <string>
#include <tl/expected.hpp>

namespace pentad::terminal {

/// A folder of local games that this process alone uses for as long as the lock lives.
class FolderLock {
  public:
    /// The folder, or the first of `FOLDER-2`, `FOLDER-3` and so on that no other program uses. Makes it
    /// where it is missing, and takes the rights of others from it and from the files in it. The error is a
    /// sentence.
    static tl::expected<FolderLock, std::string> first_free(const std::filesystem::path& folder);

    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

    const std::filesystem::path& folder() const { return folder_; }

  private:
    FolderLock(std::filesystem::path folder, int descriptor);

    std::filesystem::path folder_;
    int descriptor_;
};

}  // namespace pentad::terminal
