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

/// The list of public rooms and those who watch it, all of it or one game's. Nobody watches the whole list:
/// a watcher has a window, the first so many rooms of each state, and besides the rooms that they have a
/// chair in themselves. Changes are gathered; flush() tells each watcher what makes its window of before into
/// that of now, and how many rooms there are. All with a window of the same size are told the same, but for
/// their own rooms. On the I/O thread.
class Lobby final : public RoomList {
  public:
    /// How large a window is for who does not say.
    static constexpr int usual_limit = 50;

    /// A change waits: flush() should be called within the quarter of a second.
    Lobby(const BlockList& blocks, std::function<void()> changed)
        : blocks_(blocks), changed_(std::move(changed)) {}

    void upsert(protocol::RoomSummary room) override;
    void remove(const std::string& room) override;
    void set_players(int connected);

    /// An empty game is the whole lobby. The window's size is `limit` rooms of each state, or a little more,
    /// so that there are few different ones. Who watches already gets this window in place of the one before.
    /// Answers with what the next event goes on from.
    protocol::LobbySubscribed subscribe(const std::shared_ptr<Session>& session, const std::string& game,
                                        int limit = usual_limit);
    void unsubscribe(const Session& session, const std::string& game);
    void unsubscribe_all(const Session& session);

    /// The stream of one game or of all, if anybody ever subscribed to it.
    const EventStream* stream(const std::string& game) const;

    /// Of all its streams.
    std::size_t subscriptions() const;

    /// Another number whenever page() may say something else.
    std::uint64_t version() const { return version_; }

    /// A part of the list, as it is answered over HTTP.
    protocol::RoomPage page(const RoomIndex::Query& query) const;
    /// What this session has when it has taken all events up to now. REQUIRES: it watches that part of the
    /// lobby.
    protocol::LobbySnapshot view(const Session& session, const std::string& game) const;
    /// The same for a session that is being sent it.
    protocol::LobbySnapshot show(const Session& session, const std::string& game);

    /// A line to all who watch the lobby, whatever part of it, but not to who has blocked its writer.
    void say(const protocol::ChatLine& line, ServerTime now);

    /// Adds the last seq of each lobby stream that the session is subscribed to, by stream key.
    void add_seqs(const Session& session, std::map<std::string, std::int64_t>& seqs) const;

    void flush();

    /// The player's data are deleted.
    void forget(const PlayerId& player) { said_.forget(player); }

  private:
    /// What those who have windows of one size have been told. Some of them may have come since the last
    /// flush, and then have other rooms than those who were there before.
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
