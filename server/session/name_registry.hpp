#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "server/base/ids.hpp"

namespace pentad::server {

/// The names of the players who are here. Names that look alike belong to one player, so that no two players
/// are mistaken for each other. A player holds a name once for each session. On the I/O thread.
class NameRegistry {
  public:
    /// The player who has this name or one that looks like it.
    std::optional<PlayerId> holder(const std::string& name) const;

    /// The name for one more session of the player: the one that they have already, or the wanted one, or, if
    /// somebody else has that, the wanted one followed by a number.
    std::string take(const PlayerId& player, const std::string& wanted);

    /// One session less. REQUIRES: taken.
    void release(const PlayerId& player);

    std::size_t size() const { return names_.size(); }

  private:
    struct Name {
        std::string text;
        int sessions = 0;
    };

    std::unordered_map<PlayerId, Name> names_;
    // The holders of what names look like (see Skeleton).
    std::unordered_map<std::string, PlayerId> by_written_, by_folded_;
};

}  // namespace pentad::server
