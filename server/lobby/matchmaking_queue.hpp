#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/moderation/block_list.hpp"
#include "server/session/session.hpp"

namespace pentad::server {

/// Players who wait for any opponent, oldest first. A player waits at most once, whatever the number of their
/// sessions, so the queue is never longer than the number of players. On the I/O thread.
class MatchmakingQueue {
  public:
    struct Wish {
        std::string game;
        protocol::TimeControl tc;

        friend bool operator==(const Wish&, const Wish&) = default;
    };
    struct Waiting {
        std::shared_ptr<Session> session;
        Wish wish;
        std::optional<ServerTime> bot_at;  ///< a bot takes the other seat from then on
        int bot_level = 1;
    };

    bool has(const PlayerId& player) const;

    /// Takes out the player who has waited longest with the same wish, unless one has blocked the other.
    std::optional<Waiting> take_partner(const Wish& wish, const PlayerId& player, const BlockList& blocks);

    /// REQUIRES: !has(player of the session).
    void add(Waiting waiting);
    /// At the head of the queue, after a pairing that failed. REQUIRES: !has(player of the session).
    void put_back(Waiting waiting);

    /// False: the player was not waiting.
    bool remove(const PlayerId& player);
    /// Does nothing if the player waits in another session.
    void remove(const Session& session);

    /// Takes out those who get a bot by now.
    std::vector<Waiting> take_due(ServerTime now);
    /// When the next bot is due; nothing: nobody waits for one.
    std::optional<ServerTime> next_due() const;

    std::size_t size() const { return waiting_.size(); }

  private:
    std::list<Waiting> waiting_;
};

}  // namespace pentad::server
