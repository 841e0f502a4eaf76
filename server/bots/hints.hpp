#pragma once

#include <map>
#include <memory>
#include <string>

#include "server/base/executor.hpp"
#include "server/bots/bot_scheduler.hpp"
#include "server/match/match.hpp"
#include "server/room/room_request.hpp"

namespace pentad::server {

/// Moves that people ask for, found by the pool behind the moves of people's matches. A session has one
/// question open at a time. On the I/O thread.
class Hints {
  public:
    /// What is thought of a position for a hint, whoever plays: the same for everybody and soon there.
    static constexpr int level = 7;
    static constexpr std::chrono::milliseconds budget = std::chrono::seconds(5);

    /// Both outlive this.
    Hints(asio::io_context& io, BotScheduler& bots) : io_(io), bots_(bots) {}

    /// Answers the request once: with the move, with `stale_turn` when the turn passes before it is found,
    /// with `limit_reached` when the session waits for a hint already, with `rate_limited` when too many
    /// searches wait. REQUIRES: the match is not over.
    void ask(const RoomRequest& from, const Match& match);

    /// The match has moved on: what was asked about earlier turns is answered with `stale_turn`.
    void moved_on(const Match& match);

  private:
    struct Question {
        std::shared_ptr<Session> session;
        std::weak_ptr<Connection> connection;  ///< on which it came; another one does not know of it
        protocol::RequestId id;
        std::string asker;
        MatchId match;
        std::int64_t turn = 0;
    };
    void found(const std::string& asker, const BotMove& move);
    void refuse(const Question& question, protocol::ErrorCode code) const;

    asio::io_context& io_;
    BotScheduler& bots_;
    std::map<std::string, Question> open_;  ///< by asker
};

}  // namespace pentad::server
