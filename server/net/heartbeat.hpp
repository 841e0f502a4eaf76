#pragma once

#include <algorithm>
#include <chrono>

namespace pentad::server {

/// When a peer is pinged, and when one of which nothing is heard is given up. Knows no clock and no timer of
/// its own: whoever has them looks at due().
class Heartbeat {
  public:
    using Duration = std::chrono::steady_clock::duration;
    using Time = std::chrono::steady_clock::time_point;
    enum class Verdict { nothing, ping, give_up };

    /// A peer is given up when nothing was heard for this long, and is pinged three times within.
    explicit Heartbeat(Duration idle_timeout) : idle_timeout_(idle_timeout) {}

    /// The first ping is due at once.
    void start(Time now) { heard_ = next_ping_ = due_ = now; }
    void heard(Time now) { heard_ = now; }
    /// When to look next.
    Time due() const { return due_; }

    Verdict look(Time now) {
        const Duration interval = idle_timeout_ / 3;
        // A process that stood still did not listen: what came meanwhile is still to be read.
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
