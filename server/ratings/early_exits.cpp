#include "server/ratings/early_exits.hpp"

#include <algorithm>
#include <utility>

namespace pentad::server {

void EarlyExits::add(const PlayerId& player, ServerTime at) {
    if (free_ <= 0) return;
    auto& times = exits_[player];
    times.push_back(at);
    if (std::cmp_greater(times.size(), free_)) times.pop_front();
}

milliseconds EarlyExits::wait(const PlayerId& player, ServerTime now) const {
    const auto found = exits_.find(player);
    if (found == exits_.end() || std::cmp_less(found->second.size(), free_)) return milliseconds(0);
    return std::max(milliseconds(0), found->second.front() + remembered_for - now);
}

void EarlyExits::sweep(ServerTime now) {
    for (auto player = exits_.begin(); player != exits_.end();) {
        auto& times = player->second;
        while (!times.empty() && times.front() + remembered_for <= now) times.pop_front();
        player = times.empty() ? exits_.erase(player) : std::next(player);
    }
}

}  // namespace pentad::server
