// Preloaded into a server (LD_PRELOAD): stands between it and the disk.
//
// PENTAD_DISK_FOLDER=FOLDER  what is written below it is meant
// PENTAD_DISK_LOG=FILE       writes down, in order, each change of those files and of their names, each sync
//                            and each byte that is sent over a socket; the form is in crash_images.hpp
// PENTAD_SYNC_MS=N           each sync takes so much longer

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

namespace {

/// The function of the same name behind this one.
template <class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

struct Recorder {
    std::mutex mutex;
    const std::string folder = std::getenv("PENTAD_DISK_FOLDER") ? std::getenv("PENTAD_DISK_FOLDER") : "";
    const int sync_ms = std::getenv("PENTAD_SYNC_MS") ? std::atoi(std::getenv("PENTAD_SYNC_MS")) : 0;
    const int log = open_log();
    std::uint32_t numbers = 0;
    std::map<std::string, std::uint32_t> names;  ///< of files that have been opened, and of folders
    std::array<std::uint32_t, 4096> files{};     ///< by descriptor; 0: none that is meant

    static int open_log() {
        const char* file = std::getenv("PENTAD_DISK_LOG");
        if (file == nullptr) return -1;
        const auto opened =
            ::syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        return ::fcntl(static_cast<int>(opened), F_DUPFD_CLOEXEC, 900);
    }
    /// REQUIRES of this and the next: the mutex is held.
    void put(char kind, std::uint32_t file, std::uint64_t at, const void* bytes, std::size_t size) const {
        if (log < 0) return;
        std::array<char, 17> head{kind};
        const auto length = static_cast<std::uint32_t>(bytes == nullptr ? 0 : size);
        std::memcpy(head.data() + 1, &file, 4);
        std::memcpy(head.data() + 5, &at, 8);
        std::memcpy(head.data() + 13, &length, 4);
        std::string all(head.data(), head.size());
        if (length > 0) all.append(static_cast<const char*>(bytes), size);
        // Whole or, when the process is killed meanwhile, cut at the end of the file.
        ::syscall(SYS_write, log, all.data(), all.size());
    }
    /// The path below the folder.
    std::string below(const std::string& path) const { return path.substr(folder.size()); }
    void put_name(char kind, std::uint32_t file, const std::string& path, std::uint64_t at = 0) const {
        const std::string name = below(path);
        put(kind, file, at, name.data(), name.size());
    }
    /// The file that is open now; one that has no number yet gets one. REQUIRES: the mutex is held.
    std::uint32_t number_of(const std::string& path, int descriptor) {
        if (const auto at = names.find(path); at != names.end()) return at->second;
        const std::uint32_t number = ++numbers;
        names[path] = number;
        struct stat now {};
        ::fstat(descriptor, &now);
        const bool is_older = !S_ISDIR(now.st_mode) && now.st_size > 0;
        put_name(S_ISDIR(now.st_mode) ? 'D' : 'N', number, path, is_older ? 1 : 0);
        if (is_older) put_content(number, path);
        return number;
    }
    /// What was in the file before is on the disk. Closing takes the process's locks of the file away: there
    /// are none yet, when it is opened for the first time.
    void put_content(std::uint32_t number, const std::string& path) const {
        const auto in = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC));
        std::array<char, 65536> part{};
        std::uint64_t at = 0;
        for (long size = 0; (size = ::syscall(SYS_read, in, part.data(), part.size())) > 0;
             at += static_cast<std::uint64_t>(size))
            put('W', number, at, part.data(), static_cast<std::size_t>(size));
        ::syscall(SYS_close, in);
        put('S', number, 0, nullptr, 0);
    }
    bool is_meant(const char* path) const {
        return !folder.empty() && std::strncmp(path, folder.c_str(), folder.size()) == 0;
    }
    void opened(const char* path, int descriptor) {
        if (descriptor < 0 || descriptor >= static_cast<int>(files.size())) return;
        const std::lock_guard lock(mutex);
        files[static_cast<std::size_t>(descriptor)] = is_meant(path) ? number_of(path, descriptor) : 0;
    }
    void removed(const char* path) {
        const auto at = names.find(path);
        if (at == names.end()) return;
        put_name('U', at->second, path);
        names.erase(at);
    }
    /// The file has this name, too.
    void named(const char* path, const char* also) {
        const auto at = names.find(path);
        if (at == names.end() || !is_meant(also)) return;
        put_name('L', at->second, also);
        names[also] = at->second;
    }
    void renamed(const char* path, const char* now) {
        const auto at = names.find(path);
        if (at == names.end() || !is_meant(now)) return;
        const std::uint32_t number = at->second;
        names.erase(at);
        names[now] = number;
        const std::string both = below(path) + '\n' + below(now);
        put('R', number, 0, both.data(), both.size());
    }
    std::uint32_t file_of(int descriptor) const {
        return descriptor >= 0 && descriptor < static_cast<int>(files.size())
                   ? files[static_cast<std::size_t>(descriptor)]
                   : 0;
    }
    void changed(char kind, int descriptor, std::uint64_t at, const void* bytes, std::size_t size) {
        if (file_of(descriptor) == 0) return;
        const std::lock_guard lock(mutex);
        put(kind, file_of(descriptor), at, bytes, size);
    }
    void sent(const void* bytes, std::size_t size) {
        if (log < 0) return;
        const std::lock_guard lock(mutex);
        put('A', 0, 0, bytes, size);
    }
};

