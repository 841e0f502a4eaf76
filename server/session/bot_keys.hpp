#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "server/store/store.hpp"

/// The keys with which external bots authenticate. A bot is a player of its own kind; only the hash of its
/// key is stored. On the store's thread.
namespace pentad::server {

/// A key for the bot of this name, which is new or gets this one in place of the one it had, stored together
/// with the entry of the audit log. The key is shown only this once.
tl::expected<std::string, StoreError> make_bot_key(Store& store, const std::string& name,
                                                   const AuditEntry& entry);

/// From now on the bot's key opens nothing; stored together with the entry of the audit log. Whose it was;
/// nothing when no bot of this name has a key.
tl::expected<std::optional<PlayerId>, StoreError> revoke_bot_key(Store& store, const std::string& name,
                                                                 const AuditEntry& entry);

/// The bots for people, one a line, and which of them have a key.
std::string bot_list(const std::vector<StoredPlayer>& bots);

/// The bot that this name and key belong to.
tl::expected<std::optional<StoredPlayer>, StoreError> find_bot(Store& store, const std::string& name,
                                                               const std::string& key);

}  // namespace pentad::server
