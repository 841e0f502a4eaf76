#pragma once

#include <deque>
#include <unordered_map>

#include "server/base/ids.hpp"
#include "server/base/server_clock.hpp"

namespace pentad::server {

/// Who has left a match that somebody else was to play with them, before both had moved, and when. So many in
/// an hour are free; who has used them up begins no other such match until the first is an hour old. On the
/// I/O thread.
class EarlyExits {
  public:
    static constexpr milliseconds remembered_for = std::chrono::hours(1);

    /// 0 or less: any number.
    explicit EarlyExits(int free = 0) : free_(free) {}

    void add(const PlayerId& player, ServerTime at);
    /// How long the player has to wait until they may begin another one; 0: they may now.
    milliseconds wait(const PlayerId& player, ServerTime now) const;

    /// Forgets those that are an hour old.
    void sweep(ServerTime now);
    /// The player's data are deleted.
    void forget(const PlayerId& player) { exits_.erase(player); }
    std::size_t players() const { return exits_.size(); }

  private:
    int free_;
    /// Oldest first; no more of a player than are free.
    std::unordered_map<PlayerId, std::deque<ServerTime>> exits_;
};

}  // namespace pentad::server
