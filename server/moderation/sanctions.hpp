#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/store/store.hpp"

namespace pentad::server {

/// Who is banned or muted: the store's sanctions in memory, for each message to be checked. Those that have
/// ended have no effect. On the I/O thread.
class Sanctions {
  public:
    void put(Sanction sanction);
    void lift(Sanction::Kind kind, const std::string& target);

    bool bans(const PlayerId& player, ServerTime now) const;
    /// Is the address banned, or a network that it is in?
    bool bans_address(std::string_view address, ServerTime now) const;
    std::optional<Sanction> mute_of(const PlayerId& player, ServerTime now) const;

    /// The sanctions in force.
    std::vector<Sanction> all(ServerTime now) const;

  private:
    std::map<std::pair<Sanction::Kind, std::string>, Sanction> sanctions_;
};

}  // namespace pentad::server
