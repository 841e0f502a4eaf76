#include "clients/terminal/model/identity.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <system_error>

namespace pentad::terminal {
namespace {

/// A file name that differs for different servers.
std::string file_name(const std::string& server) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string name;
    for (const char c : server) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) || c == '.' || c == '-') {
            name += c;
        } else {
            name += '_';
            name += digits[byte >> 4];
            name += digits[byte & 15];
        }
    }
    return name + ".player";
}

bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

}  // namespace

IdentityFile::IdentityFile(const std::filesystem::path& folder, const std::string& server) {
    if (!folder.empty()) file_ = folder / file_name(server);
}

std::filesystem::path IdentityFile::default_folder() {
    const auto set = [](const char* name) {
        const char* value = std::getenv(name);
        return std::filesystem::path(value == nullptr ? "" : value);
    };
    // The XDG specification: a path that is not absolute counts as not set.
    if (const auto config = set("XDG_CONFIG_HOME"); config.is_absolute()) return config / "pentad";
    if (const auto home = set("HOME"); home.is_absolute()) return home / ".config" / "pentad";
    return {};
}

std::optional<Identity> IdentityFile::load() const {
    std::ifstream file(file_);
    Identity identity;
    if (!std::getline(file, identity.token) || identity.token.empty()) return std::nullopt;
    std::getline(file, identity.name);
    return identity;
}

bool IdentityFile::save(const Identity& identity) const {
    if (file_.empty()) return false;
    std::error_code error;
    std::filesystem::create_directories(file_.parent_path(), error);
    if (error) return false;
    const std::string fresh = file_.string() + "." + std::to_string(::getpid());
    const int descriptor = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0) return false;
    const bool written =
        write_all(descriptor, identity.token + "\n" + identity.name + "\n") && ::fsync(descriptor) == 0;
    ::close(descriptor);
    if (written) std::filesystem::rename(fresh, file_, error);
    if (!written || error) ::unlink(fresh.c_str());
    return written && !error;
}

}  // namespace pentad::terminal
