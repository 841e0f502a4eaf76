#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "protocol/codec.hpp"
#include "server/base/ids.hpp"
#include "server/base/server_clock.hpp"
#include "server/net/connection.hpp"

namespace pentad::server {

class Metrics;

Bytes to_bytes(std::string text);

/// One tab or terminal of a player. It outlives its connection, so that a client whose network breaks can
/// come back to it. On the I/O thread.
class Session {
  public:
    /// Who is in this many rooms comes into no other one to watch. Each costs something with every ping, and
    /// the streams of all fit into one hello that resumes.
    static constexpr std::size_t max_watched = 100;

    Session(SessionId id, protocol::Player player) : id_(std::move(id)), player_(std::move(player)) {}

    const SessionId& id() const { return id_; }
    const protocol::Player& player() const { return player_; }
    PlayerId player_id() const { return {player_.id}; }

    /// Each refusal is counted there. REQUIRES: they outlive this.
    void count_refusals(Metrics& metrics) { metrics_ = &metrics; }

    bool connected() const { return connection_ != nullptr; }
    const std::shared_ptr<Connection>& connection() const { return connection_; }
    /// The connection's, or that of the last one; empty when there was none since the server was started.
    const std::string& address() const { return address_; }
    /// Answers to requests of the older connection are not sent any more: whoever comes back asks again.
    void attach(std::shared_ptr<Connection> connection);
    void detach();
    /// The player has said that he leaves; until he is back.
    void say_bye() { said_bye_ = true; }
    bool said_bye() const { return said_bye_; }
    /// When the connection was lost. REQUIRES: !connected().
    ServerTime left() const { return left_; }

    /// Does nothing without a connection: whoever comes back asks for what was missed.
    void send(const Bytes& message);

    /// Marks a request as open; false if one with this id is still unanswered.
    bool begin(const protocol::RequestId& id);
    /// While an older connection's request with this id is being worked on, a new one has to wait, or it
    /// would get the old one's answer. Then this is true, and `go_on` is called, once, when it may begin; not
    /// if the connection is replaced before. Only for an id that no other request waits for.
    bool waits_for_older(const protocol::RequestId& id, std::function<void()> go_on);
    /// Answers an open request; does nothing for any other, whose connection is gone or which was answered.
    void reply(protocol::Ok ok);
    void reply(protocol::ErrorReply error);
    void refuse(const protocol::RequestId& id, protocol::ErrorCode code, std::string message = {});

    /// A fresh token for resuming, for the connection that attach() is called with next. The one that the
    /// client came with stays good until confirm_token: it may never hear of the new one.
    std::string rotate_token(std::string_view used = {});
    /// In constant time.
    bool accepts_token(std::string_view token) const;
    /// The client has spoken on its connection, so it knows its newest token. True when another one was good
    /// until now.
    bool confirm_token();

    /// What is stored of the tokens: the hash of the newest and, while it is good, of the one before.
    struct TokenHashes {
        std::string newest;
        std::string previous;
    };
    TokenHashes token_hashes() const { return {token_hash_, previous_token_hash_}; }
    /// A session as it was before the server was started again; what it followed it has to follow anew.
    void restore(TokenHashes hashes);
    /// True once, after restore().
    bool follows_anew() { return std::exchange(restored_, false); }

    /// Nobody comes back to it.
    void end() { over_ = true; }
    bool over() const { return over_; }

    /// RoomRegistry to tell when the connection or the session goes.
    std::set<RoomId>& rooms() { return rooms_; }

  private:
    /// True when the answer is for the client.
    bool finish(const protocol::RequestId& id);

    const SessionId id_;
    const protocol::Player player_;
    std::shared_ptr<Connection> connection_;
    std::string address_;
    ServerTime left_{};
    bool said_bye_ = false;
    bool over_ = false;
    std::set<protocol::RequestId> open_requests_;
    /// Requests of older connections that are still worked on, and who waits for that.
    std::map<protocol::RequestId, std::function<void()>> older_requests_;
    std::string token_hash_;
    std::string previous_token_hash_;
    bool token_under_way_ = false;  ///< made for a connection that is not attached yet
    bool restored_ = false;
    std::set<RoomId> rooms_;
    Metrics* metrics_ = nullptr;
};

}  // namespace pentad::server
