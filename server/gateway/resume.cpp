#include <algorithm>
#include <array>

#include "server/gateway/router.hpp"

// The router's part that brings a session that came back up to date.
namespace pentad::server {

namespace {

/// Half of what a connection may have waiting; a client that misses more than that gets the rest as `gone`
/// and subscribes again.
constexpr std::size_t max_messages = Connection::max_waiting_messages / 2;
constexpr std::size_t max_bytes = Connection::max_waiting_bytes / 2;

/// What will be pushed, within its bounds.
class CatchUp {
  public:
    CatchUp(Session& session, std::map<std::string, protocol::Resumed>& resumed)
        : session_(session), resumed_(resumed) {}

    /// Everything after `seen` if that is still there, or else what `snapshot` makes.
    void follow(const std::string& key, const EventStream* stream, std::optional<std::int64_t> seen,
                const std::function<protocol::Event()>& snapshot) {
        resumed_[key] = protocol::Resumed::gone;
        if (stream == nullptr || !stream->has(session_)) return;
        if (auto missed = seen ? stream->missed(session_, *seen) : std::nullopt)
            if (add(std::move(*missed))) {
                resumed_[key] = protocol::Resumed::replay;
                return;
            }
        protocol::Event event = snapshot();
        event.seq = stream->seq();
        event.ts = to_wire(ServerClock::now());
        if (add({to_bytes(protocol::encode(event))})) resumed_[key] = protocol::Resumed::snapshot;
    }

    std::vector<Bytes> take() { return std::move(pushed_); }

  private:
    /// As with a connection, the last message may be as large as it likes: a full lobby has to come through.
    bool add(std::vector<Bytes> messages) {
        if (pushed_.size() + messages.size() > max_messages || bytes_ > max_bytes) return false;
        for (const Bytes& one : messages) bytes_ += one->size();
        std::move(messages.begin(), messages.end(), std::back_inserter(pushed_));
        return true;
    }

    Session& session_;
    std::map<std::string, protocol::Resumed>& resumed_;
    std::vector<Bytes> pushed_;
    std::size_t bytes_ = 0;
};

/// The id in a stream's key such as `room:r_7`; nothing if it is a key of another kind.
std::optional<std::string> id_in(std::string_view kind, const std::string& key) {
    if (!key.starts_with(kind)) return std::nullopt;
    return key.substr(kind.size());
}

}  // namespace

std::vector<Bytes> Router::resume(const std::shared_ptr<Session>& shared,
                                  std::map<std::string, std::int64_t> streams,
                                  std::map<std::string, protocol::Resumed>& resumed) {
    Session& session = *shared;
    if (session.follows_anew()) {
        follow_anew(shared, streams);
        // Numbers of before the server was started again say nothing about those of now.
        for (auto& [key, seen] : streams) seen = -1;
    }
    // What began meanwhile, or in an answer that was lost, the client does not know; from now on it gets it.
    for (const auto& [key, seq] : streams_of(session)) streams.emplace(key, -1);
    CatchUp catch_up(session, resumed);
    for (const auto& [key, seen] : streams) resumed[key] = protocol::Resumed::gone;
    const auto follow_match = [&](const std::string& id, std::optional<std::int64_t> seen) {
        const auto room = services_.rooms.find_by_match({id});
        const EventStream* stream =
            room && room->live_match() ? &room->live_match()->stream_for(session) : nullptr;
        catch_up.follow("match:" + id, stream, seen, [&] {
            protocol::Event event;
            event.match = id;
            event.body = room->live_match()->snapshot(session, true);
            return event;
        });
    };
    // RoomRegistry before their matches: a match may have begun meanwhile, of which the client knows no
    // stream.
    std::vector<std::string> begun;
    for (const auto& [key, seen] : streams) {
        const auto id = id_in("room:", key);
        if (!id) continue;
        const auto room = services_.rooms.find({*id});
        catch_up.follow(key, room ? &room->room_stream() : nullptr, seen, [&] {
            protocol::Event event;
            event.room = *id;
            event.body = room->full_snapshot(session.player_id());
            return event;
        });
        if (room && room->live_match() && room->live_match()->stream_for(session).has(session))
            if (const std::string& match = room->match()->setup().id.text;
                !streams.contains("match:" + match))
                begun.push_back(match);
    }
    for (const std::string& match : begun) follow_match(match, std::nullopt);
    for (const auto& [key, seen] : streams)
        if (const auto id = id_in("match:", key)) follow_match(*id, seen);
    for (const auto& [key, seen] : streams) {
        const auto game = key == "lobby" ? std::optional<std::string>("") : id_in("lobby:", key);
        if (!game) continue;
        catch_up.follow(key, services_.lobby.stream(*game), seen, [&] {
            protocol::Event event;
            event.game = *game;
            event.body = services_.lobby.show(session, *game);
            return event;
        });
    }
    constexpr std::array<const char*, 3> words{"replay", "snapshot", "gone"};
    // What the client takes for gone it is not sent.
    for (const auto& [key, how] : resumed) {
        services_.metrics.resumed(words.at(static_cast<std::size_t>(how)));
        if (how == protocol::Resumed::gone) unsubscribe(session, key);
    }
    return catch_up.take();
}

void Router::unsubscribe(const Session& session, const std::string& key) {
    if (const auto id = id_in("room:", key)) {
        if (const auto room = services_.rooms.find({*id})) room->unsubscribe(session);
    } else if (const auto match = id_in("match:", key)) {
        if (const auto room = services_.rooms.find_by_match({*match})) room->unsubscribe_from_match(session);
    } else if (const auto game = id_in("lobby:", key); game || key == "lobby") {
        services_.lobby.unsubscribe(session, game.value_or(""));
    }
}

/// Subscribes a session of before the server was started again to what its client says it followed, as far
/// as it might come in now.
void Router::follow_anew(const std::shared_ptr<Session>& session,
                         const std::map<std::string, std::int64_t>& streams) {
    for (const auto& [key, seen] : streams) {
        if (const auto id = id_in("room:", key)) {
            if (const auto room = services_.rooms.find({*id})) room->let_back_in(session);
        } else if (const auto match = id_in("match:", key)) {
            if (const auto room = services_.rooms.find_by_match({*match})) room->let_back_to_match(session);
        } else if (key == "lobby") {
            services_.lobby.subscribe(session, "");
        } else if (const auto game = id_in("lobby:", key); game && engine::find_game(*game)) {
            services_.lobby.subscribe(session, *game);
        }
    }
}

void Router::restore(const std::vector<FoundSession>& found) {
    std::map<PlayerId, std::vector<std::shared_ptr<Session>>> of_player;
    for (const FoundSession& one : found) {
        const auto session = make_session(one.player, one.session.id);
        session->restore({one.session.token_hash, one.session.previous_token_hash});
        of_player[one.player.id].push_back(session);
    }
    // Their chairs are kept for them as long as their sessions are.
    const auto admit = [&](const std::shared_ptr<Room>& room, const PlayerId& player) {
        const auto sessions = of_player.find(player);
        if (sessions == of_player.end()) return;
        for (const auto& session : sessions->second) room->admit(session);
    };
    for (const auto& [id, room] : services_.rooms.all()) {
        admit(room, room->settings().host);
        for (const StoredChair& chair : room->settings().chairs) admit(room, chair.player);
        if (!room->match()) continue;
        for (const MatchSeat& seat : room->match()->setup().seats) admit(room, seat.player);
    }
}

}  // namespace pentad::server
