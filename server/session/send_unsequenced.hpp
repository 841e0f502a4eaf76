#pragma once

#include <utility>

#include "server/session/session.hpp"

namespace pentad::server {

/// Sends an event to one session, without a number on any stream: for a session that does not follow the
/// stream on which the others get it. On the I/O thread.
inline void send_unsequenced(Session& session, protocol::Event event, ServerTime now) {
    event.ts = to_wire(now);
    session.send(to_bytes(protocol::encode(event)));
}

}  // namespace pentad::server
