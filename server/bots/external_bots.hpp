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

/// The matches that are played, as external bots need them. On the I/O thread.
class PlayedMatches {
  public:
    /// How many seats the bot has in matches that are not over.
    virtual int seats_of(const PlayerId& bot) const = 0;
    /// The session's connection came or went: the matches in which its player has a seat hear of it.
    virtual void tell_matches(const std::shared_ptr<Session>& session) const = 0;

  protected:
    ~PlayedMatches() = default;
};

/// The external bots that have offered to fill bot seats. A bot has one offer, that of the session which made
/// the last one; it stands until that session is over, and counts while the session has a connection. On the
/// I/O thread.
class ExternalBots {
  public:
    /// REQUIRES: `matches` outlives this.
    explicit ExternalBots(const PlayedMatches& matches) : matches_(matches) {}

    struct Offer {
        std::shared_ptr<Session> session;
        std::vector<std::string> games;
        int slots = 1;
    };

    /// REQUIRES: a session of kind bot. The matches in which the bot has a seat are told.
    void put(Offer offer);
    void remove(const Session& session);
    /// The session's connection came or went: the matches in which its bot has a seat are told.
    void connection_changed(const std::shared_ptr<Session>& session) const;

    /// Tells the bots on the seats that their match starts: they do not follow it by themselves.
    void tell_seated(const MatchSetup& setup, ServerTime now) const;

    /// The session to which the bot's turns go; nullptr without one or without a connection.
    std::shared_ptr<Session> connected(const PlayerId& bot) const;

    /// How many seats each bot has in matches that are starting.
    using Seats = std::map<PlayerId, int>;
    /// Holds the slots of bots while their match starts.
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

    /// For a match of this game with these seats that is about to start; empty when one of the bots is gone
    /// or full. Rooms that wait hold no slots.
    std::optional<Engagement> engage(const std::array<MatchSeat, 2>& seats, const std::string& game);

    /// The bot, if it could take so many more seats in matches of this game now.
    std::optional<protocol::Player> available(const PlayerId& bot, const std::string& game,
                                              int seats = 1) const;

    /// All that are connected; of one game, unless it is empty.
    protocol::BotList list(const std::string& game) const;

  private:
    /// The seats that the bot has in matches that are played or starting. Counted each time, so that no count
    /// can go stale.
    int engaged(const PlayerId& bot) const;

    const PlayedMatches& matches_;
    std::map<PlayerId, Offer> offers_;
    std::shared_ptr<Seats> starting_ = std::make_shared<Seats>();
};

}  // namespace pentad::server
