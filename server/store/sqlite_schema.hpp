#pragma once

#include "server/store/sqlite_database.hpp"
#include "server/store/sqlite_store.hpp"

namespace pentad::server {

/// Takes the file for this process alone, checks it, and makes the tables in a new one. Throws SqliteFailure
/// with a sentence that says what to do when it is not a sound database of this version.
void take_database(SqliteDatabase& database, Durability durability);

}  // namespace pentad::server
