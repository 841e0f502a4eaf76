#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "server/store/store.hpp"

namespace pentad::server {

/// What an acknowledged write survives: `full` a power loss, `normal` a crash of the process. A power loss
/// costs `normal` the writes of about the last tenth of a second.
enum class Durability { full, normal };

/// After so many pages in its log SQLite copies them into the file: 64 MB, so that a page that changes with
/// every move is copied once for many of them.
inline constexpr int checkpoint_after = 16'384;

/// Told of the copy that was made of a database of an older version.
using Upgraded = std::function<void(const std::filesystem::path& copy)>;

/// Opens or makes `folder`/pentad.db (SQLite in WAL mode). Refuses, with a sentence that says what to do, a
/// folder that cannot be written, a damaged file, a file of a newer version, a file that another process has
/// open, and to make a new one where a restore was broken off.
tl::expected<std::unique_ptr<Store>, StoreError> open_sqlite_store(const std::filesystem::path& folder,
                                                                   Durability durability,
                                                                   int checkpoint_pages = checkpoint_after,
                                                                   const Upgraded& upgraded = {});

}  // namespace pentad::server
