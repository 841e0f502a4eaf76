#include "clients/terminal/local/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

namespace fs = std::filesystem;

namespace {

/// More games at one time than anybody plays.
constexpr int most_folders = 100;

using Opened = tl::expected<std::optional<int>, std::string>;

/// The descriptor that holds the folder's lock; none: another program does.
Opened lock(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return tl::unexpected(tr("{} cannot be made: {}.", folder.string(), error.message()));
    const fs::path file = folder / "lock";
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return tl::unexpected(tr("{} cannot be opened: {}.", file.string(), std::strerror(errno)));
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
    const int reason = errno;
    ::close(descriptor);
    if (reason == EWOULDBLOCK) return std::optional<int>();
    return tl::unexpected(tr("{} cannot be locked: {}.", file.string(), std::strerror(reason)));
}

void make_private(const fs::path& folder) {
    std::error_code error;
    fs::permissions(folder, fs::perms::owner_all, error);
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        if (entry.is_regular_file(error))
            fs::permissions(entry.path(), fs::perms::owner_read | fs::perms::owner_write, error);
}

}  // namespace

FolderLock::FolderLock(fs::path folder, int descriptor)
    : folder_(std::move(folder)), descriptor_(descriptor) {}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : folder_(std::move(other.folder_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock::~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

tl::expected<FolderLock, std::string> FolderLock::first_free(const fs::path& folder) {
    for (int number = 1; number <= most_folders; ++number) {
        fs::path tried = folder;
        if (number > 1) tried += "-" + std::to_string(number);
        auto opened = lock(tried);
        if (!opened) return tl::unexpected(opened.error());
        if (!*opened) continue;
        make_private(tried);
        return FolderLock(std::move(tried), **opened);
    }
    return tl::unexpected(tr("Too many programs serve local games from {}.", folder.string()));
}

}  // namespace pentad::terminal
