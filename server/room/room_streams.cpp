#include "server/room/room_streams.hpp"

namespace pentad::server {

std::shared_ptr<Room> RoomStreams::room(const std::string& key) const {
    return rooms_.find({id_in(key, "room:")});
}

void RoomStreams::add_streams(const Session& session, std::map<std::string, std::int64_t>& seqs) const {
    for (const RoomId& id : session.rooms())
        if (const auto room = rooms_.find(id); room && room->room_stream().has(session))
            seqs["room:" + id.text] = room->room_stream().seq();
}

const EventStream* RoomStreams::find(const Session&, const std::string& key) const {
    const auto found = room(key);
    return found ? &found->room_stream() : nullptr;
}

protocol::Event RoomStreams::snapshot(const Session& session, const std::string& key) {
    protocol::Event event;
    event.room = id_in(key, "room:");
    event.body = room(key)->full_snapshot(session.player_id());
    return event;
}

void RoomStreams::unsubscribe(const Session& session, const std::string& key) {
    if (const auto found = room(key)) found->unsubscribe(session);
}

void RoomStreams::resubscribe(const std::shared_ptr<Session>& session, const std::string& key) {
    if (const auto found = room(key)) found->let_back_in(session);
}

std::shared_ptr<Room> MatchStreams::room(const std::string& key) const {
    return rooms_.find_by_match({id_in(key, "match:")});
}

void MatchStreams::add_streams(const Session& session, std::map<std::string, std::int64_t>& seqs) const {
    for (const RoomId& id : session.rooms()) {
        const auto room = rooms_.find(id);
        if (!room || !room->live_match()) continue;
        const EventStream& stream = room->live_match()->stream_for(session);
        if (stream.has(session)) seqs["match:" + room->match()->setup().id.text] = stream.seq();
    }
}

const EventStream* MatchStreams::find(const Session& session, const std::string& key) const {
    const auto found = room(key);
    return found && found->live_match() ? &found->live_match()->stream_for(session) : nullptr;
}

protocol::Event MatchStreams::snapshot(const Session& session, const std::string& key) {
    protocol::Event event;
    event.match = id_in(key, "match:");
    event.body = room(key)->live_match()->snapshot(session, true);
    return event;
}

void MatchStreams::unsubscribe(const Session& session, const std::string& key) {
    if (const auto found = room(key)) found->unsubscribe_from_match(session);
}

void MatchStreams::resubscribe(const std::shared_ptr<Session>& session, const std::string& key) {
    if (const auto found = room(key)) found->let_back_to_match(session);
}

}  // namespace pentad::server
