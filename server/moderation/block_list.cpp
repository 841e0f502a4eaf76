#include "server/moderation/block_list.hpp"

namespace pentad::server {

void BlockList::lift(const BlockLifted& lifted) {
    const auto found = blocks_.find(lifted.by);
    if (found == blocks_.end()) return;
    found->second.erase(lifted.player);
    if (found->second.empty()) blocks_.erase(found);
}

void BlockList::forget(const PlayerId& player) {
    blocks_.erase(player);
    for (auto one = blocks_.begin(); one != blocks_.end();) {
        one->second.erase(player);
        one = one->second.empty() ? blocks_.erase(one) : std::next(one);
    }
}

bool BlockList::has(const PlayerId& by, const PlayerId& player) const {
    const auto found = blocks_.find(by);
    return found != blocks_.end() && found->second.contains(player);
}

std::vector<PlayerId> BlockList::of(const PlayerId& by) const {
    const auto found = blocks_.find(by);
    if (found == blocks_.end()) return {};
    return {found->second.begin(), found->second.end()};
}

std::size_t BlockList::count(const PlayerId& by) const {
    const auto found = blocks_.find(by);
    return found == blocks_.end() ? 0 : found->second.size();
}

}  // namespace pentad::server
