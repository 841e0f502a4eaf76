#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "server/store/store.hpp"

namespace pentad::server {

/// Who has blocked whom: the store's blocks in memory, for each chat line and each seat to be checked. On the
/// I/O thread.
class BlockList {
  public:
    void put(const Block& block) { blocks_[block.by].insert(block.player); }
    void lift(const BlockLifted& lifted);
    /// Removes the blocks by the player and of the player.
    void forget(const PlayerId& player);

    /// Has `by` blocked the player?
    bool has(const PlayerId& by, const PlayerId& player) const;
    /// Has one of them blocked the other?
    bool between(const PlayerId& one, const PlayerId& other) const {
        return has(one, other) || has(other, one);
    }
    /// The players that `by` has blocked.
    std::vector<PlayerId> of(const PlayerId& by) const;
    std::size_t count(const PlayerId& by) const;

  private:
    std::map<PlayerId, std::set<PlayerId>> blocks_;
};

}  // namespace pentad::server
