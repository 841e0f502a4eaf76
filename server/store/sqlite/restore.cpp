#include "server/store/sqlite/restore.hpp"

#include <sqlite3.h>
#include <string>
#include <system_error>

#include "server/store/durable_file.hpp"
#include "server/store/file_owner.hpp"
#include "server/store/sqlite/database.hpp"
#include "server/store/sqlite/schema.hpp"
#include "server/store/sqlite/sqlite_store.hpp"

namespace pentad::server {
namespace {

namespace fs = std::filesystem;

/// Locks servers out of a data folder.
class Occupied {
  public:
    /// Creates the file if there is none. Throws SqliteFailure (SQLITE_BUSY) if a server runs.
    explicit Occupied(const fs::path& file)
        : is_new_(!fs::exists(file) || fs::file_size(file) == 0), database_(file) {
        try {
            // Without a log file only one file has to be replaced, and closing removes no log of the new one.
            database_.run(
                "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT; PRAGMA journal_mode = DELETE;");
        } catch (const SqliteFailure& failure) {
            // A damaged database is what a backup is for, and no server can start on it.
            const int code = failure.code();
            if (code == SQLITE_BUSY || code == SQLITE_LOCKED || code == SQLITE_FULL) throw;
        }
    }
    /// There was no file, or an empty one, which an interrupted restore leaves.
    bool is_new() const { return is_new_; }

  private:
    const bool is_new_;
    SqliteDatabase database_;
};

/// `pentad.db.before-restore`, numbered if an earlier restore left one: the first may have been of the wrong
/// backup. An interrupted restore may already have given the file such a name.
fs::path name_to_keep(const fs::path& file) {
    const std::string first = file.string() + ".before-restore";
    std::string name = first;
    for (int i = 2; fs::exists(name) && !fs::equivalent(name, file); ++i)
        name = first + "." + std::to_string(i);
    return name;
}

/// Hard-links the file to another name, or copies it if the file system has no links.
void keep_as(const fs::path& file, const fs::path& name) {
    if (fs::exists(name)) return;
    std::error_code failed;
    fs::create_hard_link(file, name, failed);
    if (!failed) return;
    fs::copy_file(file, name);
    give_to_owner_of_folder(name);
    sync_to_disk(name);
}

Store::Result<void> check_whole(const fs::path& folder) {
    const auto fault = [](const std::string& text) {
        return tl::unexpected(StoreError{"The backup was not restored. " + text});
    };
    if (const auto opened = open_sqlite_store(folder, Durability::full); !opened)
        return fault(opened.error().text);
    try {
        SqliteDatabase database(folder / "pentad.db");
        check_sound(database);
        // Its log file would not be moved with it.
        database.run("PRAGMA journal_mode = DELETE;");
        return {};
    } catch (const SqliteFailure& failure) {
        const bool damaged = failure.code() == SQLITE_CORRUPT || failure.code() == SQLITE_NOTADB;
        return fault((damaged ? "It is damaged: " : "It cannot be checked: ") + std::string(failure.what()) +
                     ".");
    }
}

}  // namespace

Store::Result<fs::path> restore_backup(const fs::path& folder, const fs::path& backup) {
    const fs::path file = folder / "pentad.db";
    const fs::path beside = folder / "restore.part";
    try {
        if (!fs::is_regular_file(backup))
            return tl::unexpected(StoreError{"There is no file " + backup.string() + "."});
        // SQLite would treat an empty file as a new database.
        if (fs::file_size(backup) == 0)
            return tl::unexpected(StoreError{"The backup was not restored. It is empty."});
        fs::create_directories(folder);
        const Occupied occupied(file);
        fs::remove_all(beside);
        fs::create_directory(beside);
        fs::copy_file(backup, beside / "pentad.db");
        if (auto checked = check_whole(beside); !checked) {
            fs::remove_all(beside);
            if (occupied.is_new()) fs::remove(file);
            return tl::unexpected(checked.error());
        }
        give_to_owner_of_folder(beside);
        give_to_owner_of_folder(beside / "pentad.db");
        sync_to_disk(beside / "pentad.db");
        // At any moment one of the two is there, also after a power loss.
        fs::path before;
        if (!occupied.is_new()) {
            before = name_to_keep(file);
            keep_as(file, before);
            for (const char* log : {"-wal", "-shm"})
                if (fs::exists(file.string() + log)) fs::rename(file.string() + log, before.string() + log);
        }
        sync_to_disk(folder);
        fs::rename(beside / "pentad.db", file);
        sync_to_disk(folder);
        fs::remove_all(beside);
        return before;
    } catch (const SqliteFailure& failure) {
        if (failure.code() == SQLITE_BUSY || failure.code() == SQLITE_LOCKED)
            return tl::unexpected(StoreError{"Stop the server on this data folder first."});
        return tl::unexpected(StoreError{file.string() + " cannot be opened: " + failure.what() + "."});
    } catch (const fs::filesystem_error& failure) {
        return tl::unexpected(StoreError{failure.what()});
    }
}

}  // namespace pentad::server
