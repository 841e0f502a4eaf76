#include "server/moderation/sanctions.hpp"

#include <algorithm>

#include "server/base/client_address.hpp"

namespace pentad::server {
namespace {

using Kind = Sanction::Kind;

bool in_force(const Sanction& sanction, ServerTime now) { return !sanction.until || now < *sanction.until; }

}  // namespace

void Sanctions::put(Sanction sanction) {
    const std::pair key{sanction.kind, sanction.target};
    sanctions_[key] = std::move(sanction);
}

void Sanctions::lift(Kind kind, const std::string& target) { sanctions_.erase({kind, target}); }

bool Sanctions::bans(const PlayerId& player, ServerTime now) const {
    const auto found = sanctions_.find({Kind::ban_player, player.text});
    return found != sanctions_.end() && in_force(found->second, now);
}

bool Sanctions::bans_address(std::string_view address, ServerTime now) const {
    return std::any_of(sanctions_.begin(), sanctions_.end(), [&](const auto& entry) {
        const Sanction& one = entry.second;
        return one.kind == Kind::ban_address && in_force(one, now) && is_in_networks(address, {one.target});
    });
}

std::optional<Sanction> Sanctions::mute_of(const PlayerId& player, ServerTime now) const {
    const auto found = sanctions_.find({Kind::mute, player.text});
    if (found == sanctions_.end() || !in_force(found->second, now)) return std::nullopt;
    return found->second;
}

std::vector<Sanction> Sanctions::all(ServerTime now) const {
    std::vector<Sanction> found;
    for (const auto& [key, one] : sanctions_)
        if (in_force(one, now)) found.push_back(one);
    return found;
}

}  // namespace pentad::server
