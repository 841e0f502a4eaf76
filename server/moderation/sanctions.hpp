#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/store/store.hpp"

namespace pentad::server {

/// Who is banned or muted now: the store's sanctions, kept where each message is looked at. Those that are
/// over count for nothing. On the I/O thread.
class Sanctions {
  public:
    void put(Sanction sanction);
    void lift(Sanction::Kind kind, const std::string& target);

    bool bans(const PlayerId& player, ServerTime now) const;
    /// By the address itself or a network that it is in.
    bool bans_address(std::string_view address, ServerTime now) const;
    std::optional<Sanction> mute_of(const PlayerId& player, ServerTime now) const;

    /// Those that are in force.
    std::vector<Sanction> all(ServerTime now) const;

  private:
    std::map<std::pair<Sanction::Kind, std::string>, Sanction> sanctions_;
};

}  // namespace pentad::server
