#include <algorithm>

#include "server/match/room.hpp"
#include "server/match/table.hpp"

// The table's part that sees who is there, and what may be claimed of who is not.
namespace pentad::server {

using engine::index;
using protocol::ErrorCode;
using protocol::Presence;
using protocol::TimeControlKind;

namespace {

constexpr std::array<Side, 2> sides{Side::first, Side::second};

}  // namespace

bool Table::is_human(Side side) const {
    return match_.setup().seats[index(side)].kind == MatchSeat::Kind::human;
}

void Table::look_for(const PlayerId& player) {
    if (over()) return;
    for (const Side side : sides) {
        if (match_.setup().seats[index(side)].player != player) continue;
        if (!is_human(side)) ask_outside();
        const bool linked = presence_at(side) == Presence::online;
        if (attendance_.look(side, linked, now(), grace(side))) publish(presence_event(side));
    }
}

milliseconds Table::grace(Side side) const {
    const Patience& patience = services_.patience;
    if (room_.said_bye(match_.setup().seats[index(side)].player)) return patience.after_bye;
    const bool counts_down = match_.setup().tc.kind == TimeControlKind::fischer ||
                             match_.setup().tc.kind == TimeControlKind::permove;
    if (!counts_down) return patience.most;
    milliseconds left = (*match_.remaining())[index(side)];
    if (match_.running() == side) left -= std::max(now() - match_.clock_at(), milliseconds(0));
    return std::clamp(left / 4, patience.least, std::max(patience.least, patience.most));
}

/// Where nobody can ever claim, no time is named.
std::optional<protocol::EpochMs> Table::claimable_at(Side side) const {
    const bool possible = !over() && !match_.setup().hotseat &&
                          room_.settings().on_absent != protocol::OnAbsent::wait && is_human(Side::first) &&
                          is_human(Side::second) && match_.setup().tc.kind != TimeControlKind::correspondence;
    const Attendance::Seat& seat = attendance_.of(side);
    if (!possible || seat.presence == Presence::online) return std::nullopt;
    return to_wire(seat.gone);
}

protocol::SeatPresence Table::presence_event(Side side) const {
    return {side, attendance_.of(side).presence, claimable_at(side)};
}

void Table::show_presence(protocol::MatchSnapshot& view) const {
    for (const Side side : sides) {
        protocol::Seat& seat = view.seats[index(side)];
        // After the end nobody waits for anybody.
        seat.presence = over() ? presence_at(side) : attendance_.of(side).presence;
        seat.claimable_at = claimable_at(side);
    }
}

std::optional<Side> Table::forfeiting() const {
    const bool possible = !over() && room_.settings().on_absent == protocol::OnAbsent::forfeit &&
                          !match_.setup().hotseat &&
                          match_.setup().tc.kind != TimeControlKind::correspondence && match_.ply() >= 2 &&
                          !match_.paused_until();
    const Side side = match_.to_move();
    if (!possible || !is_human(side) || attendance_.of(side).presence != Presence::gone) return std::nullopt;
    // Where both have left nobody has won.
    if (attendance_.of(other(side)).presence != Presence::online) return std::nullopt;
    return side;
}

std::optional<ServerTime> Table::abandoned_at() const {
    if (match_.setup().tc.kind != TimeControlKind::none) return std::nullopt;
    std::optional<ServerTime> last;
    for (const Side side : sides) {
        if (!is_human(side)) continue;
        const Attendance::Seat& seat = attendance_.of(side);
        if (seat.presence == Presence::online) return std::nullopt;
        if (!last || seat.left > *last) last = seat.left;
    }
    // Bots need nobody to play on.
    if (!last) return std::nullopt;
    return *last + services_.patience.abandoned;
}

Table::Done Table::on(const protocol::ClaimWin&, FromSession& from) {
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
        claimable_at(absent) && match_.to_move() == absent && match_.ply() >= 2 && !match_.paused_until();
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
