#include "server/bots/hints.hpp"

#include <boost/asio/post.hpp>

namespace pentad::server {

using protocol::ErrorCode;

void Hints::ask(const RoomRequest& from, const Match& match) {
    const std::string asker = from.session->id().text;
    const MatchId& id = match.setup().id;
    if (const auto open = open_.find(asker); open != open_.end()) {
        if (open->second.connection.lock() == from.session->connection()) {
            from.refuse(ErrorCode::limit_reached, "You have asked for a hint already; it is on its way.");
            return;
        }
        // Asked on a connection that is gone: nobody waits for that answer.
        bots_.cancel({open->second.match, asker});
    }
    open_[asker] = {from.session, from.session->connection(), from.request.id, asker, id, match.turn()};
    BotJob job{id, match.turn(), match.position(), {level, 0, 0}, budget};
    job.rank = BotRank::hint;
    job.payer = from.session->player().id;
    job.asker = asker;
    bots_.think(std::move(job), [this, asker](BotMove move) {
        asio::post(io_, [this, asker, move = std::move(move)] { found(asker, move); });
    });
}

void Hints::found(const std::string& asker, const BotMove& move) {
    const auto open = open_.find(asker);
    if (open == open_.end() || open->second.match != move.match || open->second.turn != move.turn) return;
    const Question question = std::move(open->second);
    open_.erase(open);
    if (move.turned_away) {
        refuse(question, ErrorCode::rate_limited);
    } else if (move.fallback) {
        // A plain legal move is no advice.
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
