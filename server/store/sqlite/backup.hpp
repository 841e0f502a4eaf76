#pragma once

#include "server/store/sqlite/database.hpp"
#include "server/store/store.hpp"

namespace pentad::server {

/// Store::back_up for SQLite. The copy is `FILE.part` until it is complete; only the owner can read it.
/// REQUIRES: the source outlives the backup, and both are used by one thread.
Store::Result<std::unique_ptr<Backup>> begin_sqlite_backup(SqliteDatabase& source,
                                                           const std::filesystem::path& file);

}  // namespace pentad::server
