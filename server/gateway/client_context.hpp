#pragma once

#include <memory>
#include <string>

#include "server/session/session.hpp"

namespace pentad::server {

/// Who sent a request, and how it is answered.
struct ClientContext {
    const std::shared_ptr<Session>& session;
    protocol::RequestId id;
    ServerTime at{};               ///< when the request's last byte was read
    std::size_t extra_frames = 0;  ///< what the request costs beyond its own frame

    void reply(protocol::OkBody body) const { session->reply({id, std::move(body)}); }
    void refuse(protocol::ErrorCode code, std::string text = {}) const {
        session->refuse(id, code, std::move(text));
    }
    void refuse(protocol::ErrorReply error) const {
        error.re = id;
        session->reply(std::move(error));
    }
};

}  // namespace pentad::server
