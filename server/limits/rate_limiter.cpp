#include "server/limits/rate_limiter.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <cmath>

namespace pentad::server {

namespace {

constexpr double minute = 60'000;

}  // namespace

std::string network_of(std::string_view address) {
    std::string text(address);
    in6_addr bytes{};
    if (inet_pton(AF_INET6, text.c_str(), &bytes) != 1) return text;
    char shown[INET6_ADDRSTRLEN] = {};
    if (IN6_IS_ADDR_V4MAPPED(&bytes)) return inet_ntop(AF_INET, &bytes.s6_addr[12], shown, sizeof shown);
    std::fill(bytes.s6_addr + 8, bytes.s6_addr + 16, std::uint8_t{0});
    return inet_ntop(AF_INET6, &bytes, shown, sizeof shown);
}

std::string RateLimiter::key(std::string_view address) const {
    std::string network = network_of(address);
    // Addresses beyond the limit share the empty key.
    return spent_.size() >= max_addresses && !spent_.contains(network) ? std::string() : network;
}

double RateLimiter::left(const Spent& spent, ServerTime now) const {
    const double back = static_cast<double>((now - spent.at).count()) * per_minute_ / minute;
    return std::max(0.0, spent.times - back);
}

milliseconds RateLimiter::wait(std::string_view address, ServerTime now) const {
    const auto found = per_minute_ > 0 ? spent_.find(key(address)) : spent_.end();
    if (found == spent_.end()) return milliseconds(0);
    const double over = left(found->second, now) + 1 - per_minute_;
    return milliseconds(over > 0 ? static_cast<std::int64_t>(std::ceil(over * minute / per_minute_)) : 0);
}

void RateLimiter::spend(std::string_view address, ServerTime now) {
    if (per_minute_ <= 0) return;
    Spent& spent = spent_[key(address)];
    spent = {std::min(left(spent, now) + 1, static_cast<double>(per_minute_)), now};
}

void RateLimiter::sweep(ServerTime now) {
    std::erase_if(spent_, [&](const auto& one) { return left(one.second, now) <= 0; });
}

}  // namespace pentad::server
