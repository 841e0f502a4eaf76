#pragma once

#include "server/store/sqlite/statements.hpp"
#include "server/store/store.hpp"

namespace pentad::server {

/// Writes one record; private to the store. Throws SqliteFailure. REQUIRES: a transaction is open.
void put(SqliteStatements& sql, const Record& record);

}  // namespace pentad::server
