#pragma once

#include <array>
#include <bit>
#include <chrono>
#include <cstdint>

namespace pentad::load {

/// Durations in buckets that are at most 1/64 wider than what they hold, from 1 us to 70 minutes. Adding
/// neither allocates nor sorts. One thread.
class Latencies {
  public:
    void add(std::chrono::nanoseconds taken) {
        const auto us = static_cast<std::uint64_t>(taken.count() < 0 ? 0 : taken.count() / 1000);
        ++buckets_[bucket(us)];
        ++count_;
    }

    std::uint64_t count() const { return count_; }

    /// This quantile in microseconds; 0 without samples.
    /// REQUIRES: 0 < share <= 1
    std::uint64_t quantile_us(double share) const {
        auto left = static_cast<std::uint64_t>(share * static_cast<double>(count_) + 0.999999);
        for (std::size_t i = 0; i < buckets_.size(); ++i) {
            if (buckets_[i] >= left && left != 0) return upper_bound(i);
            left -= buckets_[i];
        }
        return 0;
    }

    void clear() { *this = Latencies(); }

  private:
    static constexpr unsigned fine_bits = 6;
    static constexpr std::uint64_t fine = 1 << fine_bits;

    static std::size_t bucket(std::uint64_t us) {
        if (us < fine) return us;
        const unsigned power = static_cast<unsigned>(std::bit_width(us)) - 1 - fine_bits;
        const std::size_t at = (power + 1) * fine + ((us >> power) - fine);
        return at < bucket_count ? at : bucket_count - 1;
    }
    static std::uint64_t upper_bound(std::size_t at) {
        if (at < fine) return at;
        const std::size_t power = at / fine - 1;
        return ((at % fine + fine + 1) << power) - 1;
    }

    static constexpr std::size_t bucket_count = 27 * fine;
    std::array<std::uint64_t, bucket_count> buckets_{};
    std::uint64_t count_ = 0;
};

}  // namespace pentad::load
