#include "server/lobby/lobby.hpp"

namespace pentad::server {

void Lobby::changed() {
    ++version_;
    changed_();
}

void Lobby::upsert(protocol::RoomSummary room) {
    std::string id = room.room;
    const auto known = rooms_.find(id);
    // Those who watch the lobby of the game that it was lose it; those of the game that it is keep it.
    const bool moves = known != rooms_.end() && known->second.game != room.game;
    for (auto& [game, audience] : audiences_) {
        if (moves && !game.empty() && game == known->second.game) audience.removed.insert(id);
        if (game.empty() || game == room.game) audience.removed.erase(id);
    }
    rooms_[id] = std::move(room);
    dirty_.insert(std::move(id));
    changed();
}

void Lobby::remove(const std::string& room) {
    const auto found = rooms_.find(room);
    if (found == rooms_.end()) return;
    for (auto& [game, audience] : audiences_)
        if (game.empty() || game == found->second.game) audience.removed.insert(room);
    dirty_.erase(room);
    rooms_.erase(found);
    changed();
}

void Lobby::set_players(int connected) {
    if (players_ == connected) return;
    players_ = connected;
    players_changed_ = true;
    changed();
}

protocol::LobbySnapshot Lobby::snapshot(const std::string& game) const {
    protocol::LobbySnapshot snapshot;
    for (const auto& [id, room] : rooms_)
        if (game.empty() || room.game == game) snapshot.rooms.push_back(room);
    snapshot.players = players_;
    return snapshot;
}

protocol::LobbySubscribed Lobby::subscribe(const std::shared_ptr<Session>& session, const std::string& game) {
    Stream& stream = audiences_[game].stream;
    stream.subscribe(session);
    return {stream.seq(), full_snapshot(game, session->player_id())};
}

protocol::LobbySnapshot Lobby::full_snapshot(const std::string& game, const PlayerId& reader) const {
    protocol::LobbySnapshot view = snapshot(game);
    view.chat = said_.shown_to(reader, blocks_);
    return view;
}

void Lobby::say(const protocol::ChatLine& line, ServerTime now) {
    said_.add(line, to_wire(now));
    for (auto& [game, audience] : audiences_) {
        protocol::Event event;
        event.game = game;
        event.body = line;
        audience.stream.publish_line(std::move(event), blocks_, [](const Session&) { return true; });
    }
}

void Lobby::unsubscribe(const Session& session, const std::string& game) {
    if (const auto found = audiences_.find(game); found != audiences_.end())
        found->second.stream.unsubscribe(session);
}

void Lobby::unsubscribe_all(const Session& session) {
    for (auto& [game, audience] : audiences_) audience.stream.unsubscribe(session);
}

std::size_t Lobby::subscriptions() const {
    std::size_t all = 0;
    for (const auto& [game, audience] : audiences_) all += audience.stream.subscribers().size();
    return all;
}

const Stream* Lobby::stream(const std::string& game) const {
    const auto found = audiences_.find(game);
    return found == audiences_.end() ? nullptr : &found->second.stream;
}

void Lobby::add_seqs(const Session& session, std::map<std::string, std::int64_t>& seqs) const {
    for (const auto& [game, audience] : audiences_)
        if (audience.stream.has(session))
            seqs[game.empty() ? "lobby" : "lobby:" + game] = audience.stream.seq();
}

void Lobby::flush() {
    for (auto& [game, audience] : audiences_) {
        protocol::LobbyDelta delta;
        for (const std::string& id : dirty_)
            if (const auto& room = rooms_.at(id); game.empty() || room.game == game)
                delta.upsert.push_back(room);
        delta.remove.assign(audience.removed.begin(), audience.removed.end());
        delta.players = players_;
        audience.removed.clear();
        if (delta.upsert.empty() && delta.remove.empty() && !players_changed_) continue;
        protocol::Event event;
        event.game = game;
        event.body = std::move(delta);
        audience.stream.publish(std::move(event));
    }
    dirty_.clear();
    players_changed_ = false;
}

}  // namespace pentad::server
