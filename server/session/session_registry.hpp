#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/config/config.hpp"
#include "server/session/name_registry.hpp"
#include "server/session/player_records.hpp"
#include "server/session/session.hpp"

namespace pentad::server {

/// What follows from what becomes of sessions. On the I/O thread.
class SessionListener {
  public:
    virtual ~SessionListener() = default;
    /// It has a connection now, or has lost it.
    virtual void connection_changed(const std::shared_ptr<Session>& session) = 0;
    /// It has ended; its player does not come back to it.
    virtual void session_over(const std::shared_ptr<Session>& session) = 0;
    /// The number of people with a connection; bots are not counted.
    virtual void people_changed(int people) = 0;
};

/// All sessions, with or without a connection. On the I/O thread.
class SessionRegistry {
  public:
    using Sessions = std::vector<std::shared_ptr<Session>>;

    /// REQUIRES: all of them outlive this. Settings that change while the server runs take effect at once.
    SessionRegistry(const Config& config, PlayerRecords& records, NameRegistry& names, Metrics& metrics);

    /// REQUIRES: the listener outlives this. Without one nothing follows.
    void listen(SessionListener& listener) { listener_ = &listener; }

    /// A session without a connection. Its player is shown by their own name, or, where somebody else who is
    /// here has it, by that name with a number.
    std::shared_ptr<Session> create(const StoredPlayer& player, SessionId id = {random_id("s_")});
    /// nullptr: there is no such session.
    std::shared_ptr<Session> find(const SessionId& id) const;
    Sessions all() const;
    Sessions of(const PlayerId& player) const;
    std::size_t size() const { return sessions_.size(); }

    /// Are there as many sessions as allowed, all of them connected? Then nobody new is let in.
    bool full() const;
    /// May one more session begin? At the limit, those that lost their connection first end for it.
    bool make_place();
    /// Is the name free, or held only by a player who is gone and sits nowhere? Then it is taken from them.
    bool free_name(const std::string& name);

    /// An older connection of the session is told that it is superseded, and closed.
    void attach(Session& session, const std::shared_ptr<Connection>& connection);
    /// Tells the listener that a session was attached or detached.
    void connection_changed(const std::shared_ptr<Session>& session);
    void end(const std::shared_ptr<Session>& session);
    /// Closes the connection with this code and ends the session.
    void send_away(const std::shared_ptr<Session>& session, std::uint16_t code, std::string_view reason);
    /// Ends the player's other sessions as superseded.
    void end_others(const Session& kept);
    /// Ends the sessions that have been without a connection for too long.
    void sweep(ServerTime now);

  private:
    static void supersede(Session& session);
    void count(const Session& session);

    const Config& config_;
    PlayerRecords& records_;
    NameRegistry& names_;
    Metrics& metrics_;
    SessionListener* listener_ = nullptr;
    std::unordered_map<SessionId, std::shared_ptr<Session>> sessions_;
    std::unordered_map<PlayerId, Sessions> by_player_;
    /// People with a connection, and in which sessions: several tabs are one person.
    std::unordered_map<PlayerId, std::unordered_set<SessionId>> people_here_;
};

/// Sends all of the player's sessions away; how many there were.
int send_player_away(SessionRegistry& sessions, const PlayerId& player, std::uint16_t code,
                     std::string_view reason);

/// Sends a `server.notice` to all of them.
void notify(const SessionRegistry::Sessions& sessions, protocol::NoticeKind kind, std::string text);

}  // namespace pentad::server
