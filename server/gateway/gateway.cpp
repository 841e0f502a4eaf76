#include "server/gateway/gateway.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

namespace pentad::server {

using protocol::ErrorCode;

namespace {

/// What may wait for the answer to hello.
constexpr std::size_t max_early = 32;
/// A client that guesses tokens needs a new connection for every few.
constexpr int refused_hellos_allowed = 5;
/// About when a server that stops will be there again.
constexpr milliseconds back_after = std::chrono::seconds(5);

int multiple_of(const std::shared_ptr<Session>& session) {
    return session ? FrameRate::multiple(*session) : 1;
}

}  // namespace

Gateway::Gateway(asio::io_context& io, const Config& config, Metrics& metrics, SessionRegistry& sessions,
                 PlayerRecords& records, HelloService& hello, RequestHandlers& handlers,
                 const Sanctions& sanctions, const DrainState& drain, std::function<ServerTime()> now)
    : io_(io),
      config_(config),
      metrics_(metrics),
      sessions_(sessions),
      records_(records),
      hello_(hello),
      handlers_(handlers),
      sanctions_(sanctions),
      drain_(drain),
      now_(std::move(now)) {}

void Gateway::opened(const std::shared_ptr<Connection>& connection) {
    if (sanctions_.bans_address(connection->address(), now_())) return connection->close(4005, "banned");
    const ServerTime now = ServerClock::now();
    peers_[connection.get()] = std::make_shared<Peer>(Peer{connection, now, FrameRate(config_, now)});
}

void Gateway::received(Connection& connection, std::string_view text, ServerTime at) {
    if (const auto peer = peers_.find(&connection); peer != peers_.end())
        take(PeerPtr(peer->second), text, at);
}

void Gateway::received_frames(Connection& connection, std::size_t count, ServerTime at) {
    const auto found = peers_.find(&connection);
    if (found == peers_.end()) return;
    Peer& peer = *found->second;
    if (peer.rate.take_silently(count, multiple_of(peer.session), at) == FrameRate::Verdict::close)
        connection.close(1008, "too many messages");
}

void Gateway::closing(Connection& connection) {
    const auto found = peers_.find(&connection);
    if (found == peers_.end()) return;
    found->second->early.clear();
    const std::shared_ptr<Session> session = found->second->session;
    // A late close of a connection that was replaced changes nothing.
    if (!session || session->connection().get() != &connection) return;
    session->detach();
    sessions_.connection_changed(session);
}

void Gateway::closed(Connection& connection) {
    metrics_.connection_closed(connection.close_code());
    peers_.erase(&connection);
}

void Gateway::take(const PeerPtr& peer, std::string_view text, ServerTime at) {
    // What came early may stand behind what closed the connection.
    if (!peer->connection->is_open()) return;
    if (peer->hello_open) {
        if (peer->early.size() >= max_early)
            peer->connection->close(1008, "wait for the answer to hello");
        else
            peer->early.emplace_back(text, at);
        return;
    }
    metrics_.frame_received();
    auto request = protocol::decode_request(text);
    // What cannot be read costs as much as what can.
    if (!within_rate(*peer, request ? std::optional(request->id) : request.error().re, at)) return;
    if (!request) return refuse_frame(*peer, request.error(), at);
    if (peer->session) {
        // A connection that another one has replaced is not listened to any more.
        if (peer->session->connection() != peer->connection) return;
        if (peer->session->tokens().confirm() && records_.is_stored(*peer->session))
            records_.write(*peer->session);
        dispatch(peer, std::move(*request), at);
    } else if (std::holds_alternative<protocol::Hello>(request->message)) {
        peer->hello_open = true;
        asio::co_spawn(io_, answer_hello(peer, std::move(*request)), asio::detached);
    } else {
        send_error(*peer->connection, {request->id, ErrorCode::unauthenticated, "Say hello first.", {}});
    }
}

bool Gateway::within_rate(Peer& peer, const std::optional<protocol::RequestId>& id, ServerTime at) {
    switch (peer.rate.take(multiple_of(peer.session), at)) {
        case FrameRate::Verdict::accepted:
            return true;
        case FrameRate::Verdict::close:
            peer.connection->close(1008, "too many messages");
            return false;
        case FrameRate::Verdict::refused:
            break;
    }
    const protocol::RetryAfter wait{peer.rate.retry_after()};
    send_error(*peer.connection, {id, ErrorCode::rate_limited, {}, wait});
    return false;
}

void Gateway::refuse_frame(Peer& peer, const protocol::DecodeError& error, ServerTime at) {
    send_error(*peer.connection, {error.re, error.code, error.message, {}});
    if (error.malformed && peer.rate.malformed(at) == FrameRate::Verdict::close)
        peer.connection->close(1008, "malformed messages");
}

Awaitable<void> Gateway::answer_hello(PeerPtr peer, protocol::Request request) {
    auto asked = hello_.answer(peer->connection, std::move(request));
    HelloService::Outcome outcome = co_await std::move(asked);
    peer->hello_open = false;
    if (outcome) {
        peer->session = std::move(*outcome);
    } else {
        const HelloService::Refusal& refusal = outcome.error();
        send_error(*peer->connection, refusal.error);
        if (++peer->refused_hellos >= refused_hellos_allowed)
            peer->connection->close(1008, "too many attempts");
        if (refusal.close != 0) peer->connection->close(refusal.close, protocol::name(refusal.error.code));
    }
    take_early(peer);
}

void Gateway::take_early(const PeerPtr& peer) {
    while (!peer->early.empty() && !peer->hello_open) {
        const auto [text, at] = std::move(peer->early.front());
        peer->early.pop_front();
        take(peer, text, at);
    }
}

void Gateway::dispatch(const PeerPtr& peer, protocol::Request request, ServerTime at) {
    const std::shared_ptr<Session> session = peer->session;
    const protocol::RequestTraits traits = protocol::traits_of(request.message);
    ClientContext from{session, request.id, at};
    if (traits.answered_once) {
        if (session->requests().older_is_open(from.id)) {
            // std::function copies what it holds; nobody else needs this request.
            const auto waiting = std::make_shared<protocol::Request>(std::move(request));
            return session->requests().when_older_is_done(from.id, [this, peer, waiting, at] {
                // On a stack of its own: the room that answers the older one is at work.
                asio::post(io_, [this, peer, waiting, at] {
                    if (peer->session->connection() == peer->connection)
                        dispatch(peer, std::move(*waiting), at);
                });
            });
        }
        // Not through the session: the first request with this id stays open.
        if (!session->requests().begin(from.id))
            return send_error(*peer->connection, {from.id, ErrorCode::duplicate_id, {}, {}});
        if (auto refused = refusal_of(*session, traits)) return from.refuse(std::move(*refused));
    }
    handlers_.handle(from, std::move(request));
    peer->rate.charge(from.extra_frames);
}

std::optional<protocol::ErrorReply> Gateway::refusal_of(const Session& session,
                                                        const protocol::RequestTraits& traits) const {
    if (traits.sender == protocol::Sender::person && session.player().kind == protocol::PlayerKind::bot)
        return protocol::ErrorReply{
            std::nullopt,
            ErrorCode::forbidden,
            "That is for people. A bot is seated by a host, moves when it is asked, and may watch.",
            {}};
    if (traits.starts_play && drain_.draining)
        return protocol::ErrorReply{std::nullopt, ErrorCode::draining, {}, protocol::RetryAfter{back_after}};
    return std::nullopt;
}

void Gateway::send_error(Connection& connection, const protocol::ErrorReply& error) const {
    metrics_.refused(protocol::name(error.code));
    connection.send(to_bytes(protocol::encode(error)));
}

void Gateway::close_all(std::uint16_t code, std::string_view reason) {
    for (const auto& [connection, peer] : peers_) peer->connection->close(code, reason);
}

void Gateway::close_banned() {
    const ServerTime now = now_();
    for (const auto& [connection, peer] : peers_)
        if (!peer->session && sanctions_.bans_address(peer->connection->address(), now))
            peer->connection->close(4005, "banned");
}

void Gateway::sweep(ServerTime now) {
    const milliseconds due(config_.hello_timeout_ms);
    for (const auto& [connection, peer] : peers_)
        if (!peer->session && !peer->hello_open && now - peer->opened > due)
            peer->connection->close(4002, "hello_timeout");
}

}  // namespace pentad::server
