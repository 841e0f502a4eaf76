#include "server/gateway/request_handlers.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "engine/game.hpp"
#include "protocol/request_traits.hpp"
#include "server/base/overloaded.hpp"
#include "server/gateway/sandbox.hpp"

namespace pentad::server {

using protocol::Empty;
using protocol::ErrorCode;

namespace {

template <class Message>
concept ForRoom = Message::address == protocol::Address::room;
template <class Message>
concept ForMatch = Message::address == protocol::Address::match;

template <class Body>
void answer(const ClientContext& from, tl::expected<Body, protocol::ErrorReply> outcome) {
    outcome ? from.reply(std::move(*outcome)) : from.refuse(std::move(outcome.error()));
}

template <class Body>
using Work = Awaitable<tl::expected<Body, protocol::ErrorReply>>;

template <class Body>
Awaitable<void> answer_when_done(std::shared_ptr<Session> session, protocol::RequestId id, Work<Body> work) {
    tl::expected<Body, protocol::ErrorReply> outcome = co_await std::move(work);
    // clang-tidy takes the move into the coroutine frame for one of this `id`.
    answer(ClientContext{session, std::move(id)}, std::move(outcome));  // NOLINT(bugprone-use-after-move)
}

template <class Body>
void answer_later(asio::io_context& io, const ClientContext& from, Work<Body> work) {
    asio::co_spawn(io, answer_when_done<Body>(from.session, from.id, std::move(work)), asio::detached);
}

RoomRequest room_request(const ClientContext& from, protocol::Request request) {
    return {from.session, std::move(request), from.at};
}

void submit(const std::shared_ptr<Room>& room, const ClientContext& from, protocol::Request request,
            ErrorCode not_found) {
    if (room)
        room->submit(room_request(from, std::move(request)));
    else
        from.refuse(not_found);
}

}  // namespace

void RequestHandlers::handle(ClientContext& from, protocol::Request request) {
    const auto whole = [&] { return room_request(from, std::move(request)); };
    const auto player = [&] { return from.session->player_id(); };
    std::visit(overloaded{
                   [&](const protocol::Hello&) {
                       from.refuse(ErrorCode::bad_request, "This connection has said hello already.");
                   },
                   [&](const protocol::Ping& m) { on(m, from); },
                   [&](const protocol::Bye& m) { on(m, from); },
                   [&](const protocol::HandoverCreate& m) { on(m, from); },
                   [&](const protocol::LobbySubscribe& m) { on(m, from); },
                   [&](const protocol::LobbyUnsubscribe& m) {
                       services_.lobby.unsubscribe(*from.session, m.game.value_or(""));
                       from.reply(Empty{});
                   },
                   [&](const protocol::RoomCreate&) { services_.room_service.create(whole()); },
                   [&](const protocol::RoomJoin&) { services_.room_service.join(whole()); },
                   [&](const ForRoom auto&) {
                       const auto room = services_.rooms.find({request.room});
                       submit(room, from, std::move(request), ErrorCode::room_not_found);
                   },
                   [&](const ForMatch auto&) {
                       const auto room = services_.rooms.find_by_match({request.match});
                       submit(room, from, std::move(request), ErrorCode::match_not_found);
                   },
                   [&](const protocol::ChatSend&) { services_.chat.say(whole()); },
                   [&](const protocol::QueueJoin& m) { services_.matchmaker.join(from.session, from.id, m); },
                   [&](const protocol::QueueLeave&) {
                       // A player who has left or was paired in the meantime does not wait either.
                       services_.matchmaker.leave(player());
                       from.reply(Empty{});
                   },
                   [&](const protocol::MatchesMine& m) {
                       answer_later(services_.io, from, services_.history.page(player(), m.before));
                   },
                   [&](const protocol::BotsList& m) {
                       from.reply(services_.external_bots.list(m.game.value_or("")));
                   },
                   [&](const protocol::BotRegister& m) { on(m, from); },
                   [&](const protocol::PlayerBlock& m) { on(m, from); },
                   [&](const protocol::PlayerBlocks&) {
                       answer_later(services_.io, from, services_.moderation.blocked_by(player()));
                   },
                   [&](const protocol::PlayerReport&) { report(from, std::move(request)); },
                   [&](const protocol::EngineLegal& m) { answer(from, look_up(m)); },
                   [&](const protocol::EngineApply& m) { answer(from, look_up(m)); },
               },
               request.message);
}

void RequestHandlers::on(const protocol::Ping& message, ClientContext& from) {
    protocol::Pong pong;
    pong.t = message.t;
    pong.now = to_wire(ServerClock::now());
    pong.seqs = services_.resume.streams_of(*from.session);
    // Not through reply(): pings may share an id and are not counted as open.
    from.session->send(to_bytes(protocol::encode(protocol::Ok{from.id, std::move(pong)})));
}

void RequestHandlers::on(const protocol::Bye&, ClientContext& from) {
    from.session->say_bye();
    from.reply(Empty{});
    if (from.session->connection()) from.session->connection()->close(1000, "bye");
}

void RequestHandlers::on(const protocol::HandoverCreate&, ClientContext& from) {
    if (from.session->player().kind == protocol::PlayerKind::bot)
        return from.refuse(ErrorCode::not_supported, "A bot signs in with its key on every device.");
    const ServerTime now = ServerClock::now();
    std::string code = services_.handovers.create(from.session->id(), now);
    from.reply(protocol::HandoverCode{std::move(code), to_wire(now + HandoverCodes::valid)});
}

void RequestHandlers::on(const protocol::LobbySubscribe& message, ClientContext& from) {
    const std::string game = message.game.value_or("");
    if (!game.empty() && !engine::find_game(game))
        return from.refuse(ErrorCode::bad_request, "There is no such game.");
    auto subscribed =
        services_.lobby.subscribe(from.session, game, message.limit.value_or(Lobby::usual_limit));
    constexpr std::size_t rooms_a_frame = protocol::traits<protocol::LobbySubscribe>.rooms_a_frame;
    from.extra_frames = subscribed.snapshot.rooms.size() / rooms_a_frame;
    from.reply(std::move(subscribed));
}

void RequestHandlers::on(const protocol::BotRegister& message, ClientContext& from) {
    const auto known = [](const std::string& game) { return engine::find_game(game) != nullptr; };
    if (from.session->player().kind != protocol::PlayerKind::bot)
        return from.refuse(ErrorCode::forbidden, "Say hello as a bot, with a key.");
    if (message.games.empty() || !std::all_of(message.games.begin(), message.games.end(), known))
        return from.refuse(ErrorCode::bad_request, "games must name games of this server.");
    from.reply(Empty{});
    services_.external_bots.put({from.session, message.games, message.slots});
}

void RequestHandlers::on(const protocol::PlayerBlock& message, ClientContext& from) {
    ModerationService& moderation = services_.moderation;
    const PlayerId by = from.session->player_id();
    answer_later(
        services_.io, from,
        message.on ? moderation.block(by, {message.player}) : moderation.unblock(by, {message.player}));
}

void RequestHandlers::report(const ClientContext& from, protocol::Request request) {
    ModerationService::ReportRequest wanted{
        from.session->player_id(),
        from.session->address(),
        std::move(std::get<protocol::PlayerReport>(request.message)),
        std::move(request.room),
        std::move(request.match),
    };
    wanted.room_exists = wanted.room.empty() || services_.rooms.find({wanted.room});
    answer_later(services_.io, from, services_.moderation.report(std::move(wanted)));
}

}  // namespace pentad::server
