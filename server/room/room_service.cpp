#include "server/room/room_service.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "server/moderation/name_policy.hpp"
#include "server/room/room_settings.hpp"

namespace pentad::server {

using protocol::ErrorCode;

namespace {

protocol::ErrorReply limit_reached(std::string text) {
    return {std::nullopt, ErrorCode::limit_reached, std::move(text), {}};
}

void refuse(const RoomRequest& request, protocol::ErrorReply error) {
    error.re = request.request.id;
    request.session->reply(std::move(error));
}

void refuse_until(const RoomRequest& request, ErrorCode code, milliseconds wait) {
    refuse(request, {std::nullopt, code, {}, protocol::RetryAfter{wait}});
}

}  // namespace

RoomService::RoomService(const Uses& uses, const protocol::TimeLimits& time_limits, MakeRoom make_room,
                         std::function<ServerTime()> now)
    : uses_(uses), time_limits_(time_limits), make_room_(std::move(make_room)), now_(std::move(now)) {}

std::optional<protocol::ErrorReply> RoomService::no_more_rooms(const Session& host) const {
    const Config& config = uses_.config;
    if (uses_.drain.draining) return protocol::ErrorReply{std::nullopt, ErrorCode::draining, {}, {}};
    if (uses_.rooms.all().size() >= static_cast<std::size_t>(config.max_rooms))
        return limit_reached("The server has as many rooms as it may have.");
    if (uses_.rooms.hosted_by(host.player_id()) >= static_cast<std::size_t>(config.max_rooms_per_player))
        return limit_reached("You have as many rooms as you may have; leave one first.");
    if (config.max_rooms_per_address > 0 && rooms_made_.of(host.address()) >= config.max_rooms_per_address)
        return limit_reached("Your address has as many rooms as it may have.");
    return std::nullopt;
}

std::shared_ptr<Room> RoomService::open(StoredRoom stored, const Session& host) {
    stored.id = {random_id("r_")};
    do stored.code = random_code();
    while (uses_.rooms.find_by_code(stored.code));
    std::string invite = random_token();
    stored.invite_hash = token_hash(invite);
    stored.host = host.player_id();
    stored.created = now_();
    auto room = make_room_(std::move(stored));
    room->set_invite(std::move(invite));
    room->made_from.emplace(rooms_made_, host.address());
    uses_.rooms.add(room);
    return room;
}

void RoomService::create(RoomRequest request) {
    const auto& seats = std::get<protocol::RoomCreate>(request.request.message).seats;
    if (std::any_of(seats.begin(), seats.end(), [](const auto& chair) { return chair.name.has_value(); }))
        asio::co_spawn(uses_.io, create_with_names(std::move(request)), asio::detached);
    else
        create_now(std::move(request));
}

Awaitable<void> RoomService::create_with_names(RoomRequest request) {
    const Session& session = *request.session;
    const auto seats = std::get<protocol::RoomCreate>(request.request.message).seats;
    for (const protocol::ChairRequest& chair : seats) {
        const auto name = acceptable_name(chair.name.value_or(""));
        if (!name || *name == session.player().name) continue;  // plan_room refuses what is not acceptable
        auto asked = uses_.records.name_is_kept(*name, session.player_id());
        const auto kept = co_await std::move(asked);
        if (!uses_.sessions.find(session.id())) co_return;
        if (!kept) co_return request.refuse(ErrorCode::storage);
        if (*kept) co_return request.refuse(ErrorCode::name_taken);
    }
    create_now(std::move(request));
}

void RoomService::create_now(RoomRequest request) {
    const Session& session = *request.session;
    const auto& wanted = std::get<protocol::RoomCreate>(request.request.message);
    const milliseconds wait = uses_.early_exits.wait(session.player_id(), now_());
    if (wanted.rated && wait.count() > 0) return refuse_until(request, ErrorCode::aborted_too_often, wait);
    if (auto refused = no_more_rooms(session)) return refuse(request, std::move(*refused));
    auto planned =
        plan_room(wanted, session.player(), time_limits_, &uses_.external_bots, [&](const std::string& name) {
            const auto holder = uses_.names.holder(name);
            return !holder || *holder == session.player_id();
        });
    if (!planned) {
        auto& [code, text, detail] = planned.error();
        return refuse(request, {std::nullopt, code, std::move(text), std::move(detail)});
    }
    const auto room = open(std::move(*planned), session);
    room->submit(std::move(request));
}

void RoomService::join(RoomRequest request) {
    RoomRegistry& rooms = uses_.rooms;
    const auto& wanted = std::get<protocol::RoomJoin>(request.request.message);
    if (!wanted.room.empty()) {
        const auto room = rooms.find({wanted.room});
        if (!room) return request.refuse(ErrorCode::room_not_found);
        return room->submit(std::move(request));
    }
    // Codes are short: nobody may try them all.
    RateLimiter& guesses = rooms.wrong_guesses();
    const std::string from = request.session->address();
    if (const milliseconds wait = guesses.wait(from, now_()); wait.count() > 0)
        return refuse_until(request, ErrorCode::rate_limited, wait);
    const bool by_invite = wanted.code.empty();
    const auto room = by_invite ? rooms.find_by_invite(wanted.invite) : rooms.find_by_code(wanted.code);
    if (room) return room->submit(std::move(request));
    guesses.spend(from, now_());
    request.refuse(by_invite ? ErrorCode::invite_invalid : ErrorCode::room_not_found);
}

}  // namespace pentad::server
