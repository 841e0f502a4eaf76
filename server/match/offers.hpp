#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "protocol/messages.hpp"
#include "server/base/server_clock.hpp"

namespace pentad::server {

/// The open offers of a match, at most one for each kind and side. Pure: MatchOffers knows who may offer
/// what, and what comes of it.
class Offers {
  public:
    /// An offer that nobody answers expires after this long.
    static constexpr milliseconds stands_for = std::chrono::minutes(5);

    const std::vector<protocol::Offer>& standing() const { return standing_; }
    /// nullptr when it is not open (any more).
    const protocol::Offer* find(const std::string& id) const;
    const protocol::Offer* find(protocol::OfferKind kind, protocol::Side by) const;
    /// The other side's offer of the same.
    const protocol::Offer* that_crosses(const protocol::Offer& offer) const;

    /// REQUIRES: none of its kind and side is open.
    void add(protocol::Offer offer) { standing_.push_back(std::move(offer)); }
    /// Returns those that were removed.
    std::vector<protocol::Offer> remove_if(const std::function<bool(const protocol::Offer&)>& dies);

    /// When the next one expires.
    std::optional<ServerTime> next_expiry() const;

  private:
    std::vector<protocol::Offer> standing_;
};

}  // namespace pentad::server
