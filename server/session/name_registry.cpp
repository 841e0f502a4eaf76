#include "server/session/name_registry.hpp"

#include <cassert>
#include <utility>

#include "protocol/limits.hpp"
#include "protocol/utf8.hpp"
#include "server/base/text/confusables.hpp"

namespace pentad::server {
namespace {

std::string numbered(const std::string& name, int number) {
    const std::string suffix = " " + std::to_string(number);
    std::string shortened = name;
    while (protocol::count_code_points(shortened) + suffix.size() > protocol::limits::name) {
        while ((static_cast<unsigned char>(shortened.back()) & 0xc0) == 0x80) shortened.pop_back();
        shortened.pop_back();
    }
    return shortened + suffix;
}

}  // namespace

std::optional<PlayerId> NameRegistry::holder(const std::string& name) const {
    const Skeleton looks = looks_of(name);
    if (const auto found = by_written_.find(looks.written); found != by_written_.end()) return found->second;
    if (const auto found = by_folded_.find(looks.folded); found != by_folded_.end()) return found->second;
    return std::nullopt;
}

std::string NameRegistry::take(const PlayerId& player, const std::string& wanted) {
    if (const auto known = names_.find(player); known != names_.end()) {
        ++known->second.sessions;
        return known->second.text;
    }
    std::string name = wanted;
    for (int number = 2; holder(name); ++number) name = numbered(wanted, number);
    Skeleton looks = looks_of(name);
    by_written_[std::move(looks.written)] = player;
    by_folded_[std::move(looks.folded)] = player;
    names_[player] = {name, 1};
    return name;
}

void NameRegistry::release(const PlayerId& player) {
    const auto known = names_.find(player);
    assert(known != names_.end());
    if (--known->second.sessions > 0) return;
    const Skeleton looks = looks_of(known->second.text);
    by_written_.erase(looks.written);
    by_folded_.erase(looks.folded);
    names_.erase(known);
}

}  // namespace pentad::server
