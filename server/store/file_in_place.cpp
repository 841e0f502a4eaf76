#include "server/store/file_in_place.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace pentad::server {

FileInPlace::FileInPlace(std::filesystem::path path) : path_(std::move(path)) {
    struct stat file {};
    if (::stat(path_.c_str(), &file) != 0)
        throw std::system_error(errno, std::generic_category(), path_.string());
    device_ = file.st_dev;
    number_ = file.st_ino;
}

bool FileInPlace::holds() const {
    struct stat file {};
    return ::stat(path_.c_str(), &file) == 0 && file.st_dev == device_ && file.st_ino == number_;
}

}  // namespace pentad::server
