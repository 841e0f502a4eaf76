#include <algorithm>

#include "server/room/live_match.hpp"
#include "server/room/room.hpp"

// The table's part that sees who is there, and what may be claimed of who is not.
namespace pentad::server {

using engine::index;
using protocol::ErrorCode;
using protocol::Presence;
using protocol::TimeControlKind;

namespace {

constexpr std::array<Side, 2> sides{Side::first, Side::second};

}  // namespace

bool LiveMatch::is_human(Side side) const {
    return match_.setup().seats[index(side)].kind == MatchSeat::Kind::human;
}

void LiveMatch::look_for(const PlayerId& player) {
    if (over()) return;
    for (const Side side : sides) {
        if (match_.setup().seats[index(side)].player != player) continue;
        if (!is_human(side)) ask_outside();
        const bool linked = presence_at(side) == Presence::online;
        if (attendance_.look(side, linked, now(), grace(side))) publish(presence_event(side));
    }
}

milliseconds LiveMatch::grace(Side side) const {
    const DisconnectPolicy& disconnect_policy = services_.disconnect_policy;
    if (room_.said_bye(match_.setup().seats[index(side)].player)) return disconnect_policy.after_bye;
    const bool counts_down = match_.setup().tc.kind == TimeControlKind::fischer ||
                             match_.setup().tc.kind == TimeControlKind::permove;
    if (!counts_down) return disconnect_policy.grace(std::nullopt);
    milliseconds left = (*match_.remaining())[index(side)];
    if (match_.running() == side) left -= std::max(now() - match_.clock_at(), milliseconds(0));
    return disconnect_policy.grace(left);
}

/// Where nobody can ever claim, no time is named.
std::optional<protocol::EpochMs> LiveMatch::claimable_at(Side side) const {
    // A program outside fails its turns instead, and the server's own bots wait for ever.
    const bool possible = !over() && !match_.setup().hotseat &&
                          room_.settings().on_absent != protocol::OnAbsent::wait && is_human(side) &&
                          !match_.setup().seats[index(other(side))].player.empty() &&
                          match_.setup().tc.kind != TimeControlKind::correspondence;
    const PresenceTracker::Seat& seat = attendance_.of(side);
    if (!possible || seat.presence == Presence::online) return std::nullopt;
    return to_wire(seat.gone);
}

protocol::SeatPresence LiveMatch::presence_event(Side side) const {
    return {side, attendance_.of(side).presence, claimable_at(side)};
}

void LiveMatch::show_presence(protocol::MatchSnapshot& view) const {
    for (const Side side : sides) {
        protocol::Seat& seat = view.seats[index(side)];
        // After the end nobody waits for anybody.
        seat.presence = over() ? presence_at(side) : attendance_.of(side).presence;
        seat.claimable_at = claimable_at(side);
    }
}

std::optional<Side> LiveMatch::leaver(const MatchCommand& command, const PlayerId& from) const {
    if (const auto* resign = std::get_if<Resign>(&command)) return resign->seat;
    if (std::holds_alternative<Agree>(command) || std::holds_alternative<Terminate>(command)) return {};
    const auto due = match_.deadline();
    if (!std::holds_alternative<Abort>(command) || (due && *due <= now())) return match_.to_move();
    const auto seat = seat_of(from);
    if (!seat) return std::nullopt;
    // Nobody has to wait for a first move for longer than a clock would, nor for who is not there.
    const bool waited = match_.to_move() != *seat && now() - match_.clock_at() >= first_move_due;
    const bool alone = attendance_.of(other(*seat)).presence != Presence::online;
    return waited || alone ? std::nullopt : seat;
}

void LiveMatch::mark_leaver(std::vector<MatchEvent>& events, const MatchCommand& command,
                            const PlayerId& from) const {
    auto* end = events.empty() ? nullptr : std::get_if<Ended>(&events.back());
    const bool left =
        end != nullptr && (end->result.reason == "aborted" || std::holds_alternative<Resign>(command));
    const bool early = left && !match_.has_begun();
    if (early && room_.counts_early_exits()) end->left_early = leaver(command, from);
}

void LiveMatch::remember(const Ended& end) const {
    const auto& seats = match_.setup().seats;
    if (end.left_early) services_.early_exits.add(seats[index(*end.left_early)].player, end.at);
    const bool two_people =
        is_human(Side::first) && is_human(Side::second) && seats[0].player != seats[1].player;
    if (two_people && match_.has_begun())
        services_.first_seats.played(match_.setup().game, seats[0].player, seats[1].player);
}

std::optional<Side> LiveMatch::forfeiting() const {
    const bool possible = !over() && room_.settings().on_absent == protocol::OnAbsent::forfeit &&
                          !match_.setup().hotseat &&
                          match_.setup().tc.kind != TimeControlKind::correspondence && match_.has_begun() &&
                          !match_.paused_until();
    const Side side = match_.to_move();
    if (!possible || !is_human(side) || attendance_.of(side).presence != Presence::gone) return std::nullopt;
    // Where both have left nobody has won.
    if (attendance_.of(other(side)).presence != Presence::online) return std::nullopt;
    return side;
}

std::optional<ServerTime> LiveMatch::abandoned_at() const {
    if (match_.setup().tc.kind != TimeControlKind::none) return std::nullopt;
    std::optional<ServerTime> last;
    for (const Side side : sides) {
        if (!is_human(side)) continue;
        const PresenceTracker::Seat& seat = attendance_.of(side);
        if (seat.presence == Presence::online) return std::nullopt;
        if (!last || seat.left > *last) last = seat.left;
    }
    // Bots need nobody to play on.
    if (!last) return std::nullopt;
    return *last + services_.disconnect_policy.abandoned;
}

LiveMatch::Done LiveMatch::on(const protocol::ClaimWin&, RoomRequest& from) {
    const auto seat = seat_of(from.session->player_id());
    if (over()) {
        from.refuse(ErrorCode::match_over);
        co_return;
    }
    if (!seat) {
        from.refuse(ErrorCode::not_seated);
        co_return;
    }
    const Side absent = other(*seat);
    const bool may =
        claimable_at(absent) && match_.to_move() == absent && match_.has_begun() && !match_.paused_until();
    if (!may) {
        from.refuse(ErrorCode::claim_not_allowed);
        co_return;
    }
    const ServerTime gone = attendance_.of(absent).gone;
    if (now() < gone) {
        protocol::ErrorReply error{from.request.id, ErrorCode::claim_too_early, {}, {}};
        error.detail = protocol::ClaimableAt{to_wire(gone)};
        from.session->reply(std::move(error));
        co_return;
    }
    const MatchCommand wanted = Terminate{{*seat, "claim"}};
    co_await command(wanted, from);
}

}  // namespace pentad::server
