#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/messages.hpp"
#include "server/room/recent_chat.hpp"

namespace pentad::server {

/// What is said around a match: the players among themselves, and the spectators among themselves. On the I/O
/// thread.
class MatchChat {
  public:
    struct Refused {
        protocol::ErrorCode code;
        std::string text;
    };
    /// Why this session may not write on that channel.
    static std::optional<Refused> refusal(protocol::ChatChannel channel, bool plays, bool follows,
                                          bool spectators_chat) {
        using protocol::ErrorCode;
        const bool to_players = channel == protocol::ChatChannel::match;
        if (to_players && !plays) return Refused{ErrorCode::not_seated, {}};
        if (to_players) return std::nullopt;
        if (plays) return Refused{ErrorCode::forbidden, "Players do not read what spectators write."};
        if (!follows) return Refused{ErrorCode::forbidden, "Watch the match first."};
        if (!spectators_chat) return Refused{ErrorCode::forbidden, "Spectators do not write here."};
        return std::nullopt;
    }

    void add(const protocol::ChatLine& line, protocol::EpochMs ts) {
        (line.channel == protocol::ChatChannel::match ? players_ : spectators_).add(line, ts);
    }
    std::vector<protocol::PastLine> shown_to(const PlayerId& reader, bool plays,
                                             const BlockList& blocks) const {
        return (plays ? players_ : spectators_).shown_to(reader, blocks);
    }
    /// The player's data are deleted.
    void forget(const PlayerId& player) {
        players_.forget(player);
        spectators_.forget(player);
    }

  private:
    RecentChat players_;
    RecentChat spectators_;
};

}  // namespace pentad::server
