#pragma once

#include <filesystem>

#include "server/store/store.hpp"

namespace pentad::server {

/// Replaces `folder`/pentad.db by a backup. The backup is first checked and upgraded in a separate folder, so
/// that a bad one changes nothing. The old database is kept as `pentad.db.before-restore`, numbered if that
/// exists; returns its name, or an empty path if there was none. Locks servers out meanwhile, and fails while
/// one runs.
Store::Result<std::filesystem::path> restore_backup(const std::filesystem::path& folder,
                                                    const std::filesystem::path& backup);

}  // namespace pentad::server
