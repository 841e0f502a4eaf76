#include "server/gateway/router.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

#include "protocol/limits.hpp"
#include "server/base/game_cards.hpp"
#include "server/base/log/log_line.hpp"
#include "server/bots/external_bots.hpp"
#include "server/gateway/sandbox.hpp"
#include "server/store/await_store.hpp"

namespace pentad::server {

using protocol::ErrorCode;

namespace {

/// Would it put its sender on a person's chair, or do in a match what only people do?
bool is_for_people(const protocol::ClientMessage& message) {
    if (const auto* join = std::get_if<protocol::RoomJoin>(&message))
        return join->seat != protocol::JoinSeat::watch;
    return std::holds_alternative<protocol::RoomCreate>(message) ||
           std::holds_alternative<protocol::QueueJoin>(message) ||
           std::holds_alternative<protocol::PremoveSet>(message) ||
           std::holds_alternative<protocol::HintGet>(message);
}

/// About when a server that stops will be there again.
constexpr milliseconds back_after = std::chrono::seconds(5);

/// Would a room or a match begin by this?
bool begins_something(const protocol::ClientMessage& message) {
    const auto* ready = std::get_if<protocol::RoomReady>(&message);
    const auto* offer = std::get_if<protocol::OfferMake>(&message);
    return std::holds_alternative<protocol::RoomCreate>(message) ||
           std::holds_alternative<protocol::RoomStart>(message) ||
           std::holds_alternative<protocol::QueueJoin>(message) || (ready != nullptr && ready->ready) ||
           (offer != nullptr && offer->kind == protocol::OfferKind::rematch);
}

}  // namespace

Router::Router(RoomServices& services, const Config& config)
    : services_(services),
      config_(config),
      cards_(game_cards()),
      guests_([this](const PlayerId& player) { return sessions_to_store(player); }),
      queue_timer_(services.io.get_executor()),
      lines_(config.lines_per_minute),
      hellos_(config.hellos_per_minute),
      wrong_tokens_(config.wrong_tokens_per_minute),
      reports_(config.reports_per_minute),
      sweep_timer_(services.io.get_executor()) {
    services_.store.before_write(
        [this](auto& records, StoreThread::Done& done) { guests_.complete(records, done); });
    sweep();
}

Router::~Router() { services_.store.before_write({}); }

void Router::opened(const std::shared_ptr<Connection>& connection) {
    if (sanctions_.bans_address(connection->address(), services_.now()))
        return connection->close(4005, "banned");
    auto peer = std::make_shared<Peer>();
    peer->connection = connection;
    peer->opened = peer->refilled = ServerClock::now();
    peer->allowance = config_.frame_burst;
    peers_[connection.get()] = std::move(peer);
}

void Router::received(Connection& connection, std::string_view text, ServerTime at) {
    if (const auto peer = peers_.find(&connection); peer != peers_.end())
        take(std::shared_ptr(peer->second), text, at);
}

void Router::send_error(Connection& connection, const protocol::ErrorReply& error) const {
    services_.metrics.refused(protocol::name(error.code));
    connection.send(to_bytes(protocol::encode(error)));
}

void Router::closing(Connection& connection) {
    const auto found = peers_.find(&connection);
    if (found == peers_.end()) return;
    found->second->leaving = true;
    found->second->early.clear();
    const auto session = found->second->session;
    // A late close of a connection that was replaced changes nothing.
    if (!session || session->connection().get() != &connection) return;
    session->detach();
    queue_.remove(*session);
    for (const RoomId& id : session->rooms())
        if (const auto room = services_.rooms.find(id)) room->submit(ConnectionChanged{session});
    if (services_.external_bots) services_.external_bots->connection_changed(session);
    count(*session);
}

void Router::closed(Connection& connection) {
    services_.metrics.connection_closed(connection.close_code());
    peers_.erase(&connection);
}

void Router::take(const std::shared_ptr<Peer>& peer, std::string_view text, ServerTime at) {
    // What came early may stand behind what closed the connection.
    if (!peer->connection->is_open()) return;
    if (peer->greeting) {
        if (peer->early.size() >= max_early)
            peer->connection->close(1008, "wait for the answer to hello");
        else
            peer->early.emplace_back(text, at);
        return;
    }
    services_.metrics.frame_received();
    auto request = protocol::decode_request(text);
    // What cannot be read costs as much as what can.
    if (!within_rate(*peer, request ? std::optional(request->id) : request.error().re, at)) return;
    if (!request) {
        refuse_frame(*peer, request.error(), at);
        return;
    }
    if (peer->session) {
        // A connection that another one has replaced is not listened to any more.
        if (peer->session->connection() != peer->connection) return;
        if (peer->session->confirm_token() && is_kept(*peer->session)) keep(to_store(*peer->session));
        dispatch(peer->session, std::move(*request), at);
    } else if (std::holds_alternative<protocol::Hello>(request->message)) {
        peer->greeting = true;
        asio::co_spawn(services_.io, greet(peer, std::move(*request)), asio::detached);
    } else {
        send_error(*peer->connection, {request->id, ErrorCode::unauthenticated, "Say hello first.", {}});
    }
}

void Router::dispatch(const std::shared_ptr<Session>& session, protocol::Request request, ServerTime at) {
    const protocol::RequestId id = request.id;
    if (const auto* ping = std::get_if<protocol::Ping>(&request.message)) {
        answer(*ping, *session, id);
        return;
    }
    const bool waits =
        session->waits_for_older(id, [this, session, request, at, connection = session->connection()] {
            // On a stack of its own: the room that answers the older one is at work.
            asio::post(services_.io, [this, session, request, at, connection] {
                if (session->connection() == connection) dispatch(session, request, at);
            });
        });
    if (waits) return;
    if (!session->begin(id)) {
        // Not through the session: the first request with this id stays open.
        if (session->connection()) send_error(*session->connection(), {id, ErrorCode::duplicate_id, {}, {}});
        return;
    }
    if (session->player().kind == protocol::PlayerKind::bot && is_for_people(request.message)) {
        session->refuse(
            id, ErrorCode::forbidden,
            "That is for people. A bot is seated by a host, moves when it is asked, and may watch.");
        return;
    }
    if (draining_ && begins_something(request.message)) {
        session->reply({id, ErrorCode::draining, {}, protocol::RetryAfter{back_after}});
        return;
    }
    std::visit(
        [&](auto& message) {
            using Message = std::decay_t<decltype(message)>;
            if constexpr (std::is_same_v<Message, protocol::Hello>) {
                session->refuse(id, ErrorCode::bad_request, "This link has said hello already.");
            } else if constexpr (std::is_same_v<Message, protocol::Bye>) {
                session->say_bye();
                session->reply({id, protocol::Empty{}});
                if (session->connection()) session->connection()->close(1000, "bye");
            } else if constexpr (requires { on(message, session, id); }) {
                on(message, session, id);
            } else if constexpr (requires { look_up(message); }) {
                auto answer = look_up(message);
                if (!answer) answer.error().re = id;
                answer ? session->reply({id, std::move(*answer)}) : session->reply(std::move(answer.error()));
            } else if constexpr (std::is_same_v<Message, protocol::RoomCreate>) {
                create_room(session, std::move(request), at);
            } else if constexpr (std::is_same_v<Message, protocol::RoomJoin>) {
                join_room(session, std::move(request), at);
            } else if constexpr (std::is_same_v<Message, protocol::ChatSend>) {
                say(session, std::move(request), at);
            } else if constexpr (std::is_same_v<Message, protocol::PlayerReport>) {
                report(session, std::move(request));
            } else if constexpr (Message::address == protocol::Address::room) {
                if (const auto room = services_.rooms.find({request.room}))
                    room->submit(RoomRequest{session, std::move(request), at});
                else
                    session->refuse(id, ErrorCode::room_not_found);
            } else if constexpr (Message::address == protocol::Address::match) {
                if (const auto room = services_.rooms.find_by_match({request.match}))
                    room->submit(RoomRequest{session, std::move(request), at});
                else
                    session->refuse(id, ErrorCode::match_not_found);
            } else {
                session->refuse(id, ErrorCode::not_supported);
            }
        },
        request.message);
}

void Router::answer(const protocol::Ping& message, Session& session, const protocol::RequestId& id) {
    protocol::Pong pong;
    pong.t = message.t;
    pong.now = to_wire(ServerClock::now());
    pong.seqs = streams_of(session);
    // Pings may share an id: they are never counted as open.
    session.send(to_bytes(protocol::encode(protocol::Ok{id, std::move(pong)})));
}

std::map<std::string, std::int64_t> Router::streams_of(Session& session) const {
    std::map<std::string, std::int64_t> seqs;
    services_.lobby.add_seqs(session, seqs);
    for (const RoomId& room_id : session.rooms()) {
        const auto room = services_.rooms.find(room_id);
        if (!room) continue;
        if (room->room_stream().has(session)) seqs["room:" + room_id.text] = room->room_stream().seq();
        if (room->live_match() && room->live_match()->stream_for(session).has(session))
            seqs["match:" + room->match()->setup().id.text] = room->live_match()->stream_for(session).seq();
    }
    return seqs;
}

void Router::on(const protocol::HandoverCreate&, const std::shared_ptr<Session>& session,
                const protocol::RequestId& id) {
    if (session->player().kind == protocol::PlayerKind::bot) {
        session->refuse(id, ErrorCode::not_supported, "A bot comes with its key wherever it is.");
        return;
    }
    const ServerTime now = ServerClock::now();
    std::string code = handovers_.create(session->id(), now);
    session->reply({id, protocol::HandoverCode{std::move(code), to_wire(now + HandoverCodes::valid)}});
}

void Router::on(const protocol::LobbySubscribe& message, const std::shared_ptr<Session>& session,
                const protocol::RequestId& id) {
    const std::string game = message.game.value_or("");
    if (!game.empty() && !engine::find_game(game)) {
        session->refuse(id, ErrorCode::bad_request, "There is no such game.");
        return;
    }
    auto subscribed = services_.lobby.subscribe(session, game, message.limit.value_or(Lobby::usual_limit));
    charge(*session, subscribed.snapshot.rooms.size() / rooms_a_frame);
    session->reply({id, std::move(subscribed)});
}

void Router::on(const protocol::LobbyUnsubscribe& message, const std::shared_ptr<Session>& session,
                const protocol::RequestId& id) {
    services_.lobby.unsubscribe(*session, message.game.value_or(""));
    session->reply({id, protocol::Empty{}});
}

void Router::on(const protocol::BotsList& message, const std::shared_ptr<Session>& session,
                const protocol::RequestId& id) {
    session->reply({id, services_.external_bots ? services_.external_bots->list(message.game.value_or(""))
                                                : protocol::BotList{}});
}

void Router::on(const protocol::BotRegister& message, const std::shared_ptr<Session>& session,
                const protocol::RequestId& id) {
    const auto known = [](const std::string& game) { return engine::find_game(game) != nullptr; };
    if (session->player().kind != protocol::PlayerKind::bot) {
        session->refuse(id, ErrorCode::forbidden, "Say hello as a bot, with a key.");
    } else if (!services_.external_bots) {
        session->refuse(id, ErrorCode::not_supported);
    } else if (message.games.empty() || !std::all_of(message.games.begin(), message.games.end(), known)) {
        session->refuse(id, ErrorCode::bad_request, "games must name games of this server.");
    } else {
        session->reply({id, protocol::Empty{}});
        services_.external_bots->put({session, message.games, message.slots});
    }
}

void Router::sweep() {
    const ServerTime now = ServerClock::now();
    const milliseconds hello_due(config_.hello_timeout_ms), session_kept(config_.session_kept_ms);
    for (const auto& [connection, peer] : peers_)
        if (!peer->session && !peer->greeting && now - peer->opened > hello_due)
            peer->connection->close(4002, "hello_timeout");
    std::vector<std::shared_ptr<Session>> over;
    for (const auto& [id, session] : sessions_)
        if (!session->connected() && now - session->left() > session_kept) over.push_back(session);
    for (const auto& session : over) end_session(session);
    lines_.sweep(services_.now());
    hellos_.sweep(now);
    wrong_tokens_.sweep(now);
    reports_.sweep(now);
    services_.rooms.wrong_guesses().sweep(services_.now());
    services_.early_exits.sweep(services_.now());
    handovers_.sweep(now);
    sweep_timer_.expires_after(
        std::clamp(std::min(hello_due, session_kept) / 4, milliseconds(20), milliseconds(1000)));
    sweep_timer_.async_wait([this](boost::system::error_code error) {
        if (!error) sweep();
    });
}

bool Router::make_place_for_a_session() {
    const auto most = static_cast<std::size_t>(config_.max_sessions);
    if (sessions_.size() < most) return true;
    std::vector<std::shared_ptr<Session>> left;
    for (const auto& [id, session] : sessions_)
        if (!session->connected()) left.push_back(session);
    // Many at a time, for all have to be looked at; who is in a room is the last to go.
    const std::size_t ending = std::min(left.size(), sessions_.size() - most + most / 16 + 1);
    std::partial_sort(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(ending), left.end(),
                      [](const auto& a, const auto& b) {
                          return std::pair(!a->rooms().empty(), a->left()) <
                                 std::pair(!b->rooms().empty(), b->left());
                      });
    left.resize(ending);
    for (const auto& session : left) end_session(session);
    return sessions_.size() < most;
}

bool Router::full() const {
    return sessions_.size() >= static_cast<std::size_t>(config_.max_sessions) &&
           std::all_of(sessions_.begin(), sessions_.end(),
                       [](const auto& entry) { return entry.second->connected(); });
}

void Router::end_session(const std::shared_ptr<Session>& session) {
    session->end();
    services_.lobby.unsubscribe_all(*session);
    if (services_.external_bots) services_.external_bots->remove(*session);
    queue_.remove(*session);
    names_.release(session->player_id());
    handovers_.forget(session->id());
    const std::set<RoomId> rooms = session->rooms();
    for (const RoomId& id : rooms)
        if (const auto room = services_.rooms.find(id)) room->submit(SessionOver{session});
    if (is_kept(*session)) keep(SessionEnded{session->id()});
    log_debug({.session = session->id()}, "session {} is over", session->id().text);
    sessions_.erase(SessionId(session->id()));
    const PlayerId player = session->player_id();
    const bool has_another =
        guests_.find(player) && std::any_of(sessions_.begin(), sessions_.end(), [&](const auto& other) {
            return other.second->player_id() == player;
        });
    if (!has_another) guests_.forget(player);
}

void Router::count(const Session& session) {
    std::unordered_set<SessionId>& tabs = people_here_[session.player_id()];
    if (session.connected() && session.player().kind == protocol::PlayerKind::human)
        tabs.insert(session.id());
    else
        tabs.erase(session.id());
    if (tabs.empty()) people_here_.erase(session.player_id());
    services_.lobby.set_players(static_cast<int>(people_here_.size()));
}

void Router::close_all(std::uint16_t code, std::string_view reason) {
    for (const auto& [connection, peer] : peers_) peer->connection->close(code, reason);
}

}  // namespace pentad::server
