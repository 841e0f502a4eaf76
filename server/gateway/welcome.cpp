#include "server/gateway/welcome.hpp"

#include "protocol/limits.hpp"
#include "server/base/game_cards.hpp"
#include "server/gateway/frame_rate.hpp"

namespace pentad::server {

Welcome::Welcome(const Config& config, const RoomRegistry& rooms, const DrainState& drain,
                 const protocol::TimeLimits& time_limits)
    : config_(config), rooms_(rooms), drain_(drain), time_limits_(time_limits), cards_(game_cards()) {}

protocol::HelloOk::Limits Welcome::limits_of(const Session& session) const {
    const int multiple = FrameRate::multiple(session);
    return {static_cast<std::int64_t>(protocol::limits::frame_bytes),
            multiple * config_.frame_burst,
            multiple * config_.frames_per_second,
            static_cast<int>(protocol::limits::name),
            static_cast<int>(protocol::limits::chat),
            static_cast<int>(protocol::limits::lobby_rooms),
            time_limits_};
}

protocol::HelloOk Welcome::for_session(const Session& session, std::string resume_token) const {
    protocol::HelloOk ok;
    ok.session = session.id().text;
    ok.resume_token = std::move(resume_token);
    static_cast<protocol::Player&>(ok.player) = session.player();
    ok.server = {PENTAD_VERSION, epoch_, to_wire(ServerClock::now()), drain_.draining};
    ok.limits = limits_of(session);
    ok.heartbeat = std::chrono::seconds(20);
    ok.games = cards_;
    for (const auto& room : rooms_.playing(session.player_id()))
        ok.active.push_back(
            {room->match()->setup().id.text, *room->live_match()->seat_of(session.player_id())});
    return ok;
}

}  // namespace pentad::server
