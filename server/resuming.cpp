#include <algorithm>

#include "server/router.hpp"

// The router's part that brings a session that came back up to date.
namespace pentad::server {

namespace {

/// Half of what a link may have waiting; a client that misses more than that subscribes again.
constexpr std::size_t max_messages = Link::max_waiting_messages / 2;
constexpr std::size_t max_bytes = Link::max_waiting_bytes / 2;

/// What will be pushed, within its bounds.
class CatchUp {
  public:
    CatchUp(Session& session, std::map<std::string, protocol::Resumed>& resumed)
        : session_(session), resumed_(resumed) {}

    /// Everything after `seen` if that is still there, or else what `snapshot` makes.
    void follow(const std::string& key, const Stream* stream, std::optional<std::int64_t> seen,
                const std::function<protocol::Event()>& snapshot) {
        resumed_[key] = protocol::Resumed::gone;
        if (stream == nullptr || !stream->has(session_)) return;
        if (auto missed = seen ? stream->missed(session_, *seen) : std::nullopt) {
            if (add(std::move(*missed))) resumed_[key] = protocol::Resumed::replay;
            return;
        }
        protocol::Event event = snapshot();
        event.seq = stream->seq();
        event.ts = to_wire(ServerClock::now());
        if (add({to_bytes(protocol::encode(event))})) resumed_[key] = protocol::Resumed::snapshot;
    }

    std::vector<Bytes> take() { return std::move(pushed_); }

  private:
    bool add(std::vector<Bytes> messages) {
        std::size_t bytes = bytes_;
        for (const Bytes& one : messages) bytes += one->size();
        if (pushed_.size() + messages.size() > max_messages || bytes > max_bytes) return false;
        bytes_ = bytes;
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

std::vector<Bytes> Router::resume(Session& session, const std::map<std::string, std::int64_t>& streams,
                                  std::map<std::string, protocol::Resumed>& resumed) {
    CatchUp catch_up(session, resumed);
    for (const auto& [key, seen] : streams) resumed[key] = protocol::Resumed::gone;
    const auto follow_match = [&](const std::string& id, std::optional<std::int64_t> seen) {
        const auto room = services_.rooms.find_by_match({id});
        catch_up.follow("match:" + id, room && room->table() ? &room->table()->stream() : nullptr, seen, [&] {
            protocol::Event event;
            event.match = id;
            event.body = room->table()->snapshot(session, true);
            return event;
        });
    };
    // Rooms before their matches: a match may have begun meanwhile, of which the client knows no stream.
    std::vector<std::string> begun;
    for (const auto& [key, seen] : streams) {
        const auto id = id_in("room:", key);
        if (!id) continue;
        const auto room = services_.rooms.find({*id});
        catch_up.follow(key, room ? &room->room_stream() : nullptr, seen, [&] {
            protocol::Event event;
            event.room = *id;
            event.body = room->full_snapshot();
            return event;
        });
        if (room && room->table() && room->table()->stream().has(session))
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
            event.body = services_.lobby.full_snapshot(*game);
            return event;
        });
    }
    return catch_up.take();
}

}  // namespace pentad::server
