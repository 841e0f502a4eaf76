#include "server/lobby/wrong_guesses.hpp"

#include <algorithm>

namespace pentad::server {

std::optional<milliseconds> WrongGuesses::wait(const std::string& address, ServerTime now) const {
    const auto found = paid_until_.find(address);
    if (found == paid_until_.end()) return std::nullopt;
    const auto over = found->second + a_guess - (now + at_once * a_guess);
    return over.count() > 0 ? std::optional(over) : std::nullopt;
}

void WrongGuesses::count(const std::string& address, ServerTime now) {
    if (paid_until_.size() >= sweep_at_) {
        std::erase_if(paid_until_, [&](const auto& entry) { return entry.second <= now; });
        sweep_at_ = std::max<std::size_t>(1024, paid_until_.size() * 2);
    }
    ServerTime& until = paid_until_[address];
    until = std::max(until, now) + a_guess;
}

}  // namespace pentad::server
