#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/moderation/block_list.hpp"
#include "server/session/session.hpp"

namespace pentad::server {

/// Those who wait for any opponent, oldest first. A player waits at most once, whatever the number of his
/// sessions, so the queue is no longer than there are players. On the I/O thread.
class Matchmaker {
  public:
    struct Wish {
        std::string game;
        protocol::TimeControl tc;

        friend bool operator==(const Wish&, const Wish&) = default;
    };
    struct Waiting {
        std::shared_ptr<Session> session;
        Wish wish;
        std::optional<ServerTime> bot_at;  ///< from then on a bot will do
        int bot_level = 1;
    };

    bool has(const PlayerId& player) const;

    /// Takes out who has waited longest for the same, if it is somebody else and neither has blocked the
    /// other.
    std::optional<Waiting> take_partner(const Wish& wish, const PlayerId& player, const BlockList& blocks);

    /// REQUIRES: !has(player of the session).
    void add(Waiting waiting);
    /// At the head of the queue: a pairing that came to nothing. REQUIRES: !has(player of the session).
    void put_back(Waiting waiting);

    /// False: was not waiting.
    bool remove(const PlayerId& player);
    /// Does nothing if the player waits in another session.
    void remove(const Session& session);

    /// Takes out those for whom a bot will do by now.
    std::vector<Waiting> take_due(ServerTime now);
    /// When the next bot is due.
    std::optional<ServerTime> next_due() const;

    std::size_t size() const { return waiting_.size(); }

  private:
    std::list<Waiting> waiting_;
};

}  // namespace pentad::server
