#include "server/lobby/lobby_streams.hpp"

#include "engine/game.hpp"

namespace pentad::server {
namespace {

constexpr std::string_view of_a_game = "lobby:";

/// Empty: the whole lobby.
std::string game_of(const std::string& key) { return key == "lobby" ? "" : key.substr(of_a_game.size()); }

}  // namespace

bool LobbyStreams::has_key(const std::string& key) const {
    return key == "lobby" || key.starts_with(of_a_game);
}

void LobbyStreams::add_streams(const Session& session, std::map<std::string, std::int64_t>& seqs) const {
    lobby_.add_seqs(session, seqs);
}

const EventStream* LobbyStreams::find(const Session&, const std::string& key) const {
    return lobby_.stream(game_of(key));
}

protocol::Event LobbyStreams::snapshot(const Session& session, const std::string& key) {
    protocol::Event event;
    event.game = game_of(key);
    event.body = lobby_.show(session, event.game);
    return event;
}

void LobbyStreams::unsubscribe(const Session& session, const std::string& key) {
    lobby_.unsubscribe(session, game_of(key));
}

void LobbyStreams::resubscribe(const std::shared_ptr<Session>& session, const std::string& key) {
    const std::string game = game_of(key);
    if (key == "lobby" || engine::find_game(game)) lobby_.subscribe(session, game);
}

}  // namespace pentad::server
