#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "protocol/events.hpp"
#include "server/session/event_stream.hpp"

namespace pentad::server {

/// The streams of one kind, each of which has a key such as `room:r_7`. The calls below but the first two are
/// for its own keys. On the I/O thread.
class StreamSource {
  public:
    virtual ~StreamSource() = default;

    virtual bool has_key(const std::string& key) const = 0;
    /// Adds each stream that the session gets, with the number of its last event.
    virtual void add_streams(const Session& session, std::map<std::string, std::int64_t>& seqs) const = 0;
    /// The stream as this session gets it; nullptr: there is none.
    virtual const EventStream* find(const Session& session, const std::string& key) const = 0;
    /// The event that shows the session what it would have, had it taken all events. REQUIRES: it is
    /// subscribed.
    virtual protocol::Event snapshot(const Session& session, const std::string& key) = 0;
    virtual void unsubscribe(const Session& session, const std::string& key) = 0;
    /// For a session from before the server was restarted: subscribes it if it may still follow the stream.
    virtual void resubscribe(const std::shared_ptr<Session>& session, const std::string& key) = 0;

  protected:
    /// The id in a key such as `room:r_7`. REQUIRES: the key begins with the prefix.
    static std::string id_in(const std::string& key, std::string_view prefix) {
        return key.substr(prefix.size());
    }
};

}  // namespace pentad::server
