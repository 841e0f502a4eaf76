#pragma once

#include <list>
#include <vector>

#include "protocol/events.hpp"

namespace pentad::server {

/// The last lines of a conversation, for those who come late; older ones are forgotten.
class RecentLines {
  public:
    static constexpr std::size_t kept = 50;

    void add(const protocol::ChatLine& line, protocol::EpochMs ts) {
        if (lines_.size() == kept) lines_.pop_front();
        lines_.push_back({line.channel, line.from, line.text, ts});
    }

    /// Oldest first.
    std::vector<protocol::PastLine> all() const { return {lines_.begin(), lines_.end()}; }

  private:
    std::list<protocol::PastLine> lines_;  // mostly empty, and then a deque would be half a kilobyte
};

}  // namespace pentad::server
