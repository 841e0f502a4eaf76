#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace pentad::testing {

/// What preload/disk.cpp wrote down of a process, in order.
struct DiskStep {
    enum class Kind : char {
        name = 'N',    ///< a file is opened that has no number yet
        folder = 'D',  ///< the same with a folder
        link = 'L',    ///< the file gets a name besides
        rename = 'R',
        remove = 'U',
        write = 'W',
        cut = 'T',
        sync = 'S',
        sent = 'A'
    };
    Kind kind = Kind::name;
    std::uint32_t file = 0;  ///< its number, which it keeps under any name
    std::uint64_t at = 0;  ///< where it is written, or the new size; of a name, 1: the file was there before
    std::string bytes;     ///< of a name, the path below the folder; two, with a line break, of a rename
};
std::vector<DiskStep> read_disk_log(const std::filesystem::path& log);

/// What a power loss may leave: up to a step everything that was synced, and of what was not any part, in any
/// order, writes torn at sectors. What was done to names and not synced with their folder is there up to some
/// moment: file systems keep a journal of it.
class CrashImages {
  public:
    explicit CrashImages(std::vector<DiskStep> steps);

    /// Writes the files into `folder` as a loss of power after so many steps could have left them; `seed`
    /// says which of the many ways.
    void make(std::size_t steps, std::uint64_t seed, const std::filesystem::path& folder) const;

    const std::vector<DiskStep>& steps() const { return steps_; }

  private:
    std::vector<DiskStep> steps_;
};

}  // namespace pentad::testing
