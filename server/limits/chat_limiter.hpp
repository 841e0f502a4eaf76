#pragma once

#include <chrono>
#include <optional>
#include <unordered_map>

#include "protocol/error_code.hpp"
#include "server/base/ids.hpp"
#include "server/base/server_clock.hpp"

namespace pentad::server {

/// How much each player may write: `burst` lines at once and one a second. Whoever goes on all the same is
/// muted for a while. On the I/O thread.
class ChatLimiter {
  public:
    static constexpr int burst = 10;
    static constexpr milliseconds a_line = std::chrono::seconds(1);
    /// Refused lines in a row after which a player is muted.
    static constexpr int disconnect_policy = 20;
    static constexpr milliseconds muted_for = std::chrono::minutes(1);

    struct Refusal {
        protocol::ErrorCode code;  ///< rate_limited or muted
        milliseconds retry_after;
    };

    /// Counts a line of the player, or says why it must not be said.
    std::optional<Refusal> count(const PlayerId& player, ServerTime now);

    /// How many players are remembered; those who have been silent long enough are not.
    std::size_t size() const { return speakers_.size(); }

  private:
    struct Speaker {
        ServerTime paid_until{};  ///< each line moves it on by a_line; never more than burst ahead
        int refused = 0;
        ServerTime muted_until{};
    };
    void forget_the_silent(ServerTime now);

    std::unordered_map<PlayerId, Speaker> speakers_;
    std::size_t sweep_at_ = 1024;
};

}  // namespace pentad::server
