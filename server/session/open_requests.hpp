#pragma once

#include <functional>
#include <map>
#include <set>

#include "protocol/messages.hpp"

namespace pentad::server {

/// The requests of a session that are not answered yet, those of its connection and of older ones. On the I/O
/// thread.
class OpenRequests {
  public:
    /// Marks a request as open; false if one with this id is still unanswered.
    bool begin(const protocol::RequestId& id);
    /// The request is done. True when its answer is for the client that is connected.
    bool finish(const protocol::RequestId& id);
    /// The session has another connection: what is open belongs to the older one.
    void connection_replaced();

    /// Is a request of an older connection with this id still worked on, and nothing waits for it yet? Then a
    /// new one has to wait, or it would get the old one's answer.
    bool older_is_open(const protocol::RequestId& id) const;
    /// Calls `go_on` once, when the older request is done; not if the connection is replaced before.
    /// REQUIRES: older_is_open(id).
    void when_older_is_done(const protocol::RequestId& id, std::function<void()> go_on);

  private:
    std::set<protocol::RequestId> open_;
    /// Requests of older connections that are still worked on, and what waits for each.
    std::map<protocol::RequestId, std::function<void()>> older_;
};

}  // namespace pentad::server
