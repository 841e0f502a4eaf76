#pragma once

#include <optional>
#include <string>

#include "server/bots/bot_job.hpp"
#include "server/match/match.hpp"

namespace pentad::server {

/// How bots play their matches.
struct BotPolicy {
    /// Between two moves of a match in which only bots play, so that it can be watched.
    milliseconds pace{200};
    /// How long an external bot may think about a move.
    milliseconds budget = std::chrono::seconds(10);
};

/// Who moves for a bot's seat: the server's own search or an external bot. The answer comes to the room, not
/// through here. On the I/O thread.
class BotPlayer {
  public:
    /// A turn for which a move is wanted.
    struct Turn {
        const Match& match;
        ServerTime now{};
        /// When the turn is given up; empty: the player always answers.
        std::optional<ServerTime> due{};
        /// Whose share of the pool a search uses.
        std::string payer{};
    };

    BotPlayer() = default;
    BotPlayer(const BotPlayer&) = delete;
    BotPlayer& operator=(const BotPlayer&) = delete;
    virtual ~BotPlayer() = default;

    /// How long it may take for a turn; empty: it always answers.
    virtual std::optional<milliseconds> time_limit() const = 0;
    /// Asks for a move. Asking again for the same turn does nothing where the request has been delivered.
    virtual void ask(const Turn& turn) = 0;
    /// The move is not wanted any more.
    virtual void cancel(ServerTime now) = 0;
    /// The move was made, or got lost: the next ask() is for another one.
    virtual void forget() = 0;
    /// How far the move is; empty: nothing is under way.
    virtual std::optional<BotProgress> progress() const = 0;
};

}  // namespace pentad::server
