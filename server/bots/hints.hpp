#pragma once

#include <map>
#include <memory>
#include <string>

#include "server/base/executor.hpp"
#include "server/bots/bot_scheduler.hpp"
#include "server/match/match.hpp"
#include "server/session/session.hpp"

namespace pentad::server {

/// Suggests moves to people who ask. The pool searches for them after the moves of people's matches. A
/// session has one open question at a time. On the I/O thread.
class Hints {
  public:
    /// How a hint is searched for: the same for everybody, and quick.
    static constexpr int level = 7;
    static constexpr std::chrono::milliseconds budget = std::chrono::seconds(5);

    /// REQUIRES: both outlive this.
    Hints(asio::io_context& io, BotScheduler& bots) : io_(io), bots_(bots) {}

    /// Answers the request once: with the move, with `stale_turn` when the turn passes first, with
    /// `limit_reached` when the session already waits for a hint, or with `rate_limited` when too many
    /// searches wait. REQUIRES: the match is not over.
    void ask(const std::shared_ptr<Session>& session, const protocol::RequestId& id, const Match& match);

    /// The match has moved on: questions about earlier turns are answered with `stale_turn`.
    void moved_on(const Match& match);

  private:
    struct Question {
        std::shared_ptr<Session> session;
        std::weak_ptr<Connection> connection;  ///< on which it was asked; the answer goes nowhere else
        protocol::RequestId id;
        std::string asker;
        MatchId match;
        std::int64_t turn = 0;
    };
    void found(const std::string& asker, const BotAnswer& move);
    void refuse(const Question& question, protocol::ErrorCode code) const;

    asio::io_context& io_;
    BotScheduler& bots_;
    std::map<std::string, Question> open_;  ///< by asker
};

}  // namespace pentad::server
