#pragma once

#include <string>
#include <vector>

#include "server/base/client_address.hpp"
#include "server/limits/address_quota.hpp"

namespace pentad::server {

/// Connections beyond the limit that are told so at a time; those beyond that are closed without a reply.
inline constexpr int rejections_at_a_time = 64;

struct ConnectionLimits {
    int at_a_time = 10'000;
    int of_address = 0;  ///< 0: any number
    /// Networks of proxies whose X-Forwarded-For names the client.
    std::vector<std::string> trusted_proxies = {};

    /// Does the limit by address apply to this peer? A trusted proxy has the connections of many clients,
    /// which its requests name.
    bool count(const std::string& peer) const {
        return of_address > 0 && !is_in_networks(peer, trusted_proxies);
    }
};

/// The connections of a port. On the I/O thread.
struct ConnectionQuota {
    /// Are there so many that another one of this peer is closed without a reply?
    bool is_exhausted(const ConnectionLimits& limits, const std::string& peer) const {
        return number >= limits.at_a_time + rejections_at_a_time ||
               (limits.count(peer) && of_address.of(peer) >= limits.of_address + rejections_at_a_time);
    }

    int number = 0;
    AddressQuota of_address;
};

/// Counts a connection while it lives.
struct CountedConnection {
    explicit CountedConnection(ConnectionQuota& connections) : number_(connections.number) { ++number_; }
    ~CountedConnection() { --number_; }
    CountedConnection(const CountedConnection&) = delete;
    CountedConnection& operator=(const CountedConnection&) = delete;
    int& number_;
};

}  // namespace pentad::server
