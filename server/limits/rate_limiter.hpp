#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "server/base/server_clock.hpp"

namespace pentad::server {

/// How often each address may do something: so many times at once, and as many again each minute. An IPv6
/// network of 64 bits, which is what one customer has, counts as one address. An address that may do all of
/// it again is forgotten; more than max_addresses at a time share one allowance. On the I/O thread.
class RateLimiter {
  public:
    static constexpr std::size_t max_addresses = 10'000;

    /// 0 or less: any number of times.
    explicit RateLimiter(int per_minute) : per_minute_(per_minute) {}

    /// How long the address has to wait until it may; 0: it may now.
    milliseconds wait(std::string_view address, ServerTime now) const;
    void spend(std::string_view address, ServerTime now);

    /// Forgets those who may do all of it again.
    void sweep(ServerTime now);
    std::size_t addresses() const { return spent_.size(); }

  private:
    /// What is used up at a time; it comes back evenly.
    struct Spent {
        double times = 0;
        ServerTime at{};
    };

    std::string key(std::string_view address) const;
    double left(const Spent& spent, ServerTime now) const;

    const int per_minute_;
    std::unordered_map<std::string, Spent> spent_;
};

/// The network that counts as one address: an IPv4 address itself, the first 64 bits of an IPv6 one; any
/// other text itself.
std::string network_of(std::string_view address);

}  // namespace pentad::server
