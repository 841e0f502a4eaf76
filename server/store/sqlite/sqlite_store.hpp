#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "server/store/store.hpp"

namespace pentad::server {

/// What an acknowledged write survives: a power loss (`full`) or a crash of the process (`normal`). With
/// `normal` a power loss costs the writes of about the last tenth of a second.
enum class Durability { full, normal };

/// Pages in the log after which SQLite copies them into the file: 64 MB, so that a page that changes with
/// every move is copied once for many moves.
inline constexpr int checkpoint_after = 16'384;

/// Called with the copy made of a database of an older version.
using Upgraded = std::function<void(const std::filesystem::path& copy)>;

/// Opens or creates `folder`/pentad.db (SQLite in WAL mode). Fails, with a sentence that says what to do, for
/// a folder that cannot be written, a damaged file, a file of a newer version or open in another process, and
/// where a restore was interrupted.
tl::expected<std::unique_ptr<Store>, StoreError> open_sqlite_store(const std::filesystem::path& folder,
                                                                   Durability durability,
                                                                   int checkpoint_pages = checkpoint_after,
                                                                   const Upgraded& upgraded = {});

}  // namespace pentad::server
