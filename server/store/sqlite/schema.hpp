#pragma once

#include "server/store/sqlite/database.hpp"
#include "server/store/sqlite/sqlite_store.hpp"

namespace pentad::server {

/// Skeleton through the whole file. Throws SqliteFailure for what it finds.
void check_sound(SqliteDatabase& database);

/// Takes the file for this process alone, checks it (of a file above 32 MiB what the start needs), and makes
/// the tables in a new one. A file of an older version is brought up to date, after a copy of it was made
/// beside it (`pentad.db.schema-1`, or one with a number where that is taken); returns that copy's name, or
/// an empty path. Throws SqliteFailure with a sentence that says what to do when it is not a sound database
/// of this version or an older one, or when it or its copy cannot be written; fs::filesystem_error when the
/// copy cannot be put in its place.
std::filesystem::path take_database(SqliteDatabase& database, Durability durability, int checkpoint_pages);

}  // namespace pentad::server
