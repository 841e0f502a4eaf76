#pragma once

#include <algorithm>
#include <chrono>

namespace pentad::server {

/// Decides when to ping a peer, and when to give up a silent one. Has no clock or timer: call look() at
/// due().
class Heartbeat {
  public:
    using Duration = std::chrono::steady_clock::duration;
    using Time = std::chrono::steady_clock::time_point;
    enum class Verdict { nothing, ping, give_up };

    /// A peer silent for this long is given up; it is pinged three times meanwhile.
    explicit Heartbeat(Duration idle_timeout) : idle_timeout_(idle_timeout) {}

    /// The first ping is due at once.
    void start(Time now) { heard_ = next_ping_ = due_ = now; }
    void heard(Time now) { heard_ = now; }
    /// When to call look() next.
    Time due() const { return due_; }

    Verdict look(Time now) {
        const Duration interval = idle_timeout_ / 3;
        // The process was suspended: what came meanwhile is still unread.
        if (now - due_ > interval) heard_ = now;
        if (now - heard_ >= idle_timeout_) return Verdict::give_up;
        const bool ping = now >= next_ping_;
        if (ping) next_ping_ = now + interval;
        due_ = std::min(next_ping_, heard_ + idle_timeout_);
        return ping ? Verdict::ping : Verdict::nothing;
    }

  private:
    Duration idle_timeout_;
    Time heard_{};
    Time next_ping_{};
    Time due_{};
};

}  // namespace pentad::server
