#pragma once

#include <array>
#include <optional>
#include <string>

#include "protocol/client_messages.hpp"
#include "server/room/match_actions.hpp"
#include "server/room/room_request.hpp"

namespace pentad::server {

/// The moves that players have set for their next turn, one a seat. They do not outlive the server. On the
/// I/O thread.
class PremoveQueue {
  public:
    /// REQUIRES: `match` outlives this.
    explicit PremoveQueue(MatchActions& match) : match_(match) {}

    void set(const protocol::PremoveSet& message, const RoomRequest& from);
    void clear(const RoomRequest& from);

    /// Has the side to move set a move for this turn?
    bool due() const;
    /// Plays it, or drops it and says why. REQUIRES: due().
    Awaitable<void> play();
    /// Drops all of them.
    void drop_all(const std::string& reason);

  private:
    struct Premove {
        std::int64_t turn = 0;
        std::string move;
    };

    std::optional<protocol::ErrorCode> refusal(const protocol::PremoveSet& message,
                                               std::optional<Side> seat) const;
    /// Only its player is told: the opponent must not learn what was planned.
    void dropped(Side seat, const Premove& premove, const std::string& reason);

    MatchActions& match_;
    std::array<std::optional<Premove>, 2> premoves_;
};

}  // namespace pentad::server
