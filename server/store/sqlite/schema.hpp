#pragma once

#include "server/store/sqlite/database.hpp"
#include "server/store/sqlite/sqlite_store.hpp"

namespace pentad::server {

/// Checks the integrity of the whole file. Throws SqliteFailure if it is damaged.
void check_sound(SqliteDatabase& database);

/// Locks the file for this process, checks it (if larger than 32 MiB only what a start needs), and creates
/// the tables in a new one. A file of an older version is upgraded after a copy was made beside it
/// (`pentad.db.schema-1`, numbered if that exists); returns the copy's name, or an empty path. Throws
/// SqliteFailure with a sentence that says what to do if it is not an intact database of this or an older
/// version, or it or its copy cannot be written; fs::filesystem_error if the copy cannot be renamed.
std::filesystem::path take_database(SqliteDatabase& database, Durability durability, int checkpoint_pages);

}  // namespace pentad::server
