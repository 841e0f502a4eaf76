#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "server/lobby/recent_lines.hpp"
#include "server/lobby/stream.hpp"

namespace pentad::server {

/// The list of public rooms and those who watch it, all of it or one game's. Changes are gathered and told
/// when flush() is called. On the I/O thread.
class Lobby {
  public:
    /// A change waits: flush() should be called within the quarter of a second.
    Lobby(const Blocks& blocks, std::function<void()> changed)
        : blocks_(blocks), changed_(std::move(changed)) {}

    void upsert(protocol::RoomSummary room);
    void remove(const std::string& room);
    void set_players(int connected);

    /// An empty game is the whole lobby. Answers with what the next event goes on from.
    protocol::LobbySubscribed subscribe(const std::shared_ptr<Session>& session, const std::string& game);
    void unsubscribe(const Session& session, const std::string& game);
    void unsubscribe_all(const Session& session);

    /// The stream of one game or of all, if anybody ever subscribed to it.
    const Stream* stream(const std::string& game) const;

    /// Of all its streams.
    std::size_t subscriptions() const;

    /// Another number whenever snapshot() may say something else.
    std::uint64_t version() const { return version_; }

    /// Without the chat, as it is listed over HTTP.
    protocol::LobbySnapshot snapshot(const std::string& game) const;
    /// With the chat, as this player may read it.
    protocol::LobbySnapshot full_snapshot(const std::string& game, const PlayerId& reader) const;

    /// A line to all who watch the lobby, whatever part of it, but not to who has blocked its writer.
    void say(const protocol::ChatLine& line, ServerTime now);

    /// Adds the last seq of each lobby stream that the session is subscribed to, by stream key.
    void add_seqs(const Session& session, std::map<std::string, std::int64_t>& seqs) const;

    void flush();

    /// The player's data are deleted.
    void forget(const PlayerId& player) { said_.forget(player); }

  private:
    void changed();

    struct Audience {
        /// There are few of them, and what is missed is large when it has to be told anew.
        Stream stream{{256, 256 * 1024}};
        std::set<std::string> removed;  ///< since the last flush
    };

    const Blocks& blocks_;
    std::function<void()> changed_;
    std::map<std::string, protocol::RoomSummary> rooms_;
    std::map<std::string, Audience> audiences_;  ///< by game; "" is the whole lobby
    std::set<std::string> dirty_;
    RecentLines said_;
    int players_ = 0;
    bool players_changed_ = false;
    std::uint64_t version_ = 1;
};

}  // namespace pentad::server
