#pragma once

#include <filesystem>

#include "server/store/store.hpp"

namespace pentad::server {

/// Puts a backup in the place of `folder`/pentad.db. The backup is checked first and brought up to date in a
/// folder beside, so that a bad one changes nothing; the database that was there stays as
/// `pentad.db.before-restore`, in place of an older one of that name. Refuses while a server has the
/// database.
Store::Result<void> restore_backup(const std::filesystem::path& folder, const std::filesystem::path& backup);

}  // namespace pentad::server
