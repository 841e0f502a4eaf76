#include "server/lobby/matchmaking_queue.hpp"

#include <algorithm>
#include <cassert>

namespace pentad::server {

bool MatchmakingQueue::has(const PlayerId& player) const {
    return std::any_of(waiting_.begin(), waiting_.end(),
                       [&](const Waiting& one) { return one.session->player_id() == player; });
}

std::optional<MatchmakingQueue::Waiting> MatchmakingQueue::take_partner(const Wish& wish,
                                                                        const PlayerId& player,
                                                                        const BlockList& blocks) {
    const auto found = std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& one) {
        const PlayerId other = one.session->player_id();
        return one.wish == wish && other != player && !blocks.between(other, player);
    });
    if (found == waiting_.end()) return std::nullopt;
    Waiting partner = std::move(*found);
    waiting_.erase(found);
    return partner;
}

void MatchmakingQueue::add(Waiting waiting) {
    assert(!has(waiting.session->player_id()));
    waiting_.push_back(std::move(waiting));
}

void MatchmakingQueue::put_back(Waiting waiting) {
    assert(!has(waiting.session->player_id()));
    waiting_.push_front(std::move(waiting));
}

bool MatchmakingQueue::remove(const PlayerId& player) {
    return std::erase_if(waiting_, [&](const Waiting& one) { return one.session->player_id() == player; }) >
           0;
}

void MatchmakingQueue::remove(const Session& session) {
    std::erase_if(waiting_, [&](const Waiting& one) { return one.session.get() == &session; });
}

std::vector<MatchmakingQueue::Waiting> MatchmakingQueue::take_due(ServerTime now) {
    std::vector<Waiting> due;
    for (auto one = waiting_.begin(); one != waiting_.end();) {
        const auto next = std::next(one);
        if (one->bot_at && *one->bot_at <= now) {
            due.push_back(std::move(*one));
            waiting_.erase(one);
        }
        one = next;
    }
    return due;
}

std::optional<ServerTime> MatchmakingQueue::next_due() const {
    std::optional<ServerTime> next;
    for (const Waiting& one : waiting_)
        if (one.bot_at && (!next || *one.bot_at < *next)) next = one.bot_at;
    return next;
}

}  // namespace pentad::server
