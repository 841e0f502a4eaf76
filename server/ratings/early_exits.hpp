#pragma once

#include <deque>
#include <optional>
#include <unordered_map>

#include "server/base/ids.hpp"
#include "server/base/server_clock.hpp"
#include "server/match/match.hpp"

namespace pentad::server {

/// Who left a match against another person before both had moved, and when. A player may do that so many
/// times an hour; after that they may not begin another such match until the first exit is an hour old. On
/// the I/O thread.
class EarlyExits {
  public:
    static constexpr milliseconds remembered_for = std::chrono::hours(1);

    /// `free` exits an hour are allowed; 0 or less: any number.
    explicit EarlyExits(int free = 0) : free_(free) {}

    void add(const PlayerId& player, ServerTime at);
    /// How long the player has to wait before they may begin another match; 0: they may now.
    milliseconds wait(const PlayerId& player, ServerTime now) const;

    /// Forgets exits that are an hour old.
    void sweep(ServerTime now);
    /// The player's data are deleted.
    void forget(const PlayerId& player) { exits_.erase(player); }
    std::size_t players() const { return exits_.size(); }

  private:
    int free_;
    /// Oldest first; no more for each player than are free.
    std::unordered_map<PlayerId, std::deque<ServerTime>> exits_;
};

/// Who leaves when this command ends the match before both have moved; empty: nobody. `by` is the seat of the
/// player who sent it, if a player did. Pure.
std::optional<Side> early_leaver(const Match& match, const MatchCommand& command, std::optional<Side> by,
                                 bool opponent_online, ServerTime now);

}  // namespace pentad::server
