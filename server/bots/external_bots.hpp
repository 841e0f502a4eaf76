#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/messages.hpp"
#include "server/ids.hpp"
#include "server/lobby/session.hpp"

namespace pentad::server {

class Rooms;

/// The programs outside that have offered to fill bot seats. A bot has one offer, that of the session which
/// made the last one; it stands until that session is over, and counts while the session has a link. On the
/// I/O thread.
class ExternalBots {
  public:
    /// `rooms` outlives this.
    explicit ExternalBots(const Rooms& rooms) : rooms_(rooms) {}

    struct Offer {
        std::shared_ptr<Session> session;
        std::vector<std::string> games;
        int slots = 1;
    };

    /// REQUIRES: a session of kind bot. The matches in which the bot has a seat hear of it.
    void put(Offer offer);
    void remove(const Session& session);
    /// The session's link came or went: the matches in which it has a seat hear of it.
    void link_changed(const std::shared_ptr<Session>& session) const;

    /// The session to which the bot's turns go; nullptr without one or without a link.
    std::shared_ptr<Session> connected(const PlayerId& bot) const;

    /// The bot if it can take so many more seats in rooms of this game now.
    std::optional<protocol::Player> available(const PlayerId& bot, const std::string& game,
                                              int seats = 1) const;

    /// All that are connected, of one game if it is not empty.
    protocol::BotList list(const std::string& game) const;

  private:
    /// The seats that each bot has in rooms whose match is not over. Counted anew each time, so that nothing
    /// can be left behind.
    std::map<PlayerId, int> engaged() const;

    const Rooms& rooms_;
    std::map<PlayerId, Offer> offers_;
};

}  // namespace pentad::server
