#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "server/base/text/plain_text.hpp"
#include "server/gateway/router.hpp"
#include "server/moderation/name_policy.hpp"
#include "server/room/room_settings.hpp"

// The router's part that finds or makes the room that a request is for: rooms, quick match, chat.
namespace pentad::server {

using protocol::ChatChannel;
using protocol::ErrorCode;

namespace {

/// What a quick match's bot plays like when nobody says: it answers at once and beats a beginner.
constexpr int usual_bot_level = 3;
/// When a bot that could not be brought is tried again.
constexpr milliseconds bot_again_after = std::chrono::seconds(5);

protocol::ErrorReply error(ErrorCode code, std::string text = {}) {
    return {std::nullopt, code, std::move(text), {}};
}

protocol::ErrorReply not_before(milliseconds wait, ErrorCode code = ErrorCode::rate_limited) {
    return {std::nullopt, code, {}, protocol::RetryAfter{wait}};
}

void refuse(Session& session, const protocol::RequestId& id, protocol::ErrorReply reply) {
    reply.re = id;
    session.reply(std::move(reply));
}

}  // namespace

std::optional<protocol::ErrorReply> Router::no_more_rooms(const Session& host) const {
    if (draining_) return error(ErrorCode::draining);
    if (services_.rooms.all().size() >= static_cast<std::size_t>(config_.max_rooms))
        return error(ErrorCode::limit_reached, "The server has as many rooms as it may have.");
    if (services_.rooms.hosted_by(host.player_id()) >= static_cast<std::size_t>(config_.max_rooms_per_player))
        return error(ErrorCode::limit_reached, "You have as many rooms as you may have; leave one first.");
    if (config_.max_rooms_per_address > 0 && rooms_made_.of(host.address()) >= config_.max_rooms_per_address)
        return error(ErrorCode::limit_reached, "Your address has as many rooms as it may have.");
    return std::nullopt;
}

std::shared_ptr<Room> Router::make_room(StoredRoom stored, const Session& host) {
    stored.id = {random_id("r_")};
    do stored.code = random_code();
    while (services_.rooms.find_by_code(stored.code));
    std::string invite = random_token();
    stored.invite_hash = token_hash(invite);
    stored.host = host.player_id();
    stored.created = services_.now();
    const auto room = std::make_shared<Room>(services_, std::move(stored), std::nullopt, 0);
    room->set_invite(std::move(invite));
    room->made_from.emplace(rooms_made_, host.address());
    services_.rooms.add(room);
    return room;
}

void Router::create_room(const std::shared_ptr<Session>& session, protocol::Request request, ServerTime at) {
    const auto& seats = std::get<protocol::RoomCreate>(request.message).seats;
    if (std::any_of(seats.begin(), seats.end(), [](const auto& chair) { return chair.name.has_value(); }))
        asio::co_spawn(services_.io, create_room_with_names(session, std::move(request), at), asio::detached);
    else
        create_room_now(session, std::move(request), at);
}

Awaitable<void> Router::create_room_with_names(std::shared_ptr<Session> session, protocol::Request request,
                                               ServerTime at) {
    const auto seats = std::get<protocol::RoomCreate>(request.message).seats;
    for (const protocol::ChairRequest& chair : seats) {
        const auto name = acceptable_name(chair.name.value_or(""));
        if (!name || *name == session->player().name) continue;  // planning has its own word on them
        auto asked = name_is_kept(*name, session->player_id());
        const auto kept = co_await std::move(asked);
        if (!sessions_.contains(session->id())) co_return;
        if (!kept) co_return session->refuse(request.id, ErrorCode::storage);
        if (*kept) co_return session->refuse(request.id, ErrorCode::name_taken);
    }
    create_room_now(session, std::move(request), at);
}

void Router::create_room_now(const std::shared_ptr<Session>& session, protocol::Request request,
                             ServerTime at) {
    const bool rated = std::get<protocol::RoomCreate>(request.message).rated;
    const milliseconds wait = services_.early_exits.wait(session->player_id(), services_.now());
    if (rated && wait.count() > 0)
        return refuse(*session, request.id, not_before(wait, ErrorCode::aborted_too_often));
    if (auto refused = no_more_rooms(*session)) return refuse(*session, request.id, std::move(*refused));
    auto planned = plan_room(std::get<protocol::RoomCreate>(request.message), session->player(),
                             services_.time_limits, services_.external_bots, [&](const std::string& name) {
                                 const auto holder = names_.holder(name);
                                 return !holder || *holder == session->player_id();
                             });
    if (!planned) {
        auto& [code, text, detail] = planned.error();
        return session->reply({request.id, code, std::move(text), std::move(detail)});
    }
    make_room(std::move(*planned), *session)->submit(RoomRequest{session, std::move(request), at});
}

void Router::join_room(const std::shared_ptr<Session>& session, protocol::Request request, ServerTime at) {
    const auto& wanted = std::get<protocol::RoomJoin>(request.message);
    if (!wanted.room.empty()) {
        const auto room = services_.rooms.find({wanted.room});
        if (!room) return session->refuse(request.id, ErrorCode::room_not_found);
        return room->submit(RoomRequest{session, std::move(request), at});
    }
    // Codes are short: nobody may go through them all.
    RateLimiter& guesses = services_.rooms.wrong_guesses();
    const std::string from = session->address();
    if (const milliseconds wait = guesses.wait(from, services_.now()); wait.count() > 0)
        return refuse(*session, request.id, not_before(wait));
    const auto room = wanted.code.empty() ? services_.rooms.find_by_invite(wanted.invite)
                                          : services_.rooms.find_by_code(wanted.code);
    if (room) return room->submit(RoomRequest{session, std::move(request), at});
    guesses.spend(from, services_.now());
    session->refuse(request.id, wanted.code.empty() ? ErrorCode::invite_invalid : ErrorCode::room_not_found);
}

void Router::say(const std::shared_ptr<Session>& session, protocol::Request request, ServerTime at) {
    auto& said = std::get<protocol::ChatSend>(request.message);
    auto line = acceptable_line(said.text);
    if (!line)
        return session->reply({request.id, ErrorCode::bad_request, sentence_of(line.error()), line.error()});
    const ServerTime now = services_.now();
    if (const auto mute = sanctions_.mute_of(session->player_id(), now))
        return refuse(
            *session, request.id,
            mute->until ? not_before(*mute->until - now, ErrorCode::muted) : error(ErrorCode::muted));
    if (const auto refused = speaking_.count(session->player_id(), now))
        return refuse(*session, request.id, not_before(refused->retry_after, refused->code));
    // Who is muted comes back as another guest.
    const std::string from = session->address();
    if (const milliseconds wait = lines_.wait(from, now); wait.count() > 0)
        return refuse(*session, request.id, not_before(wait));
    lines_.spend(from, now);
    said.text = std::move(*line);
    if (said.channel == ChatChannel::lobby) {
        services_.lobby.say({said.channel, session->player(), said.text}, services_.now());
        session->reply({request.id, protocol::Empty{}});
        return;
    }
    const bool in_room = said.channel == ChatChannel::room;
    const auto room =
        in_room ? services_.rooms.find({request.room}) : services_.rooms.find_by_match({request.match});
    if (room)
        room->submit(RoomRequest{session, std::move(request), at});
    else
        session->refuse(request.id, in_room ? ErrorCode::room_not_found : ErrorCode::match_not_found);
}

void Router::on(const protocol::QueueJoin& message, const std::shared_ptr<Session>& session,
                const protocol::RequestId& id) {
    const PlayerId player = session->player_id();
    if (queue_.has(player)) return session->refuse(id, ErrorCode::already_queued);
    if (const milliseconds wait = services_.early_exits.wait(player, services_.now()); wait.count() > 0)
        return refuse(*session, id, not_before(wait, ErrorCode::aborted_too_often));
    if (auto refused = no_more_rooms(*session)) return refuse(*session, id, std::move(*refused));
    protocol::RoomCreate wanted;
    wanted.game = message.game;
    wanted.tc = message.tc;
    wanted.seats[1].kind = protocol::ChairKind::bot;
    wanted.seats[1].level = message.bot_level.value_or(usual_bot_level);
    auto planned = plan_room(wanted, session->player(), services_.time_limits, nullptr, {});
    if (!planned) return session->refuse(id, planned.error().code, planned.error().text);
    const Matchmaker::Wish wish{planned->game, planned->tc};
    if (auto partner = queue_.take_partner(wish, player, services_.blocks)) {
        // Whoever has waited longer is the host.
        StoredRoom room = std::move(*planned);
        room.chairs = {chair_of_person(partner->session->player()), chair_of_person(session->player())};
        const std::vector<std::shared_ptr<Session>> people{partner->session, session};
        gather(std::move(room), people, [this, session, id, waiting = std::move(*partner)](bool kept) {
            if (kept) return session->reply({id, protocol::Empty{}});
            const PlayerId other = waiting.session->player_id();
            if (waiting.session->connected() && !queue_.has(other)) {
                queue_.put_back(waiting);
                wait_for_bots();
            }
            session->refuse(id, ErrorCode::storage);
        });
        return;
    }
    std::optional<ServerTime> bot_at;
    // More than a day is for ever.
    if (message.bot_after)
        bot_at = services_.now() + std::min<milliseconds>(*message.bot_after, std::chrono::hours(24));
    queue_.add({session, wish, bot_at, *wanted.seats[1].level});
    session->reply({id, protocol::Empty{}});
    wait_for_bots();
}

void Router::on(const protocol::QueueLeave&, const std::shared_ptr<Session>& session,
                const protocol::RequestId& id) {
    // Whoever has left already, or been paired in the meantime, does not wait any more either.
    queue_.remove(session->player_id());
    session->reply({id, protocol::Empty{}});
}

void Router::gather(StoredRoom room, std::vector<std::shared_ptr<Session>> people,
                    std::function<void(bool)> done) {
    const auto made = make_room(std::move(room), *people.front());
    made->submit(Gathered{std::move(people), std::move(done)});
}

void Router::bring_bots() {
    const ServerTime now = services_.now();
    for (Matchmaker::Waiting& waiting : queue_.take_due(now)) {
        protocol::RoomCreate wanted;
        wanted.game = waiting.wish.game;
        wanted.tc = waiting.wish.tc;
        wanted.seats[1].kind = protocol::ChairKind::bot;
        wanted.seats[1].level = waiting.bot_level;
        auto planned = plan_room(wanted, waiting.session->player(), services_.time_limits, nullptr, {});
        if (!planned || no_more_rooms(*waiting.session)) {
            waiting.bot_at = now + bot_again_after;
            queue_.put_back(std::move(waiting));
            continue;
        }
        const std::vector<std::shared_ptr<Session>> people{waiting.session};
        gather(std::move(*planned), people, [this, waiting](bool kept) mutable {
            if (kept || !waiting.session->connected() || queue_.has(waiting.session->player_id())) return;
            waiting.bot_at = services_.now() + bot_again_after;
            queue_.put_back(std::move(waiting));
            wait_for_bots();
        });
    }
    wait_for_bots();
}

void Router::wait_for_bots() {
    const auto due = queue_.next_due();
    if (!due) {
        queue_timer_.cancel();
        return;
    }
    queue_timer_.expires_after(std::max(*due - services_.now(), ServerTime::duration::zero()));
    queue_timer_.async_wait([this](boost::system::error_code error) {
        if (!error) bring_bots();
    });
}

}  // namespace pentad::server
