#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "server/lobby/session.hpp"

namespace pentad::server {

/// A numbered sequence of events and those who get them. Every subscriber gets every number once: the state
/// that a snapshot shows is that of seq(), the next event is seq() + 1. On the I/O thread.
class Stream {
  public:
    std::int64_t seq() const { return seq_; }
    const std::vector<std::shared_ptr<Session>>& subscribers() const { return subscribers_; }
    bool has(const Session& session) const;

    void subscribe(std::shared_ptr<Session> session);
    void unsubscribe(const Session& session);

    /// The same bytes for everybody.
    void publish(protocol::Event event);

    /// Two encodings at most: `special` for those that `wants` picks, `plain` for the others.
    void publish(protocol::Event plain, protocol::Event special,
                 const std::function<bool(const Session&)>& wants);

    /// One encoding for each receiver; for rare events that differ much.
    void publish_each(const std::function<protocol::Event(const Session&)>& make);

  private:
    void stamp(protocol::Event& event) const;

    std::int64_t seq_ = 0;
    std::vector<std::shared_ptr<Session>> subscribers_;
};

}  // namespace pentad::server
