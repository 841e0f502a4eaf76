#include "server/session/open_requests.hpp"

#include <cassert>
#include <utility>

namespace pentad::server {

bool OpenRequests::begin(const protocol::RequestId& id) {
    const auto older = older_.find(id);
    if (older != older_.end() && older->second) return false;
    return open_.insert(id).second;
}

bool OpenRequests::finish(const protocol::RequestId& id) {
    const auto older = older_.find(id);
    if (older == older_.end()) return open_.erase(id) > 0;
    const std::function<void()> go_on = std::move(older->second);
    older_.erase(older);
    if (go_on) go_on();
    return false;
}

void OpenRequests::connection_replaced() {
    for (auto& [id, go_on] : older_) go_on = nullptr;
    for (const protocol::RequestId& id : open_) older_.emplace(id, nullptr);
    open_.clear();
}

bool OpenRequests::older_is_open(const protocol::RequestId& id) const {
    const auto older = older_.find(id);
    return older != older_.end() && !older->second;
}

void OpenRequests::when_older_is_done(const protocol::RequestId& id, std::function<void()> go_on) {
    assert(older_is_open(id));
    older_.at(id) = std::move(go_on);
}

}  // namespace pentad::server
