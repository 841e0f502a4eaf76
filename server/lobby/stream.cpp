#include "server/lobby/stream.hpp"

#include <algorithm>

namespace pentad::server {

bool Stream::has(const Session& session) const {
    return std::any_of(subscribers_.begin(), subscribers_.end(),
                       [&](const auto& one) { return one.get() == &session; });
}

void Stream::subscribe(std::shared_ptr<Session> session) {
    if (!has(*session)) subscribers_.push_back(std::move(session));
}

void Stream::unsubscribe(const Session& session) {
    std::erase_if(subscribers_, [&](const auto& one) { return one.get() == &session; });
}

void Stream::stamp(protocol::Event& event) const {
    event.seq = seq_;
    event.ts = to_wire(ServerClock::now());
}

void Stream::publish(protocol::Event event) {
    ++seq_;
    if (subscribers_.empty()) return;
    stamp(event);
    const Bytes bytes = to_bytes(protocol::encode(event));
    for (const auto& session : subscribers_) session->send(bytes);
}

void Stream::publish(protocol::Event plain, protocol::Event special,
                     const std::function<bool(const Session&)>& wants) {
    ++seq_;
    Bytes encoded[2];
    protocol::Event* events[2] = {&plain, &special};
    for (const auto& session : subscribers_) {
        const int which = wants(*session) ? 1 : 0;
        if (!encoded[which]) {
            stamp(*events[which]);
            encoded[which] = to_bytes(protocol::encode(*events[which]));
        }
        session->send(encoded[which]);
    }
}

void Stream::publish_each(const std::function<protocol::Event(const Session&)>& make) {
    ++seq_;
    for (const auto& session : subscribers_) {
        protocol::Event event = make(*session);
        stamp(event);
        session->send(to_bytes(protocol::encode(event)));
    }
}

}  // namespace pentad::server
