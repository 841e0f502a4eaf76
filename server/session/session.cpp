#include "server/session/session.hpp"

#include <cassert>

#include "server/metrics/metrics.hpp"

namespace pentad::server {

Bytes to_bytes(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

void Session::attach(std::shared_ptr<Connection> connection) {
    for (auto& [id, go_on] : older_requests_) go_on = nullptr;
    for (const protocol::RequestId& id : open_requests_) older_requests_.emplace(id, nullptr);
    open_requests_.clear();
    connection_ = std::move(connection);
    if (connection_) address_ = connection_->address();
    token_under_way_ = false;
    said_bye_ = false;
}

void Session::detach() {
    connection_ = nullptr;
    left_ = ServerClock::now();
}

void Session::send(const Bytes& message) {
    if (connection_) connection_->send(message);
}

bool Session::begin(const protocol::RequestId& id) {
    const auto older = older_requests_.find(id);
    if (older != older_requests_.end() && older->second) return false;
    return open_requests_.insert(id).second;
}

bool Session::older_is_open(const protocol::RequestId& id) const {
    const auto older = older_requests_.find(id);
    return older != older_requests_.end() && !older->second;
}

void Session::when_older_is_done(const protocol::RequestId& id, std::function<void()> go_on) {
    assert(older_is_open(id));
    older_requests_.at(id) = std::move(go_on);
}

bool Session::finish(const protocol::RequestId& id) {
    const auto older = older_requests_.find(id);
    if (older == older_requests_.end()) return open_requests_.erase(id) > 0;
    const std::function<void()> go_on = std::move(older->second);
    older_requests_.erase(older);
    if (go_on) go_on();
    return false;
}

void Session::reply(protocol::Ok ok) {
    if (finish(ok.re)) send(to_bytes(protocol::encode(ok)));
}

void Session::reply(protocol::ErrorReply error) {
    if (error.re && !finish(*error.re)) return;
    if (metrics_ != nullptr) metrics_->refused(protocol::name(error.code));
    send(to_bytes(protocol::encode(error)));
}

void Session::refuse(const protocol::RequestId& id, protocol::ErrorCode code, std::string message) {
    reply(protocol::ErrorReply{id, code, std::move(message), {}});
}

std::string Session::rotate_token(std::string_view used) {
    previous_token_hash_ = used.empty() ? std::string() : server::token_hash(used);
    std::string token = random_token();
    token_hash_ = server::token_hash(token);
    token_under_way_ = true;
    return token;
}

bool Session::confirm_token() {
    if (token_under_way_ || previous_token_hash_.empty()) return false;
    previous_token_hash_.clear();
    return true;
}

void Session::restore(TokenHashes hashes) {
    token_hash_ = std::move(hashes.newest);
    previous_token_hash_ = std::move(hashes.previous);
    restored_ = true;
}

bool Session::accepts_token(std::string_view token) const {
    const std::string hash = server::token_hash(token);
    const bool current = equal_in_constant_time(hash, token_hash_);
    const bool previous = equal_in_constant_time(hash, previous_token_hash_);
    return current || previous;
}

}  // namespace pentad::server
