#include "server/session/session_registry.hpp"

#include <algorithm>
#include <cassert>

#include "server/base/log/log_line.hpp"
#include "server/store/player_view.hpp"

namespace pentad::server {

SessionRegistry::SessionRegistry(const Config& config, PlayerRecords& records, NameRegistry& names,
                                 Metrics& metrics)
    : config_(config), records_(records), names_(names), metrics_(metrics) {}

std::shared_ptr<Session> SessionRegistry::create(const StoredPlayer& player, SessionId id) {
    if (const auto holder = names_.holder(player.name); holder && *holder != player.id)
        free_name(player.name);
    protocol::Player shown = view_player(player);
    shown.name = names_.take(player.id, player.name);
    auto session = std::make_shared<Session>(std::move(id), std::move(shown));
    // The time in which its client can come back begins now; hello is still being answered.
    session->detach();
    session->count_refusals(metrics_);
    assert(!find(session->id()));
    sessions_[session->id()] = session;
    by_player_[session->player_id()].push_back(session);
    return session;
}

std::shared_ptr<Session> SessionRegistry::find(const SessionId& id) const {
    const auto found = sessions_.find(id);
    return found == sessions_.end() ? nullptr : found->second;
}

SessionRegistry::Sessions SessionRegistry::all() const {
    Sessions all;
    all.reserve(sessions_.size());
    for (const auto& [id, session] : sessions_) all.push_back(session);
    return all;
}

SessionRegistry::Sessions SessionRegistry::of(const PlayerId& player) const {
    const auto found = by_player_.find(player);
    return found == by_player_.end() ? Sessions() : found->second;
}

bool SessionRegistry::full() const {
    return sessions_.size() >= static_cast<std::size_t>(config_.max_sessions) &&
           std::all_of(sessions_.begin(), sessions_.end(),
                       [](const auto& entry) { return entry.second->connected(); });
}

bool SessionRegistry::make_place() {
    const auto most = static_cast<std::size_t>(config_.max_sessions);
    if (sessions_.size() < most) return true;
    Sessions left;
    for (const auto& [id, session] : sessions_)
        if (!session->connected()) left.push_back(session);
    // Many at a time, since all have to be looked at; those in a room go last.
    const std::size_t ending = std::min(left.size(), sessions_.size() - most + most / 16 + 1);
    std::partial_sort(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(ending), left.end(),
                      [](const auto& a, const auto& b) {
                          return std::pair(!a->rooms().empty(), a->left()) <
                                 std::pair(!b->rooms().empty(), b->left());
                      });
    left.resize(ending);
    for (const auto& session : left) end(session);
    return sessions_.size() < most;
}

bool SessionRegistry::free_name(const std::string& name) {
    const auto holder = names_.holder(name);
    if (!holder) return true;
    const Sessions held = of(*holder);
    if (std::any_of(held.begin(), held.end(),
                    [](const auto& session) { return session->connected() || !session->rooms().empty(); }))
        return false;
    for (const auto& session : held) end(session);
    return !names_.holder(name);
}

void SessionRegistry::supersede(Session& session) {
    if (!session.connected()) return;
    protocol::Event event;
    event.ts = to_wire(ServerClock::now());
    event.body = protocol::SessionSuperseded{};
    session.send(to_bytes(protocol::encode(event)));
    session.connection()->close(4001, "superseded");
}

void SessionRegistry::attach(Session& session, const std::shared_ptr<Connection>& connection) {
    supersede(session);
    session.attach(connection);
}

void SessionRegistry::connection_changed(const std::shared_ptr<Session>& session) {
    if (listener_ != nullptr) listener_->connection_changed(session);
    count(*session);
}

void SessionRegistry::end(const std::shared_ptr<Session>& session) {
    const PlayerId player = session->player_id();
    session->end();
    names_.release(player);
    if (listener_ != nullptr) listener_->session_over(session);
    if (records_.is_stored(*session)) records_.write(Record(SessionEnded{session->id()}));
    log_debug({.session = session->id()}, "session {} is over", session->id().text);
    sessions_.erase(SessionId(session->id()));
    const auto own = by_player_.find(player);
    std::erase(own->second, session);
    if (!own->second.empty()) return;
    by_player_.erase(own);
    records_.guests().forget(player);
}

void SessionRegistry::send_away(const std::shared_ptr<Session>& session, std::uint16_t code,
                                std::string_view reason) {
    if (const std::shared_ptr<Connection> connection = session->connection()) {
        connection->close(code, reason);
        // The session must be without its connection when it ends; the connection reports its end later.
        session->detach();
        connection_changed(session);
    }
    end(session);
}

void SessionRegistry::end_others(const Session& kept) {
    for (const auto& session : of(kept.player_id())) {
        if (session->id() == kept.id()) continue;
        supersede(*session);
        send_away(session, 4001, "superseded");
    }
}

void SessionRegistry::sweep(ServerTime now) {
    const milliseconds kept(config_.session_kept_ms);
    for (const auto& session : all())
        if (!session->connected() && now - session->left() > kept) end(session);
}

void SessionRegistry::count(const Session& session) {
    std::unordered_set<SessionId>& tabs = people_here_[session.player_id()];
    if (session.connected() && session.player().kind == protocol::PlayerKind::human)
        tabs.insert(session.id());
    else
        tabs.erase(session.id());
    if (tabs.empty()) people_here_.erase(session.player_id());
    if (listener_ != nullptr) listener_->people_changed(static_cast<int>(people_here_.size()));
}

int send_player_away(SessionRegistry& sessions, const PlayerId& player, std::uint16_t code,
                     std::string_view reason) {
    const SessionRegistry::Sessions own = sessions.of(player);
    for (const auto& session : own) sessions.send_away(session, code, reason);
    return static_cast<int>(own.size());
}

void notify(const SessionRegistry::Sessions& sessions, protocol::NoticeKind kind, std::string text) {
    protocol::Event event;
    event.ts = to_wire(ServerClock::now());
    event.body = protocol::ServerNotice{kind, std::move(text), {}};
    const Bytes bytes = to_bytes(protocol::encode(event));
    for (const auto& session : sessions) session->send(bytes);
}

}  // namespace pentad::server
