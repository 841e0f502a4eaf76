#pragma once

#include <filesystem>

#include "server/store/store.hpp"

namespace pentad::server {

/// Puts a backup in the place of `folder`/pentad.db. The backup is checked first and brought up to date in a
/// folder beside, so that a bad one changes nothing. The database that was there stays under the name that is
/// returned, `pentad.db.before-restore` or one with a number where that is taken; an empty path when there
/// was none. Keeps servers out meanwhile, and refuses while one has the database.
Store::Result<std::filesystem::path> restore_backup(const std::filesystem::path& folder,
                                                    const std::filesystem::path& backup);

}  // namespace pentad::server
