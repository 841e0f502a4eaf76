#pragma once

#include <utility>

#include "server/session/session.hpp"

namespace pentad::server {

/// To one session alone, without a number on any stream: for who does not follow the stream on which the
/// others hear it. On the I/O thread.
inline void send_unsequenced(Session& session, protocol::Event event, ServerTime now) {
    event.ts = to_wire(now);
    session.send(to_bytes(protocol::encode(event)));
}

}  // namespace pentad::server
