#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "server/base/ids.hpp"

namespace pentad::server {

/// The names of those who are here, so that no two of them are mistaken for each other: names that look alike
/// belong to one player. A player keeps a name once for each session. On the I/O thread.
class NameRegistry {
  public:
    /// Who has this name or one that looks like it.
    std::optional<PlayerId> holder(const std::string& name) const;

    /// For one more session of the player: the name that it has already, or the wanted one, or, where
    /// somebody else has that, the wanted one with a number behind it.
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
    // Who has what a name looks like (see Skeleton).
    std::unordered_map<std::string, PlayerId> by_written_, by_folded_;
};

}  // namespace pentad::server
