#include "server/room/room_members.hpp"

#include <algorithm>

#include "server/limits/rate_limiter.hpp"
#include "server/match/seats.hpp"

namespace pentad::server {

using protocol::ChairKind;

std::optional<Side> seat_in(const StoredRoom& room, const PlayerId& player) {
    for (const Side side : both_sides)
        if (!player.empty() && room.chairs[engine::index(side)].player == player) return side;
    return std::nullopt;
}

bool RoomMembers::add(const std::shared_ptr<Session>& session) {
    if (std::find(sessions_.begin(), sessions_.end(), session) != sessions_.end()) return false;
    sessions_.push_back(session);
    session->rooms().insert(room_);
    return true;
}

void RoomMembers::remove(const Session& session) {
    std::erase_if(sessions_, [&](const auto& one) {
        if (one.get() != &session) return false;
        one->rooms().erase(room_);
        return true;
    });
}

std::vector<std::shared_ptr<Session>> RoomMembers::remove_players(const std::set<PlayerId>& players) {
    std::vector<std::shared_ptr<Session>> removed;
    std::erase_if(sessions_, [&](const auto& one) {
        if (!players.contains(one->player_id())) return false;
        one->rooms().erase(room_);
        removed.push_back(one);
        return true;
    });
    return removed;
}

bool RoomMembers::has(const PlayerId& player) const {
    return std::any_of(sessions_.begin(), sessions_.end(),
                       [&](const auto& one) { return one->player_id() == player; });
}

bool RoomMembers::is_online(const PlayerId& player) const {
    return std::any_of(sessions_.begin(), sessions_.end(),
                       [&](const auto& one) { return one->player_id() == player && one->connected(); });
}

protocol::Presence RoomMembers::presence_of(const PlayerId& player) const {
    return is_online(player) ? protocol::Presence::online : protocol::Presence::away;
}

bool RoomMembers::said_bye(const PlayerId& player) const {
    bool bye = false;
    for (const auto& one : sessions_) {
        if (one->player_id() != player) continue;
        if (one->connected() || !one->said_bye()) return false;
        bye = true;
    }
    return bye;
}

bool RoomMembers::any_person_online() const {
    return std::any_of(sessions_.begin(), sessions_.end(),
                       [](const auto& one) { return one->connected() && is_person(*one); });
}

bool RoomMembers::has_other_tab(const Session& session) const {
    return std::any_of(sessions_.begin(), sessions_.end(), [&](const auto& one) {
        return one.get() != &session && one->player_id() == session.player_id() && one->connected();
    });
}

bool RoomMembers::share_a_network(const PlayerId& one, const PlayerId& other) const {
    std::set<std::string> networks;
    for (const auto& session : sessions_)
        if (session->player_id() == one && !session->address().empty())
            networks.insert(network_of(session->address()));
    return std::any_of(sessions_.begin(), sessions_.end(), [&](const auto& session) {
        return session->player_id() == other && networks.contains(network_of(session->address()));
    });
}

PlayerId RoomMembers::heir_of(const PlayerId& host, const StoredRoom& room) const {
    for (const StoredChair& seat : room.chairs)
        if (seat.kind == ChairKind::human && seat.player != host && is_online(seat.player))
            return seat.player;
    for (const auto& one : sessions_)
        if (one->player_id() != host && one->connected() && is_person(*one)) return one->player_id();
    return {};
}

PlayerId RoomMembers::next_host(const PlayerId& host, const StoredRoom& room) const {
    PlayerId next = heir_of(host, room);
    for (const StoredChair& seat : room.chairs)
        if (next.empty() && seat.kind == ChairKind::human && seat.player != host) next = seat.player;
    return next;
}

std::set<PlayerId> RoomMembers::spectators(const StoredRoom& room) const {
    std::set<PlayerId> found;
    for (const auto& one : sessions_)
        if (!seat_in(room, one->player_id()) && one->player_id() != room.host) found.insert(one->player_id());
    return found;
}

RoomMembers::Present RoomMembers::present(const StoredRoom& room) const {
    Present now;
    for (std::size_t i = 0; i < 2; ++i) now.seats[i] = is_online(room.chairs[i].player);
    now.watchers = static_cast<int>(std::count_if(sessions_.begin(), sessions_.end(), [&](const auto& one) {
        return one->connected() && !seat_in(room, one->player_id());
    }));
    return now;
}

}  // namespace pentad::server
