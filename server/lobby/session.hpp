#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "protocol/codec.hpp"
#include "server/ids.hpp"
#include "server/net/link.hpp"
#include "server/server_time.hpp"

namespace pentad::server {

Bytes to_bytes(std::string text);

/// One tab or terminal of a player. It outlives its link, so that a client whose network breaks can come
/// back to it. On the I/O thread.
class Session {
  public:
    Session(SessionId id, protocol::Player player) : id_(std::move(id)), player_(std::move(player)) {}

    const SessionId& id() const { return id_; }
    const protocol::Player& player() const { return player_; }
    PlayerId player_id() const { return {player_.id}; }

    bool connected() const { return link_ != nullptr; }
    const std::shared_ptr<Link>& link() const { return link_; }
    /// Requests of the older link that were not answered are forgotten with it.
    void attach(std::shared_ptr<Link> link);
    void detach();
    /// When the link was lost. REQUIRES: !connected().
    ServerTime left() const { return left_; }

    /// Does nothing without a link: whoever comes back asks for what was missed.
    void send(const Bytes& message);

    /// Marks a request as open; false if one with this id is still unanswered.
    bool begin(const protocol::RequestId& id);
    void reply(protocol::Ok ok);
    void reply(protocol::ErrorReply error);
    void refuse(const protocol::RequestId& id, protocol::ErrorCode code, std::string message = {});

    /// A fresh token for resuming; the one before stays good until confirm_token.
    std::string rotate_token();
    bool accepts_token(std::string_view token) const;
    void confirm_token() { previous_token_hash_.clear(); }

    /// Rooms to tell when the link or the session goes.
    std::set<RoomId>& rooms() { return rooms_; }

  private:
    void finish(const protocol::RequestId& id);

    const SessionId id_;
    const protocol::Player player_;
    std::shared_ptr<Link> link_;
    ServerTime left_{};
    std::vector<protocol::RequestId> open_requests_;
    std::string token_hash_;
    std::string previous_token_hash_;
    std::set<RoomId> rooms_;
};

}  // namespace pentad::server
