#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/messages.hpp"
#include "server/base/ids.hpp"
#include "server/match/match.hpp"
#include "server/session/session.hpp"

namespace pentad::server {

class RoomRegistry;

/// The programs outside that have offered to fill bot seats. A bot has one offer, that of the session which
/// made the last one; it stands until that session is over, and counts while the session has a connection. On
/// the I/O thread.
class ExternalBots {
  public:
    /// `rooms` outlives this.
    explicit ExternalBots(const RoomRegistry& rooms) : rooms_(rooms) {}

    struct Offer {
        std::shared_ptr<Session> session;
        std::vector<std::string> games;
        int slots = 1;
    };

    /// REQUIRES: a session of kind bot. The matches in which the bot has a seat hear of it.
    void put(Offer offer);
    void remove(const Session& session);
    /// The session's connection came or went: the matches in which it has a seat hear of it.
    void connection_changed(const std::shared_ptr<Session>& session) const;

    /// The session to which the bot's turns go; nullptr without one or without a connection.
    std::shared_ptr<Session> connected(const PlayerId& bot) const;

    /// How many seats each bot has in matches that begin.
    using Seats = std::map<PlayerId, int>;
    /// Holds the slots of bots while their match begins.
    class Engagement {
      public:
        Engagement(std::shared_ptr<Seats> starting, Seats seats);
        ~Engagement();
        Engagement(Engagement&&) = default;
        Engagement& operator=(Engagement&&) = delete;

      private:
        std::shared_ptr<Seats> starting_;
        Seats seats_;
    };

    /// For a match of this game with these seats that is about to begin; empty when one of the bots is gone
    /// or full. No slots are held by rooms that wait.
    std::optional<Engagement> engage(const std::array<MatchSeat, 2>& seats, const std::string& game);

    /// The bot if it could take so many more seats in matches of this game now.
    std::optional<protocol::Player> available(const PlayerId& bot, const std::string& game,
                                              int seats = 1) const;

    /// All that are connected, of one game if it is not empty.
    protocol::BotList list(const std::string& game) const;

  private:
    /// The seats that the bot has in matches that are played or begin. Counted anew each time, so that
    /// nothing can be left behind.
    int engaged(const PlayerId& bot) const;

    const RoomRegistry& rooms_;
    std::map<PlayerId, Offer> offers_;
    std::shared_ptr<Seats> starting_ = std::make_shared<Seats>();
};

}  // namespace pentad::server
