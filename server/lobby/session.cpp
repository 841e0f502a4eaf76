#include "server/lobby/session.hpp"

#include <algorithm>

namespace pentad::server {

Bytes to_bytes(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

void Session::attach(std::shared_ptr<Link> link) {
    open_requests_.clear();
    link_ = std::move(link);
}

void Session::detach() {
    link_ = nullptr;
    left_ = ServerClock::now();
}

void Session::send(const Bytes& message) {
    if (link_) link_->send(message);
}

bool Session::begin(const protocol::RequestId& id) {
    if (std::find(open_requests_.begin(), open_requests_.end(), id) != open_requests_.end()) return false;
    open_requests_.push_back(id);
    return true;
}

void Session::finish(const protocol::RequestId& id) {
    const auto found = std::find(open_requests_.begin(), open_requests_.end(), id);
    if (found != open_requests_.end()) open_requests_.erase(found);
}

void Session::reply(protocol::Ok ok) {
    finish(ok.re);
    send(to_bytes(protocol::encode(ok)));
}

void Session::reply(protocol::ErrorReply error) {
    if (error.re) finish(*error.re);
    send(to_bytes(protocol::encode(error)));
}

void Session::refuse(const protocol::RequestId& id, protocol::ErrorCode code, std::string message) {
    reply(protocol::ErrorReply{id, code, std::move(message), {}});
}

std::string Session::rotate_token() {
    std::string token = random_token();
    previous_token_hash_ = std::move(token_hash_);
    token_hash_ = server::token_hash(token);
    return token;
}

bool Session::accepts_token(std::string_view token) const {
    const std::string hash = server::token_hash(token);
    return hash == token_hash_ || (!previous_token_hash_.empty() && hash == previous_token_hash_);
}

}  // namespace pentad::server
