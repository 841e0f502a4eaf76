#pragma once

#include <chrono>
#include <optional>
#include <unordered_map>

#include "protocol/error_code.hpp"
#include "server/base/ids.hpp"
#include "server/base/server_clock.hpp"

namespace pentad::server {

/// Limits each player's chat: `burst` lines at once and one a second. Players who keep going are muted for a
/// while. On the I/O thread.
class ChatLimiter {
  public:
    static constexpr int burst = 10;
    static constexpr milliseconds a_line = std::chrono::seconds(1);
    /// Refused lines in a row before a player is muted.
    static constexpr int refusals_before_mute = 20;
    static constexpr milliseconds muted_for = std::chrono::minutes(1);

    struct Refusal {
        protocol::ErrorCode code;  ///< rate_limited or muted
        milliseconds retry_after;
    };

    /// Counts a line, or refuses it.
    std::optional<Refusal> count(const PlayerId& player, ServerTime now);

    /// Players remembered; those silent for long enough are forgotten.
    std::size_t size() const { return speakers_.size(); }

  private:
    struct Speaker {
        ServerTime paid_until{};  ///< each line adds a_line; at most burst ahead of now
        int refused = 0;
        ServerTime muted_until{};
    };
    void forget_the_silent(ServerTime now);

    std::unordered_map<PlayerId, Speaker> speakers_;
    std::size_t sweep_at_ = 1024;
};

}  // namespace pentad::server
