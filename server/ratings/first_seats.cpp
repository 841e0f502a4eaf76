#include "server/ratings/first_seats.hpp"

#include <algorithm>

namespace pentad::server {

std::string FirstSeats::key(const std::string& game, const PlayerId& a, const PlayerId& b) {
    return game + ' ' + std::min(a.text, b.text) + ' ' + std::max(a.text, b.text);
}

void FirstSeats::put(Pair pair) {
    if (const auto known = by_key_.find(pair.key); known != by_key_.end()) pairs_.erase(known->second);
    pairs_.push_back(std::move(pair));
    by_key_[pairs_.back().key] = std::prev(pairs_.end());
    if (pairs_.size() <= most_pairs) return;
    by_key_.erase(pairs_.front().key);
    pairs_.pop_front();
}

PlayerId FirstSeats::next(const std::string& game, const PlayerId& a, const PlayerId& b) {
    std::string of_both = key(game, a, b);
    if (const auto known = by_key_.find(of_both); known != by_key_.end()) return known->second->first;
    const bool a_begins = (random_seed() & 1) != 0;
    PlayerId first = a_begins ? a : b;
    put({std::move(of_both), first, a_begins ? b : a});
    return first;
}

void FirstSeats::played(const std::string& game, const PlayerId& first, const PlayerId& second) {
    put({key(game, first, second), second, first});
}

void FirstSeats::forget(const PlayerId& player) {
    std::erase_if(pairs_, [&](const Pair& pair) {
        const bool of_player = pair.first == player || pair.second == player;
        if (of_player) by_key_.erase(pair.key);
        return of_player;
    });
}

}  // namespace pentad::server
