// Preloaded into a server (LD_PRELOAD): stands between it and the disk.
//
// PENTAD_DISK_FOLDER=FOLDER  what is written below it is meant
// PENTAD_DISK_LOG=FILE       writes down, in order, each change of those files, each sync, and each byte that
// is
//                            sent over a socket; see tests/support/crash_images.hpp for its form
// PENTAD_SYNC_MS=N           each sync takes so much longer

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdarg>
#include <cstdint>
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
    std::map<std::string, std::uint32_t> names;
    std::array<std::uint32_t, 4096> files{};  ///< by descriptor; 0: none that is meant

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
    std::uint32_t number_of(const std::string& path) {
        const auto [at, fresh] = names.emplace(path, static_cast<std::uint32_t>(names.size() + 1));
        if (fresh) put('N', at->second, 0, path.data(), path.size());
        return at->second;
    }
    bool is_meant(const char* path) const {
        return !folder.empty() && std::strncmp(path, folder.c_str(), folder.size()) == 0;
    }
    void opened(const char* path, int descriptor) {
        if (descriptor < 0 || descriptor >= static_cast<int>(files.size())) return;
        const std::lock_guard lock(mutex);
        files[static_cast<std::size_t>(descriptor)] = is_meant(path) ? number_of(path) : 0;
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

int unlink(const char* path) noexcept {
    static auto* real = next<int(const char*)>("unlink");
    if (recorder().is_meant(path)) {
        const std::lock_guard lock(recorder().mutex);
        recorder().put('U', recorder().number_of(path), 0, nullptr, 0);
    }
    return real(path);
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
