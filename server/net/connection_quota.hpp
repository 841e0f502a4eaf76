#pragma once

#include <string>
#include <vector>

#include "server/base/client_address.hpp"
#include "server/limits/address_quota.hpp"

namespace pentad::server {

/// ConnectionQuota beyond the limit that are told so at a time; more are closed without a word.
inline constexpr int turned_away_at_a_time = 64;

struct ConnectionLimits {
    int at_a_time = 10'000;
    int of_address = 0;  ///< 0: any number
    /// Networks of proxies that say in X-Forwarded-For whom they speak for.
    std::vector<std::string> trusted_proxies = {};

    /// Is this peer's number of connections limited? A proxy that we trust has those of many; whose they are
    /// their requests say.
    bool count(const std::string& peer) const {
        return of_address > 0 && !is_in_networks(peer, trusted_proxies);
    }
};

/// The connections of a port that there are. On the I/O thread.
struct ConnectionQuota {
    /// Are there so many that one more of this peer's is closed without a word?
    bool are_beyond_words(const ConnectionLimits& limits, const std::string& peer) const {
        return number >= limits.at_a_time + turned_away_at_a_time ||
               (limits.count(peer) && of_address.of(peer) >= limits.of_address + turned_away_at_a_time);
    }

    int number = 0;
    AddressQuota of_address;
};

/// Counts a connection for as long as it lives.
struct Counted {
    explicit Counted(ConnectionQuota& connections) : number_(connections.number) { ++number_; }
    ~Counted() { --number_; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    int& number_;
};

}  // namespace pentad::server