/// Never destroyed: threads may still write while the process ends.
Recorder& recorder() {
    static auto* one = new Recorder;
    return *one;
}

template <class Sync>
int synced(int descriptor, Sync* sync) {
    const bool meant = recorder().file_of(descriptor) != 0;
    if (meant && recorder().sync_ms > 0) ::poll(nullptr, 0, recorder().sync_ms);
    const int result = sync(descriptor);
    if (result == 0) recorder().changed('S', descriptor, 0, nullptr, 0);
    return result;
}

}  // namespace

extern "C" {

int open64(const char* path, int flags, ...) {
    std::va_list more;
    va_start(more, flags);
    const mode_t mode = va_arg(more, mode_t);
    va_end(more);
    static auto* real = next<int(const char*, int, ...)>("open64");
    const int descriptor = real(path, flags, mode);
    recorder().opened(path, descriptor);
    return descriptor;
}

int open(const char* path, int flags, ...) {
    std::va_list more;
    va_start(more, flags);
    const mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return open64(path, flags, mode);
}

int close(int descriptor) {
    static auto* real = next<int(int)>("close");
    if (recorder().file_of(descriptor) != 0) recorder().opened("", descriptor);
    return real(descriptor);
}

ssize_t pwrite64(int descriptor, const void* bytes, size_t size, off64_t at) {
    static auto* real = next<ssize_t(int, const void*, size_t, off64_t)>("pwrite64");
    recorder().changed('W', descriptor, static_cast<std::uint64_t>(at), bytes, size);
    return real(descriptor, bytes, size, at);
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
    static auto* real = next<ssize_t(int, const void*, size_t)>("write");
    if (recorder().file_of(descriptor) != 0)
        recorder().changed('W', descriptor, static_cast<std::uint64_t>(::lseek(descriptor, 0, SEEK_CUR)),
                           bytes, size);
    return real(descriptor, bytes, size);
}

ssize_t writev(int descriptor, const iovec* parts, int count) {
    static auto* real = next<ssize_t(int, const iovec*, int)>("writev");
    if (recorder().file_of(descriptor) == 0) return real(descriptor, parts, count);
    ssize_t all = 0;
    for (int i = 0; i < count; ++i) {
        const ssize_t written = write(descriptor, parts[i].iov_base, parts[i].iov_len);
        if (written < 0) return all > 0 ? all : written;
        all += written;
    }
    return all;
}

/// Copying a file is recorded as reads and writes.
ssize_t sendfile(int to, int from, off_t* at, size_t size) noexcept {
    static auto* real = next<ssize_t(int, int, off_t*, size_t)>("sendfile");
    if (recorder().file_of(to) == 0) return real(to, from, at, size);
    errno = EINVAL;
    return -1;
}

int ftruncate64(int descriptor, off64_t size) {
    static auto* real = next<int(int, off64_t)>("ftruncate64");
    recorder().changed('T', descriptor, static_cast<std::uint64_t>(size), nullptr, 0);
    return real(descriptor, size);
}

int fdatasync(int descriptor) {
    static auto* real = next<int(int)>("fdatasync");
    return synced(descriptor, real);
}

int fsync(int descriptor) {
    static auto* real = next<int(int)>("fsync");
    return synced(descriptor, real);
}

// What is done to names is done under the lock, so that the log has it in the order in which it was.

int unlink(const char* path) noexcept {
    static auto* real = next<int(const char*)>("unlink");
    const std::lock_guard lock(recorder().mutex);
    const int result = real(path);
    if (result == 0) recorder().removed(path);
    return result;
}

int remove(const char* path) noexcept {
    static auto* real = next<int(const char*)>("remove");
    const std::lock_guard lock(recorder().mutex);
    const int result = real(path);
    if (result == 0) recorder().removed(path);
    return result;
}

int link(const char* path, const char* also) noexcept {
    static auto* real = next<int(const char*, const char*)>("link");
    const std::lock_guard lock(recorder().mutex);
    const int result = real(path, also);
    if (result == 0) recorder().named(path, also);
    return result;
}

int rename(const char* path, const char* now) noexcept {
    static auto* real = next<int(const char*, const char*)>("rename");
    const std::lock_guard lock(recorder().mutex);
    const int result = real(path, now);
    if (result == 0) recorder().renamed(path, now);
    return result;
}

ssize_t send(int descriptor, const void* bytes, size_t size, int flags) {
    static auto* real = next<ssize_t(int, const void*, size_t, int)>("send");
    recorder().sent(bytes, size);
    return real(descriptor, bytes, size, flags);
}

ssize_t sendmsg(int descriptor, const msghdr* message, int flags) {
    static auto* real = next<ssize_t(int, const msghdr*, int)>("sendmsg");
    std::string all;
    for (std::size_t i = 0; i < message->msg_iovlen; ++i)
        all.append(static_cast<const char*>(message->msg_iov[i].iov_base), message->msg_iov[i].iov_len);
    recorder().sent(all.data(), all.size());
    return real(descriptor, message, flags);
}
}
