#include "server/room/seat_reservations.hpp"

#include <utility>

#include "server/match/seats.hpp"

namespace pentad::server {

using engine::index;
using protocol::TimeControlKind;

namespace {

/// How long the player is waited for who is away from a seat of this room now.
milliseconds grace(const StoredRoom& room, const PlayerId& player, const RoomMembers& members,
                   const DisconnectPolicy& policy) {
    if (members.said_bye(player)) return policy.after_bye;
    switch (room.tc.kind) {
        case TimeControlKind::fischer:
            return policy.grace(room.tc.initial);
        case TimeControlKind::permove:
            return policy.grace(room.tc.per_move);
        default:
            return policy.grace(std::nullopt);
    }
}

}  // namespace

void SeatReservations::keep_until(const std::set<PlayerId>& players, ServerTime until) {
    kept_.insert(players.begin(), players.end());
    kept_until_ = until;
}

std::set<PlayerId> SeatReservations::expire(ServerTime now) {
    if (!kept_until_ || *kept_until_ > now) return {};
    kept_until_.reset();
    return std::exchange(kept_, {});
}

void SeatReservations::update(const StoredRoom& room, bool open, const RoomMembers& members,
                              const DisconnectPolicy& policy, ServerTime now) {
    for (const Side side : both_sides) {
        const StoredChair& seat = room.chairs[index(side)];
        std::optional<Away>& away = away_[index(side)];
        const bool online = members.is_online(seat.player);
        if (online) kept_.erase(seat.player);
        const bool waits = open && seat.kind == protocol::ChairKind::human && !seat.player.empty() &&
                           !online && !kept_.contains(seat.player);
        if (!waits)
            away.reset();
        else if (!away || away->player != seat.player)
            away = Away{seat.player, now + grace(room, seat.player, members, policy)};
    }
}

std::optional<PlayerId> SeatReservations::due(Side side, const StoredRoom& room, const RoomMembers& members,
                                              ServerTime now) const {
    const std::optional<Away>& away = away_[index(side)];
    if (!away || away->kept_until > now || away->player == room.host || members.is_online(away->player))
        return std::nullopt;
    return away->player;
}

void SeatReservations::try_again(Side side, ServerTime at) {
    if (auto& away = away_[index(side)]) away->kept_until = at;
}

std::optional<ServerTime> SeatReservations::next(const PlayerId& host) const {
    std::optional<ServerTime> next = kept_until_;
    for (const auto& away : away_)
        if (away && away->player != host && (!next || away->kept_until < *next)) next = away->kept_until;
    return next;
}

}  // namespace pentad::server
