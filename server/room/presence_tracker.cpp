#include "server/room/presence_tracker.hpp"

#include "server/match/seats.hpp"

namespace pentad::server {

using protocol::OnAbsent;
using protocol::Presence;
using protocol::TimeControlKind;

bool PresenceTracker::update(Side side, bool connected, bool said_bye, ServerTime now) {
    Seat& seat = seats_[engine::index(side)];
    if (connected == (seat.presence == Presence::online)) return false;
    seat = connected ? Seat{} : Seat{Presence::away, now, now + grace(side, said_bye, now)};
    return true;
}

milliseconds PresenceTracker::grace(Side side, bool said_bye, ServerTime now) const {
    if (said_bye) return policy_.after_bye;
    const TimeControlKind kind = match_.setup().tc.kind;
    if (kind != TimeControlKind::fischer && kind != TimeControlKind::permove)
        return policy_.grace(std::nullopt);
    milliseconds left = (*match_.remaining())[engine::index(side)];
    if (match_.running() == side) left -= std::max(now - match_.clock_at(), milliseconds(0));
    return policy_.grace(left);
}

std::vector<Side> PresenceTracker::expire_grace(ServerTime now) {
    std::vector<Side> gone;
    for (const Side side : both_sides) {
        Seat& seat = seats_[engine::index(side)];
        if (seat.presence != Presence::away || seat.gone > now) continue;
        seat.presence = Presence::gone;
        gone.push_back(side);
    }
    return gone;
}

std::optional<ServerTime> PresenceTracker::next() const {
    std::optional<ServerTime> next;
    for (const Seat& seat : seats_)
        if (seat.presence == Presence::away && (!next || seat.gone < *next)) next = seat.gone;
    return next;
}

std::optional<ServerTime> PresenceTracker::claimable_at(Side side) const {
    const MatchSetup& setup = match_.setup();
    // An external bot fails its turns instead, and the server's own bots wait forever.
    const bool possible = !match_.result() && !setup.hotseat && on_absent_ != OnAbsent::wait &&
                          is_person(setup, side) && !seat_at(setup, other(side)).player.empty() &&
                          setup.tc.kind != TimeControlKind::correspondence;
    if (!possible || of(side).presence == Presence::online) return std::nullopt;
    return of(side).gone;
}

bool PresenceTracker::may_claim(Side claimant) const {
    const Side absent = other(claimant);
    return claimable_at(absent) && match_.to_move() == absent && match_.has_begun() && !match_.paused_until();
}

std::optional<Side> PresenceTracker::forfeiting() const {
    const MatchSetup& setup = match_.setup();
    const bool possible = !match_.result() && on_absent_ == OnAbsent::forfeit && !setup.hotseat &&
                          setup.tc.kind != TimeControlKind::correspondence && match_.has_begun() &&
                          !match_.paused_until();
    const Side side = match_.to_move();
    if (!possible || !is_person(setup, side) || of(side).presence != Presence::gone) return std::nullopt;
    // Where both have left nobody has won.
    if (of(other(side)).presence != Presence::online) return std::nullopt;
    return side;
}

std::optional<ServerTime> PresenceTracker::abandoned_at() const {
    if (match_.setup().tc.kind != TimeControlKind::none) return std::nullopt;
    std::optional<ServerTime> last;
    for (const Side side : both_sides) {
        if (!is_person(match_.setup(), side)) continue;
        if (of(side).presence == Presence::online) return std::nullopt;
        if (!last || of(side).left > *last) last = of(side).left;
    }
    // A match of bots alone needs nobody to go on.
    if (!last) return std::nullopt;
    return *last + policy_.abandoned;
}

protocol::SeatPresence PresenceTracker::event(Side side) const {
    const auto claimable = claimable_at(side);
    return {side, of(side).presence, claimable ? std::optional(to_wire(*claimable)) : std::nullopt};
}

}  // namespace pentad::server
