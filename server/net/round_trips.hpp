#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace pentad::server {

/// The shortest of a connection's last few round trips: anything longer was a busy machine, or a peer that
/// delayed its pong. Small: each connection has one.
class RoundTrips {
  public:
    static constexpr std::size_t kept = 6;

    void add(std::chrono::steady_clock::duration took) {
        const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
        constexpr std::int64_t longest = std::numeric_limits<std::uint16_t>::max();
        last_[next_] = static_cast<std::uint16_t>(std::clamp<std::int64_t>(ms, 0, longest));
        next_ = static_cast<std::uint8_t>((next_ + 1) % kept);
        count_ = static_cast<std::uint8_t>(std::min<std::size_t>(count_ + 1U, kept));
    }

    /// Empty before the first.
    std::optional<std::chrono::milliseconds> least() const {
        if (count_ == 0) return std::nullopt;
        return std::chrono::milliseconds(*std::min_element(last_.begin(), last_.begin() + count_));
    }

  private:
    std::array<std::uint16_t, kept> last_{};
    std::uint8_t next_ = 0;
    std::uint8_t count_ = 0;
};

}  // namespace pentad::server
