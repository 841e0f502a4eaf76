#include "server/session/bot_keys.hpp"

#include <algorithm>

namespace pentad::server {
namespace {

tl::expected<std::optional<StoredPlayer>, StoreError> named(Store& store, const std::string& name) {
    const auto bots = store.players_of_kind(std::string(bot_kind));
    if (!bots) return tl::unexpected(bots.error());
    const auto found =
        std::find_if(bots->begin(), bots->end(), [&](const StoredPlayer& bot) { return bot.name == name; });
    return found == bots->end() ? std::nullopt : std::optional(*found);
}

}  // namespace

tl::expected<std::string, StoreError> make_bot_key(Store& store, const std::string& name,
                                                   const AuditEntry& entry) {
    const auto known = named(store, name);
    if (!known) return tl::unexpected(known.error());
    StoredPlayer bot =
        known->value_or(StoredPlayer{{random_id("p_")}, name, std::string(bot_kind), {}, entry.at});
    const std::string key = "bk_" + random_token();
    bot.token_hash = token_hash(key);
    if (const auto kept = store.write(batch(bot, NameKept{bot.id}, entry)); !kept)
        return tl::unexpected(kept.error());
    return key;
}

tl::expected<std::optional<PlayerId>, StoreError> revoke_bot_key(Store& store, const std::string& name,
                                                                 const AuditEntry& entry) {
    auto known = named(store, name);
    if (!known) return tl::unexpected(known.error());
    if (!*known || (*known)->token_hash.empty()) return std::nullopt;
    StoredPlayer bot = std::move(**known);
    bot.token_hash.clear();
    if (const auto kept = store.write(batch(bot, entry)); !kept) return tl::unexpected(kept.error());
    return bot.id;
}

std::string bot_list(const std::vector<StoredPlayer>& bots) {
    std::string text;
    for (const StoredPlayer& bot : bots)
        text +=
            bot.id.text + "  " + (bot.token_hash.empty() ? "revoked" : "has a key") + "  " + bot.name + "\n";
    return text;
}

tl::expected<std::optional<StoredPlayer>, StoreError> find_bot(Store& store, const std::string& name,
                                                               const std::string& key) {
    auto found = store.player_by_token(token_hash(key));
    if (found && *found && ((*found)->kind != bot_kind || (*found)->name != name)) found->reset();
    return found;
}

}  // namespace pentad::server
