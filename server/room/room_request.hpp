#pragma once

#include <memory>

#include "protocol/messages.hpp"
#include "server/base/executor.hpp"
#include "server/session/session.hpp"

namespace pentad::server {

/// A client's request and who sent it.
struct RoomRequest {
    std::shared_ptr<Session> session;
    protocol::Request request;
    ServerTime at{};  ///< when its last byte was read
    /// The same moment, finer, to measure how long it takes.
    std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();

    void reply(protocol::OkBody body) const { session->reply({request.id, std::move(body)}); }
    void refuse(protocol::ErrorCode code, std::string text = {}) const {
        session->refuse(request.id, code, std::move(text));
    }
};

/// For a handler that has nothing to wait for.
inline Awaitable<void> already_handled() { co_return; }

}  // namespace pentad::server
