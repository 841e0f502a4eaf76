#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace pentad::testing {

/// A new folder, which goes with this.
class TemporaryFolder {
  public:
    explicit TemporaryFolder(const std::filesystem::path& in = std::filesystem::temp_directory_path()) {
        std::string name = (in / "pentad_XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("No temporary folder.");
        path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace pentad::testing
