#include "server/store/sqlite_restore.hpp"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "server/store/sqlite_database.hpp"
#include "server/store/sqlite_schema.hpp"
#include "server/store/sqlite_store.hpp"

namespace pentad::server {
namespace {

namespace fs = std::filesystem;

bool is_in_use(const fs::path& file) {
    if (!fs::exists(file)) return false;
    try {
        SqliteDatabase(file).run("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;");
    } catch (const SqliteFailure& failure) {
        // A damaged database is just what a backup is for.
        return failure.code() == SQLITE_BUSY || failure.code() == SQLITE_LOCKED;
    }
    return false;
}

void move_with_its_logs(const fs::path& from, const fs::path& to) {
    for (const char* part : {"", "-wal", "-shm"}) {
        fs::remove(to.string() + part);
        if (fs::exists(from.string() + part)) fs::rename(from.string() + part, to.string() + part);
    }
}

/// Who restores may be root, and the server another user.
void give_to_owner_of(const fs::path& folder, const fs::path& file) {
    struct stat owner {};
    if (::geteuid() != 0 || ::stat(folder.c_str(), &owner) != 0) return;
    if (::chown(file.c_str(), owner.st_uid, owner.st_gid) != 0)
        throw fs::filesystem_error("cannot be given to the owner of the folder", file,
                                   std::error_code(errno, std::generic_category()));
}

Store::Result<void> check_whole(const fs::path& folder) {
    const auto fault = [](const std::string& text) {
        return tl::unexpected(StoreError{"The backup is not taken. " + text});
    };
    if (const auto opened = open_sqlite_store(folder, Durability::full); !opened)
        return fault(opened.error().text);
    try {
        SqliteDatabase database(folder / "pentad.db");
        check_sound(database);
        return {};
    } catch (const SqliteFailure& failure) {
        return fault(std::string("It is damaged: ") + failure.what() + ".");
    }
}

}  // namespace

Store::Result<void> restore_backup(const fs::path& folder, const fs::path& backup) {
    const fs::path file = folder / "pentad.db";
    const fs::path beside = folder / "restore.part";
    try {
        if (!fs::is_regular_file(backup))
            return tl::unexpected(StoreError{"There is no file " + backup.string() + "."});
        if (is_in_use(file)) return tl::unexpected(StoreError{"Stop the server on this data folder first."});
        fs::create_directories(folder);
        fs::remove_all(beside);
        fs::create_directory(beside);
        fs::copy_file(backup, beside / "pentad.db");
        if (auto checked = check_whole(beside); !checked) {
            fs::remove_all(beside);
            return checked;
        }
        give_to_owner_of(folder, beside / "pentad.db");
        move_with_its_logs(file, folder / "pentad.db.before-restore");
        move_with_its_logs(beside / "pentad.db", file);
        fs::remove_all(beside);
        return {};
    } catch (const fs::filesystem_error& failure) {
        return tl::unexpected(StoreError{failure.what()});
    }
}

}  // namespace pentad::server
