#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/lobby/room_index.hpp"
#include "server/room/recent_chat.hpp"
#include "server/room/room_list.hpp"
#include "server/session/event_stream.hpp"

namespace pentad::server {

/// The list of public rooms and its subscribers, of all games or of one. No subscriber gets the whole list:
/// each has a window, the first so many rooms of each state, and also the rooms that the player has a chair
/// in. Changes are collected; flush() sends each subscriber what has changed in its window, and the number of
/// rooms. Windows of the same size get the same, except for the player's own rooms. On the I/O thread.
class Lobby final : public RoomList {
  public:
    /// The size of a window if the subscriber names none.
    static constexpr int usual_limit = 50;

    /// `changed` is called when there is something to send: then flush() should be called within a quarter of
    /// a second.
    Lobby(const BlockList& blocks, std::function<void()> changed)
        : blocks_(blocks), changed_(std::move(changed)) {}

    void upsert(protocol::RoomSummary room) override;
    void remove(const std::string& room) override;
    void set_players(int connected);

    /// An empty game is the whole lobby. The window's size is `limit` rooms of each state, or a little more,
    /// so that there are few different sizes. It replaces the window that the session had. Returns the state
    /// that the next event continues.
    protocol::LobbySubscribed subscribe(const std::shared_ptr<Session>& session, const std::string& game,
                                        int limit = usual_limit);
    void unsubscribe(const Session& session, const std::string& game);
    void unsubscribe_all(const Session& session);

    /// The stream of one game or of all; nullptr if nobody ever subscribed to it.
    const EventStream* stream(const std::string& game) const;

    /// The subscribers of all streams.
    std::size_t subscriptions() const;

    /// Changes whenever page() may return something else.
    std::uint64_t version() const { return version_; }

    /// A part of the list, as HTTP serves it.
    protocol::RoomPage page(const RoomIndex::Query& query) const;
    /// What this session has when it has received all events up to now. REQUIRES: it is subscribed to that
    /// part of the lobby.
    protocol::LobbySnapshot view(const Session& session, const std::string& game) const;
    /// The same, to be sent to the session: later events continue it.
    protocol::LobbySnapshot show(const Session& session, const std::string& game);

    /// Sends a chat line to all subscribers, except those who have blocked its writer.
    void say(const protocol::ChatLine& line, ServerTime now);

    /// Adds the last seq of each lobby stream that the session is subscribed to, by stream key.
    void add_seqs(const Session& session, std::map<std::string, std::int64_t>& seqs) const;

    void flush();

    /// Forgets what the player said.
    void forget(const PlayerId& player) { said_.forget(player); }

  private:
    /// What the subscribers with windows of one size have. Those who came since the last flush may have other
    /// rooms than those who were there before.
    struct Window {
        std::set<std::string> all_have;
        std::set<std::string> some_have;
    };
    struct Audience {
        /// There are few of them, and what is missed is large when it has to be told anew.
        EventStream stream{{256, 256 * 1024}};
        std::unordered_map<const Session*, int> limits;  ///< of each subscriber
        std::map<int, Window> windows;                   ///< by limit
        protocol::RoomCounts counts;                     ///< as told last
        bool counts_differ = false;                      ///< somebody was told others since
    };
    /// A room that changed, came or went since the last flush: whose own it was, and of which games.
    struct Change {
        std::set<PlayerId> owners;
        std::set<std::string> games;
    };
    struct Deltas;

    void changed();
    void note_change(const std::string& room);
    Deltas next_deltas(const std::string& game, Audience& audience) const;
    void add_own(const std::string& game, const Audience& audience, Deltas& deltas) const;
    void flush(const std::string& game, Audience& audience);

    const BlockList& blocks_;
    std::function<void()> changed_;
    RoomIndex rooms_;
    std::map<std::string, Audience> audiences_;  ///< by game; "" is the whole lobby
    std::map<std::string, Change> changes_;      ///< by room
    RecentChat said_;
    int players_ = 0;
    bool players_changed_ = false;
    std::uint64_t version_ = 1;
};

}  // namespace pentad::server
