#include "tests/server/support/faulty_disk.hpp"

#include <sqlite3.h>

namespace pentad::server {
namespace {

struct State {
    int calls = 0;
    int failing = 0;
    FaultyDisk::Lasts lasts = FaultyDisk::Lasts::once;
} state;

bool fails() {
    ++state.calls;
    if (state.failing == 0) return false;
    return state.lasts == FaultyDisk::Lasts::once ? state.calls == state.failing
                                                  : state.calls >= state.failing;
}

sqlite3_vfs* below = nullptr;

/// SQLite gives us room for this and the file of the VFS below behind it.
struct File {
    sqlite3_file base;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};
sqlite3_file* real(sqlite3_file* file) { return reinterpret_cast<File*>(file)->real(); }
const sqlite3_io_methods* methods(sqlite3_file* file) { return real(file)->pMethods; }

// What a disk can fail at: reading, writing, cutting, syncing. The rest is passed on.
const sqlite3_io_methods io{
    1, [](sqlite3_file* f) { return methods(f)->xClose(real(f)); },
    [](sqlite3_file* f, void* to, int size, sqlite3_int64 at) {
        return fails() ? SQLITE_IOERR_READ : methods(f)->xRead(real(f), to, size, at);
    },
    [](sqlite3_file* f, const void* from, int size, sqlite3_int64 at) {
        return fails() ? SQLITE_IOERR_WRITE : methods(f)->xWrite(real(f), from, size, at);
    },
    [](sqlite3_file* f, sqlite3_int64 size) {
        return fails() ? SQLITE_IOERR_TRUNCATE : methods(f)->xTruncate(real(f), size);
    },
    // No power is lost here, so there is nothing to wait for.
    [](sqlite3_file*, int) { return fails() ? SQLITE_IOERR_FSYNC : SQLITE_OK; },
    [](sqlite3_file* f, sqlite3_int64* size) {
        return fails() ? SQLITE_IOERR_FSTAT : methods(f)->xFileSize(real(f), size);
    },
    [](sqlite3_file* f, int level) {
        return fails() ? SQLITE_IOERR_LOCK : methods(f)->xLock(real(f), level);
    },
    [](sqlite3_file* f, int level) { return methods(f)->xUnlock(real(f), level); },
    [](sqlite3_file* f, int* held) { return methods(f)->xCheckReservedLock(real(f), held); },
    [](sqlite3_file* f, int what, void* with) { return methods(f)->xFileControl(real(f), what, with); },
    [](sqlite3_file* f) { return methods(f)->xSectorSize(real(f)); },
    [](sqlite3_file* f) { return methods(f)->xDeviceCharacteristics(real(f)); }, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr};

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* given) {
    file->pMethods = nullptr;
    if (fails()) return SQLITE_CANTOPEN;
    const int code = below->xOpen(below, name, real(file), flags, given);
    if (methods(file) != nullptr) file->pMethods = &io;
    return code;
}

sqlite3_vfs made;

}  // namespace

FaultyDisk::FaultyDisk(int failing_call, Lasts lasts) {
    fail_at(failing_call, lasts);
    below = sqlite3_vfs_find(nullptr);
    made = *below;
    made.zName = "faulty";
    made.szOsFile = static_cast<int>(sizeof(File)) + below->szOsFile;
    made.xOpen = open_file;
    made.xDelete = [](sqlite3_vfs*, const char* name, int sync) {
        return fails() ? SQLITE_IOERR_DELETE : below->xDelete(below, name, sync);
    };
    sqlite3_vfs_register(&made, 1);
}

FaultyDisk::~FaultyDisk() { sqlite3_vfs_unregister(&made); }

int FaultyDisk::calls() const { return state.calls; }
void FaultyDisk::fail_at(int call, Lasts lasts) { state = {0, call, lasts}; }
void FaultyDisk::heal() { state.failing = 0; }

}  // namespace pentad::server
