#include "server/room/room_admission.hpp"

#include <algorithm>

namespace pentad::server {

using protocol::ErrorCode;
using protocol::Visibility;

void RoomAdmission::kick(const PlayerId& player, ServerTime now) {
    std::erase_if(kicked_, [&](const auto& one) { return one.second <= now; });
    if (kicked_.size() >= max_kicked)
        kicked_.erase(std::min_element(kicked_.begin(), kicked_.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; }));
    kicked_[player] = now + kicked_for;
}

bool RoomAdmission::is_kicked(const PlayerId& player, ServerTime now) const {
    const auto found = kicked_.find(player);
    return found != kicked_.end() && now < found->second;
}

bool RoomAdmission::belongs(const PlayerId& player) const {
    return members_.has(player) || seat_in(room_, player) || player == room_.host;
}

bool RoomAdmission::is_blocked(const PlayerId& player, bool plays) const {
    if (player == room_.host || seat_in(room_, player) || plays) return false;
    return blocks_.has(room_.host, player) ||
           std::any_of(room_.chairs.begin(), room_.chairs.end(),
                       [&](const StoredChair& seat) { return blocks_.has(seat.player, player); });
}

std::optional<protocol::ErrorReply> RoomAdmission::refusal(const protocol::RoomJoin& message,
                                                           const Session& session, bool plays,
                                                           ServerTime now) {
    const PlayerId player = session.player_id();
    const auto refused = [](ErrorCode code) { return protocol::ErrorReply{std::nullopt, code, {}, {}}; };
    if (is_kicked(player, now)) return refused(ErrorCode::kicked);
    if (is_blocked(player, plays)) return refused(ErrorCode::blocked);
    if (belongs(player)) return std::nullopt;
    if (room_.visibility == Visibility::private_ && !message.room.empty())
        return refused(ErrorCode::room_not_found);
    if (room_.password_hash.empty()) return std::nullopt;
    const std::string& from = session.address();
    if (const milliseconds wait = wrong_guesses_.wait(from, now); wait.count() > 0) {
        auto reply = refused(ErrorCode::rate_limited);
        reply.detail = protocol::RetryAfter{wait};
        return reply;
    }
    if (equal_in_constant_time(token_hash(message.password), room_.password_hash)) return std::nullopt;
    wrong_guesses_.spend(from, now);
    return refused(ErrorCode::bad_password);
}

std::optional<ErrorCode> RoomAdmission::watch_refusal(const PlayerId& player, bool plays,
                                                      ServerTime now) const {
    if (plays) return std::nullopt;
    if (is_kicked(player, now)) return ErrorCode::kicked;
    if (members_.has(player)) return std::nullopt;
    if (!room_.spectators) return ErrorCode::spectators_forbidden;
    const bool open = room_.visibility != Visibility::private_ && room_.password_hash.empty();
    return open ? std::nullopt : std::optional(ErrorCode::forbidden);
}

bool RoomAdmission::may_stay(const PlayerId& player, bool plays, ServerTime now) const {
    if (belongs(player) || plays) return true;
    const bool open =
        room_.spectators && room_.password_hash.empty() && room_.visibility != Visibility::private_;
    return open && !is_kicked(player, now) && !is_blocked(player, plays);
}

bool RoomAdmission::is_one_too_many(Session& session, bool plays) const {
    const PlayerId player = session.player_id();
    if (plays || player == room_.host || seat_in(room_, player)) return false;
    return session.rooms().size() >= Session::max_watched && !session.rooms().contains(room_.id);
}

}  // namespace pentad::server
