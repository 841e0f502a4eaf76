#include "server/gateway/session_events.hpp"

namespace pentad::server {

void SessionEvents::connection_changed(const std::shared_ptr<Session>& session) {
    if (!session->connected()) matchmaker_.leave(*session);
    for (const RoomId& id : session->rooms())
        if (const auto room = rooms_.find(id)) room->submit(ConnectionChanged{session});
    external_bots_.connection_changed(session);
}

void SessionEvents::session_over(const std::shared_ptr<Session>& session) {
    lobby_.unsubscribe_all(*session);
    external_bots_.remove(*session);
    matchmaker_.leave(*session);
    handovers_.forget(session->id());
    // A room takes itself out of the session's while this goes on.
    const std::set<RoomId> rooms = session->rooms();
    for (const RoomId& id : rooms)
        if (const auto room = rooms_.find(id)) room->submit(SessionOver{session});
}

}  // namespace pentad::server
