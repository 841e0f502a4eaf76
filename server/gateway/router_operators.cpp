#include "server/gateway/router.hpp"

// The router's part that does what operators want.
namespace pentad::server {

std::vector<std::shared_ptr<Session>> Router::all_sessions() const {
    std::vector<std::shared_ptr<Session>> all;
    for (const auto& [id, session] : sessions_) all.push_back(session);
    return all;
}

void Router::send_away(const std::shared_ptr<Session>& session, std::uint16_t code, std::string_view reason) {
    if (const std::shared_ptr<Connection> connection = session->connection()) {
        connection->close(code, reason);
        // The session must be without its connection when it ends; the connection tells it later.
        closing(*connection);
    }
    end_session(session);
}

int Router::send_away(const PlayerId& player, std::uint16_t code, std::string_view reason) {
    int sent = 0;
    for (const auto& session : all_sessions())
        if (session->player_id() == player) {
            send_away(session, code, reason);
            ++sent;
        }
    return sent;
}

int Router::send_banned_addresses_away() {
    const ServerTime now = services_.now();
    int sent = 0;
    for (const auto& session : all_sessions())
        if (session->connection() && sanctions_.bans_address(session->connection()->address(), now)) {
            send_away(session, 4005, "banned");
            ++sent;
        }
    // Those who have not said hello yet.
    for (const auto& [connection, peer] : peers_)
        if (!peer->session && sanctions_.bans_address(peer->connection->address(), now))
            peer->connection->close(4005, "banned");
    return sent;
}

void Router::notify(protocol::NoticeKind kind, std::string text) {
    protocol::Event event;
    event.ts = to_wire(ServerClock::now());
    event.body = protocol::ServerNotice{kind, std::move(text), {}};
    const Bytes bytes = to_bytes(protocol::encode(event));
    for (const auto& [id, session] : sessions_) session->send(bytes);
}

void Router::keep_connected_guests() {
    for (const auto& session : all_sessions())
        if (session->connected() && guests_.has_nothing_to_keep(session->player_id()))
            keep(to_store(*session));
}

void Router::drain() {
    if (std::exchange(draining_, true)) return;
    notify(protocol::NoticeKind::draining, "The server restarts; come back in a moment.");
}

}  // namespace pentad::server
