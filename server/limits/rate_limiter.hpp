#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "server/base/server_clock.hpp"

namespace pentad::server {

/// A token bucket per address: `per_minute` at once, refilled evenly over a minute. An IPv6 /64, which is
/// what one customer gets, counts as one address. Full buckets are forgotten; beyond max_addresses all
/// further addresses share one bucket. On the I/O thread.
class RateLimiter {
  public:
    static constexpr std::size_t max_addresses = 10'000;

    /// 0 or less: unlimited.
    explicit RateLimiter(int per_minute) : per_minute_(per_minute) {}

    /// How long until the address may; 0: now.
    milliseconds wait(std::string_view address, ServerTime now) const;
    void spend(std::string_view address, ServerTime now);

    /// Forgets full buckets.
    void sweep(ServerTime now);

  private:
    /// What was used at that time.
    struct Spent {
        double times = 0;
        ServerTime at{};
    };

    std::string key(std::string_view address) const;
    double left(const Spent& spent, ServerTime now) const;

    const int per_minute_;
    std::unordered_map<std::string, Spent> spent_;
};

/// The network that counts as one address: the /64 of an IPv6 address; any other text is returned as it is.
std::string network_of(std::string_view address);

}  // namespace pentad::server
