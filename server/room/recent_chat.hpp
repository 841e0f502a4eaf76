#pragma once

#include <list>
#include <vector>

#include "protocol/events.hpp"
#include "server/moderation/block_list.hpp"

namespace pentad::server {

/// The last lines of a conversation, for those who join later; older ones are dropped.
class RecentChat {
  public:
    static constexpr std::size_t kept = 50;

    void add(const protocol::ChatLine& line, protocol::EpochMs ts) {
        if (lines_.size() == kept) lines_.pop_front();
        lines_.push_back({line.channel, line.from, line.text, ts});
    }

    /// Removes this player's lines.
    void forget(const PlayerId& player) {
        lines_.remove_if([&](const protocol::PastLine& line) { return line.from.id == player.text; });
    }

    /// The lines that this reader may see, oldest first. An empty reader is a stranger.
    std::vector<protocol::PastLine> shown_to(const PlayerId& reader, const BlockList& blocks) const {
        std::vector<protocol::PastLine> shown;
        for (const protocol::PastLine& line : lines_)
            if (!blocks.has(reader, {line.from.id})) shown.push_back(line);
        return shown;
    }

  private:
    std::list<protocol::PastLine> lines_;  // mostly empty, and then a deque would be half a kilobyte
};

}  // namespace pentad::server
