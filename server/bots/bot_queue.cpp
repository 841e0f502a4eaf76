#include "server/bots/bot_queue.hpp"

#include <algorithm>

namespace pentad::server {

BotQueue::Placed BotQueue::push(Ticket ticket, BotRank rank, const std::string& payer) {
    Placed placed;
    if (size() >= most_) {
        const auto worst = std::find_if(lanes_.rbegin(), lanes_.rend(),
                                        [](const Lane& one) { return !one.tickets.empty(); });
        if (&*worst <= &lane(rank)) return placed;
        placed.displaced = *worst->tickets.rbegin();
        erase(*placed.displaced);
    }
    placed.taken = true;
    places_.emplace(ticket, Place{rank, payer});
    Lane& own = lane(rank);
    own.tickets.insert(ticket);
    auto& jobs = own.by_payer[payer];
    if (jobs.empty()) own.turns.push_back(payer);
    jobs.push_back(ticket);
    return placed;
}

std::optional<BotQueue::Ticket> BotQueue::pop() {
    if (empty()) return std::nullopt;
    const auto best =
        std::find_if(lanes_.begin(), lanes_.end(), [](const Lane& one) { return !one.tickets.empty(); });
    Ticket next = best->by_payer.at(best->turns.front()).front();
    if (++since_oldest_ >= oldest_every) {
        since_oldest_ = 0;
        next = places_.begin()->first;
    }
    // Its payer goes to the end of the line, if it has more jobs.
    const Place place = places_.at(next);
    Lane& from = lane(place.rank);
    erase(next);
    if (from.by_payer.contains(place.payer)) {
        std::erase(from.turns, place.payer);
        from.turns.push_back(place.payer);
    }
    return next;
}

bool BotQueue::erase(Ticket ticket) {
    const auto found = places_.find(ticket);
    if (found == places_.end()) return false;
    const auto [rank, payer] = std::move(found->second);
    places_.erase(found);
    Lane& own = lane(rank);
    own.tickets.erase(ticket);
    const auto jobs = own.by_payer.find(payer);
    std::erase(jobs->second, ticket);
    if (jobs->second.empty()) {
        own.by_payer.erase(jobs);
        std::erase(own.turns, payer);
    }
    return true;
}

}  // namespace pentad::server
