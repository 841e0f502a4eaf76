#include "server/store/durable_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace pentad::server {

void sync_to_disk(const std::filesystem::path& file_or_folder) {
    const int descriptor = ::open(file_or_folder.c_str(), O_RDONLY | O_CLOEXEC);
    const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
    const std::error_code why(errno, std::generic_category());
    if (descriptor >= 0) ::close(descriptor);
    if (!synced) throw std::filesystem::filesystem_error("cannot be synced to the disk", file_or_folder, why);
}

}  // namespace pentad::server
