#include "server/room/presence_tracker.hpp"

namespace pentad::server {

using protocol::Presence;
using protocol::Side;

bool PresenceTracker::look(Side side, bool linked, ServerTime now, milliseconds grace) {
    Seat& seat = seats_[index(side)];
    if (linked == (seat.presence == Presence::online)) return false;
    seat = linked ? Seat{} : Seat{Presence::away, now, now + grace};
    return true;
}

std::vector<Side> PresenceTracker::expire_grace(ServerTime now) {
    std::vector<Side> gone;
    for (const Side side : {Side::first, Side::second}) {
        Seat& seat = seats_[index(side)];
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

}  // namespace pentad::server
