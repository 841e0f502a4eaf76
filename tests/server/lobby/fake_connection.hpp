#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "server/session/session.hpp"

namespace pentad::server {

/// A connection that keeps what is sent over it.
class FakeConnection final : public Connection {
  public:
    void send(Bytes message) override { sent.push_back(*message); }
    void close(std::uint16_t code, std::string_view) override { closed_with = code; }
    const std::string& address() const override { return address_; }

    std::vector<std::string> sent;
    std::uint16_t closed_with = 0;

  private:
    const std::string address_ = "127.0.0.1";
};

inline std::shared_ptr<Session> new_session(const std::string& name) {
    return std::make_shared<Session>(SessionId{"s_" + name},
                                     protocol::Player{"p_" + name, name, protocol::PlayerKind::human});
}

}  // namespace pentad::server
