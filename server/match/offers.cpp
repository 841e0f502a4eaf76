#include "server/match/offers.hpp"

#include <algorithm>

namespace pentad::server {

using protocol::Offer;

namespace {

template <class Wanted>
const Offer* first_of(const std::vector<Offer>& offers, Wanted wanted) {
    const auto found = std::find_if(offers.begin(), offers.end(), wanted);
    return found == offers.end() ? nullptr : &*found;
}

}  // namespace

const Offer* Offers::find(const std::string& id) const {
    return first_of(standing_, [&](const Offer& one) { return one.offer == id; });
}

const Offer* Offers::find(protocol::OfferKind kind, protocol::Side by) const {
    return first_of(standing_, [&](const Offer& one) { return one.kind == kind && one.by == by; });
}

const Offer* Offers::that_crosses(const Offer& offer) const {
    return first_of(standing_, [&](const Offer& one) {
        return one.kind == offer.kind && one.by != offer.by && one.plies == offer.plies;
    });
}

std::vector<Offer> Offers::remove_if(const std::function<bool(const Offer&)>& dies) {
    std::vector<Offer> removed;
    std::erase_if(standing_, [&](const Offer& one) {
        if (!dies(one)) return false;
        removed.push_back(one);
        return true;
    });
    return removed;
}

std::optional<ServerTime> Offers::next_expiry() const {
    std::optional<ServerTime> next;
    for (const Offer& one : standing_)
        if (one.expires_at && (!next || from_wire(*one.expires_at) < *next))
            next = from_wire(*one.expires_at);
    return next;
}

}  // namespace pentad::server
