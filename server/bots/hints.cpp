#include "server/bots/hints.hpp"

#include <boost/asio/post.hpp>

namespace pentad::server {

using protocol::ErrorCode;

void Hints::ask(const std::shared_ptr<Session>& session, const protocol::RequestId& id, const Match& match) {
    const std::string asker = session->id().text;
    const MatchId& of = match.setup().id;
    if (const auto open = open_.find(asker); open != open_.end()) {
        if (open->second.connection.lock() == session->connection()) {
            session->refuse(id, ErrorCode::limit_reached,
                            "You have already asked for a hint. Wait for the answer.");
            return;
        }
        // It was asked on a connection that is gone: nobody waits for the answer.
        bots_.cancel({open->second.match, asker});
    }
    open_[asker] = {session, session->connection(), id, asker, of, match.turn()};
    BotJob job{of, match.turn(), match.position(), {level, 0, 0}, budget};
    job.rank = BotRank::hint;
    job.payer = session->player().id;
    job.asker = asker;
    bots_.think(std::move(job), [this, asker](BotAnswer move) {
        asio::post(io_, [this, asker, move = std::move(move)] { found(asker, move); });
    });
}

void Hints::found(const std::string& asker, const BotAnswer& move) {
    const auto open = open_.find(asker);
    if (open == open_.end() || open->second.match != move.match || open->second.turn != move.turn) return;
    const Question question = std::move(open->second);
    open_.erase(open);
    if (move.turned_away) {
        refuse(question, ErrorCode::rate_limited);
    } else if (move.fallback) {
        // Any legal move is no advice.
        refuse(question, ErrorCode::bot_unavailable);
    } else if (question.session->connection() == question.connection.lock()) {
        protocol::Hint hint{static_cast<int>(move.turn), move.move, move.line, std::nullopt};
        if (move.forced_end != 0) hint.forced_end = move.forced_end;
        question.session->reply({question.id, std::move(hint)});
    }
}

void Hints::moved_on(const Match& match) {
    const MatchId& id = match.setup().id;
    for (auto it = open_.begin(); it != open_.end();) {
        const bool stale = it->second.match == id && (it->second.turn != match.turn() || match.result());
        if (!stale) {
            ++it;
            continue;
        }
        const Question question = std::move(it->second);
        it = open_.erase(it);
        bots_.cancel({question.match, question.asker});
        refuse(question, ErrorCode::stale_turn);
    }
}

void Hints::refuse(const Question& question, ErrorCode code) const {
    if (question.session->connection() == question.connection.lock())
        question.session->refuse(question.id, code);
}

}  // namespace pentad::server
