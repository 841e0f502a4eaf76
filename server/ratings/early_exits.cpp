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

std::optional<Side> early_leaver(const Match& match, const MatchCommand& command, std::optional<Side> by,
                                 bool opponent_online, ServerTime now) {
    if (const auto* resign = std::get_if<Resign>(&command)) return resign->seat;
    if (std::holds_alternative<Agree>(command) || std::holds_alternative<Terminate>(command)) return {};
    const auto due = match.deadline();
    if (!std::holds_alternative<Abort>(command) || (due && *due <= now)) return match.to_move();
    if (!by) return std::nullopt;
    // Nobody has to wait for a first move for longer than a clock would, nor for a player who is not there.
    const bool waited = match.to_move() != *by && now - match.clock_at() >= first_move_due;
    return waited || !opponent_online ? std::nullopt : by;
}

}  // namespace pentad::server
