#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "protocol/codec.hpp"
#include "server/base/ids.hpp"
#include "server/base/server_clock.hpp"
#include "server/net/connection.hpp"
#include "server/session/open_requests.hpp"
#include "server/session/resume_tokens.hpp"

namespace pentad::server {

class Metrics;

Bytes to_bytes(std::string text);

/// One tab or terminal of a player. It outlives its connection, so that a client whose network breaks can
/// resume it. On the I/O thread.
class Session {
  public:
    /// A session in this many rooms may watch no further one. Each costs something with every ping, and the
    /// streams of all have to fit into one hello that resumes.
    static constexpr std::size_t max_watched = 100;

    Session(SessionId id, protocol::Player player) : id_(std::move(id)), player_(std::move(player)) {}

    const SessionId& id() const { return id_; }
    const protocol::Player& player() const { return player_; }
    PlayerId player_id() const { return {player_.id}; }

    /// Counts each refusal there. REQUIRES: `metrics` outlives this.
    void count_refusals(Metrics& metrics) { metrics_ = &metrics; }

    bool connected() const { return connection_ != nullptr; }
    const std::shared_ptr<Connection>& connection() const { return connection_; }
    /// Of the connection, or of the last one; empty when there was none since the server started.
    const std::string& address() const { return address_; }
    /// Requests of the older connection are not answered any more: a client that resumes asks again.
    void attach(std::shared_ptr<Connection> connection);
    void detach();
    /// The player has said that they leave. Forgotten once they are back.
    void say_bye() { said_bye_ = true; }
    bool said_bye() const { return said_bye_; }
    /// When the connection was lost. REQUIRES: !connected().
    ServerTime left() const { return left_; }

    /// Does nothing without a connection: a client that resumes gets what it missed.
    void send(const Bytes& message);

    OpenRequests& requests() { return requests_; }
    /// Answers an open request. Does nothing for one that was answered or whose connection is gone.
    void reply(protocol::Ok ok);
    void reply(protocol::ErrorReply error);
    void refuse(const protocol::RequestId& id, protocol::ErrorCode code, std::string message = {});

    ResumeTokens& tokens() { return tokens_; }
    const ResumeTokens& tokens() const { return tokens_; }
    /// Makes it the session that it was before a restart. It has to subscribe again to what it followed.
    void restore(ResumeTokens::Hashes hashes);
    /// True once, after restore().
    bool follows_anew() { return std::exchange(restored_, false); }

    /// It cannot be resumed any more.
    void end() { over_ = true; }
    bool over() const { return over_; }

    /// The rooms to tell when the connection or the session goes.
    std::set<RoomId>& rooms() { return rooms_; }
    const std::set<RoomId>& rooms() const { return rooms_; }

  private:
    const SessionId id_;
    const protocol::Player player_;
    std::shared_ptr<Connection> connection_;
    std::string address_;
    ServerTime left_{};
    bool said_bye_ = false;
    bool over_ = false;
    OpenRequests requests_;
    ResumeTokens tokens_;
    bool restored_ = false;
    std::set<RoomId> rooms_;
    Metrics* metrics_ = nullptr;
};

}  // namespace pentad::server
