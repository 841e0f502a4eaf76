#include "server/lobby/chat_service.hpp"

#include "server/base/text/plain_text.hpp"

namespace pentad::server {

using protocol::ChatChannel;
using protocol::ErrorCode;

namespace {

protocol::ErrorReply not_before(milliseconds wait, ErrorCode code) {
    return {std::nullopt, code, {}, protocol::RetryAfter{wait}};
}

}  // namespace

ChatService::ChatService(const Config& config, const Sanctions& sanctions, Lobby& lobby, RoomRegistry& rooms,
                         std::function<ServerTime()> now)
    : sanctions_(sanctions),
      lobby_(lobby),
      rooms_(rooms),
      now_(std::move(now)),
      lines_(config.lines_per_minute) {}

std::optional<protocol::ErrorReply> ChatService::refusal_of(const Session& session) {
    const ServerTime now = now_();
    if (const auto mute = sanctions_.mute_of(session.player_id(), now)) {
        if (mute->until) return not_before(*mute->until - now, ErrorCode::muted);
        return protocol::ErrorReply{std::nullopt, ErrorCode::muted, {}, {}};
    }
    if (const auto refused = by_player_.count(session.player_id(), now))
        return not_before(refused->retry_after, refused->code);
    if (const milliseconds wait = lines_.wait(session.address(), now); wait.count() > 0)
        return not_before(wait, ErrorCode::rate_limited);
    lines_.spend(session.address(), now);
    return std::nullopt;
}

void ChatService::say(RoomRequest request) {
    const Session& session = *request.session;
    auto& said = std::get<protocol::ChatSend>(request.request.message);
    auto line = acceptable_line(said.text);
    if (!line)
        return request.session->reply(
            {request.request.id, ErrorCode::bad_request, sentence_of(line.error()), line.error()});
    if (auto refused = refusal_of(session)) {
        refused->re = request.request.id;
        return request.session->reply(std::move(*refused));
    }
    said.text = std::move(*line);
    if (said.channel == ChatChannel::lobby) {
        lobby_.say({said.channel, session.player(), said.text}, now_());
        return request.reply(protocol::Empty{});
    }
    const bool in_room = said.channel == ChatChannel::room;
    const auto room =
        in_room ? rooms_.find({request.request.room}) : rooms_.find_by_match({request.request.match});
    if (room)
        room->submit(std::move(request));
    else
        request.refuse(in_room ? ErrorCode::room_not_found : ErrorCode::match_not_found);
}

}  // namespace pentad::server
