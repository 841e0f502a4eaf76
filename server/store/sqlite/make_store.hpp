#pragma once

#include <filesystem>
#include <memory>

#include "server/store/sqlite/database.hpp"
#include "server/store/sqlite/wal_flusher.hpp"
#include "server/store/store.hpp"

namespace pentad::server {

/// The store on an open database; private to the store. `flusher` is null where each commit waits for the
/// disk. REQUIRES: take_database() was called on the database, which is this file.
std::unique_ptr<Store> make_sqlite_store(const std::filesystem::path& file,
                                         std::unique_ptr<SqliteDatabase> database,
                                         std::unique_ptr<WalFlusher> flusher);

}  // namespace pentad::server
