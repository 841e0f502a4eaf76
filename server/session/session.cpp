#include "server/session/session.hpp"

#include "server/metrics/metrics.hpp"

namespace pentad::server {

Bytes to_bytes(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

void Session::attach(std::shared_ptr<Connection> connection) {
    requests_.connection_replaced();
    connection_ = std::move(connection);
    if (connection_) address_ = connection_->address();
    tokens_.attached();
    said_bye_ = false;
}

void Session::detach() {
    connection_ = nullptr;
    left_ = ServerClock::now();
}

void Session::send(const Bytes& message) {
    if (connection_) connection_->send(message);
}

void Session::reply(protocol::Ok ok) {
    if (requests_.finish(ok.re)) send(to_bytes(protocol::encode(ok)));
}

void Session::reply(protocol::ErrorReply error) {
    if (error.re && !requests_.finish(*error.re)) return;
    if (metrics_ != nullptr) metrics_->refused(protocol::name(error.code));
    send(to_bytes(protocol::encode(error)));
}

void Session::refuse(const protocol::RequestId& id, protocol::ErrorCode code, std::string message) {
    reply(protocol::ErrorReply{id, code, std::move(message), {}});
}

void Session::restore(ResumeTokens::Hashes hashes) {
    tokens_.restore(std::move(hashes));
    restored_ = true;
}

}  // namespace pentad::server
