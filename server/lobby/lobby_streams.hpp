#pragma once

#include "server/lobby/lobby.hpp"
#include "server/session/stream_source.hpp"

namespace pentad::server {

/// The streams of the lobby: `lobby` for all of it, `lobby:` and a game's id for that game. On the I/O
/// thread.
class LobbyStreams final : public StreamSource {
  public:
    explicit LobbyStreams(Lobby& lobby) : lobby_(lobby) {}

    bool has_key(const std::string& key) const override;
    void add_streams(const Session& session, std::map<std::string, std::int64_t>& seqs) const override;
    const EventStream* find(const Session& session, const std::string& key) const override;
    protocol::Event snapshot(const Session& session, const std::string& key) override;
    void unsubscribe(const Session& session, const std::string& key) override;
    void resubscribe(const std::shared_ptr<Session>& session, const std::string& key) override;

  private:
    Lobby& lobby_;
};

}  // namespace pentad::server
