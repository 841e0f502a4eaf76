#include <sqlite3.h>

#include <system_error>
#include <utility>

#include "server/store/sqlite/make_store.hpp"
#include "server/store/sqlite/schema.hpp"
#include "server/store/sqlite/sqlite_store.hpp"

namespace pentad::server {
namespace {

/// What an interrupted restore has left where there is no database; empty if nothing.
std::filesystem::path left_by_a_restore(const std::filesystem::path& folder) {
    std::error_code none;
    const auto size = std::filesystem::file_size(folder / "pentad.db", none);
    if (!none && size > 0) return {};
    for (const char* name : {"restore.part", "pentad.db.before-restore"})
        if (std::filesystem::exists(folder / name, none)) return folder / name;
    return {};
}

/// Why the database cannot be opened, and what to do.
StoreError unusable(const std::filesystem::path& file, const SqliteFailure& failure) {
    std::string text = "The database " + file.string() + " cannot be used. ";
    switch (failure.code()) {
        case SQLITE_NOTADB:
        case SQLITE_CORRUPT:
            text += std::string("It is damaged (") + failure.what() +
                    "). Restore a backup, or move it away to start with a new one.";
            break;
        case SQLITE_CANTOPEN:
        case SQLITE_READONLY:
        case SQLITE_PERM:
            text += std::string("It cannot be opened for writing (") + failure.what() +
                    "). Give this user write permission for the folder and its files.";
            break;
        case SQLITE_FULL:
            text +=
                std::string("The disk is full (") + failure.what() + "). Free some space and start again.";
            break;
        default:
            text += failure.what();
    }
    return {text};
}

}  // namespace

tl::expected<std::unique_ptr<Store>, StoreError> open_sqlite_store(const std::filesystem::path& folder,
                                                                   Durability durability,
                                                                   int checkpoint_pages,
                                                                   const Upgraded& upgraded) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return tl::unexpected(StoreError{"The data folder " + folder.string() + " cannot be created: " +
                                         error.message() + ". Choose a folder that this user may write."});
    const auto file = folder / "pentad.db";
    if (const auto left = left_by_a_restore(folder); !left.empty())
        return tl::unexpected(
            StoreError{"There is no database " + file.string() + ", but " + left.string() +
                       ": a restore is running or was interrupted. Restore the backup again, or move "
                       "pentad.db.before-restore to pentad.db. To start with a new one, move both away."});
    try {
        auto database = std::make_unique<SqliteDatabase>(file);
        const auto copy = take_database(*database, durability, checkpoint_pages);
        if (upgraded && !copy.empty()) upgraded(copy);
        auto flusher = durability == Durability::normal
                           ? std::make_unique<WalFlusher>(folder / "pentad.db-wal")
                           : nullptr;
        return make_sqlite_store(file, std::move(database), std::move(flusher));
    } catch (const std::filesystem::filesystem_error& failure) {
        return tl::unexpected(
            StoreError{"The database " + file.string() + " cannot be used: " + failure.what() + "."});
    } catch (const std::system_error& failure) {
        return tl::unexpected(StoreError{std::string("The log of the database cannot be opened: ") +
                                         failure.what() +
                                         ". Give this user write permission for the folder and its files."});
    } catch (const SqliteFailure& failure) {
        return tl::unexpected(unusable(file, failure));
    }
}

}  // namespace pentad::server
