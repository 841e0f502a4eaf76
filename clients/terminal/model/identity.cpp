#include "clients/terminal/model/identity.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <system_error>

namespace pentad::terminal {
namespace {

constexpr std::size_t most_kept = 20;

/// A text as a part of a file name, different for different texts.
std::string escaped(const std::string& text) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string name;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) || c == '.' || c == '-') {
            name += c;
        } else {
            name += '_';
            name += digits[byte >> 4];
            name += digits[byte & 15];
        }
    }
    return name;
}

std::filesystem::path file_in(const IdentityPlace& place, const std::string& server) {
    // No escaped text has this sign.
    const std::string profile = place.profile.empty() ? "" : "@" + escaped(place.profile);
    return place.folder / (escaped(server) + profile + ".player");
}

std::vector<Identity> read_identities(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::vector<Identity> found;
    for (Identity one; std::getline(file, one.token) && !one.token.empty(); found.push_back(one))
        std::getline(file, one.name);
    return found;
}

/// Keeps other programs of this user waiting while one of them writes.
class WriteLock {
  public:
    explicit WriteLock(const std::filesystem::path& folder)
        : descriptor_(::open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
        while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
        }
    }
    ~WriteLock() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    WriteLock(const WriteLock&) = delete;
    WriteLock& operator=(const WriteLock&) = delete;

  private:
    const int descriptor_;
};

/// Where a token has its byte in the file of those in use. FNV-1a: the same in every build.
off_t place_of(const std::string& token) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char c : token) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return static_cast<off_t>(hash >> 2);
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

IdentityFile::IdentityFile(const IdentityPlace& place) {
    if (place.folder.empty()) return;
    file_ = file_in(place, place.server);
    // Earlier versions had no profiles.
    if (!place.profile.empty()) return;
    for (const std::string& spelling : place.spellings)
        if (spelling != place.server) former_files_.push_back(file_in(place, spelling));
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

std::vector<Identity> IdentityFile::load() const {
    std::vector<Identity> found = read_identities(file_);
    for (const std::filesystem::path& former : former_files_)
        for (Identity& one : read_identities(former)) {
            const bool known = std::any_of(found.begin(), found.end(),
                                           [&](const Identity& it) { return it.token == one.token; });
            if (!known) found.push_back(std::move(one));
        }
    return found;
}

bool IdentityFile::is_latest(const Identity& identity) const {
    const std::vector<Identity> own = read_identities(file_);
    return !own.empty() && own.front().token == identity.token && own.front().name == identity.name;
}

bool IdentityFile::save(const Identity& identity) const {
    if (file_.empty()) return false;
    const std::filesystem::path folder = file_.parent_path();
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return false;
    const WriteLock lock(folder);
    std::vector<Identity> all = load();
    std::erase_if(all, [&](const Identity& it) { return it.token == identity.token; });
    all.insert(all.begin(), identity);
    if (all.size() > most_kept) all.resize(most_kept);
    std::string text;
    for (const Identity& one : all) text += one.token + "\n" + one.name + "\n";
    const std::string fresh = file_.string() + "." + std::to_string(::getpid());
    const int descriptor = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0) return false;
    const bool written = write_all(descriptor, text) && ::fsync(descriptor) == 0;
    ::close(descriptor);
    if (written) std::filesystem::rename(fresh, file_, error);
    if (!written || error) ::unlink(fresh.c_str());
    return written && !error;
}

IdentityUse::IdentityUse(const std::filesystem::path& folder, const std::string& token) {
    if (folder.empty()) return;
    descriptor_ = ::open((folder / ".in-use").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor_ < 0) return;
    // A lock of this descriptor, not of the process: no other file that is closed takes it away.
    struct flock range {};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    range.l_start = place_of(token);
    range.l_len = 1;
    alone_ = ::fcntl(descriptor_, F_OFD_SETLK, &range) == 0 || (errno != EAGAIN && errno != EACCES);
}

IdentityUse::~IdentityUse() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace pentad::terminal
