#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "protocol/codec.hpp"
#include "tests/support/promise.hpp"

namespace pentad::testing {

/// What one session of a client knows: the streams that it follows and the state that they show. It is told
/// everything that the client says and hears, in that order, and throws BrokenPromise where the server does
/// not keep what PROTOCOL promises: each request gets one answer; no stream has a gap, a double or an event
/// that nobody asked for; a snapshot goes on where the events before it ended; a turn follows the one before
/// and a hash is that of its position; a match ends once and is quiet after that; a moveId is decided once.
/// Knows no transport and no rules. Not thread-safe.
class ClientModel {
  public:
    /// What the client is about to send. One whose id is still open has to be refused with `duplicate_id`.
    void sent(const protocol::Request& request);

    struct Answer {
        protocol::Request request;
        tl::expected<std::string, protocol::ErrorReply> data;  ///< as in OkReply::data_json
    };
    /// The request that the reply answers. REQUIRES: an OkReply or an ErrorReply.
    Answer answered(protocol::ServerMessage reply);
    void heard(const protocol::Event& event);

    /// From now on only answers are checked, and nothing is known of what they bring.
    void count_answers_only() { answers_only_ = true; }
    bool counts_answers_only() const { return answers_only_; }
    std::size_t open_requests() const { return open_.size(); }
    bool is_open(const protocol::RequestId& id) const { return open_.contains(id); }

    /// The link is another one: what was asked on the old one is not answered any more.
    void new_connection();
    /// The answer to a resume with seen().
    void resumed(const std::map<std::string, protocol::Resumed>& streams);

    /// Stream -> number of the last event seen.
    const std::map<std::string, std::int64_t>& seen() const { return seen_; }
    bool is_healing(const std::string& stream) const { return healing_.contains(stream); }
    void follow(const std::string& stream, std::int64_t seq) { seen_[stream] = seq; }
    void unfollow(const std::string& stream) { seen_.erase(stream); }

    /// A match as far as this client has seen it.
    struct SeenMatch {
        protocol::MatchSnapshot now;
        std::vector<std::string> moves;  ///< that came as events
    };
    const std::map<std::string, SeenMatch>& matches() const { return matches_; }
    const std::map<std::string, protocol::RoomSnapshot>& rooms() const { return rooms_; }
    /// By game; "" is the whole lobby.
    const std::map<std::string, protocol::LobbySnapshot>& lobbies() const { return lobbies_; }
    /// The player, so that what only others may read is noticed.
    void is_player(const std::string& id) { player_ = id; }

    SeenMatch& match(const std::string& id) { return matches_.at(id); }

  private:
    struct Played {
        protocol::MovePlay play;
        protocol::MoveAccepted told;
    };
    void follow_from_reply(const std::string& stream, std::int64_t seq);
    void answered(const protocol::Request& request, const std::string& data);
    void moved(const protocol::Request& request, const protocol::MoveAccepted& told);
    void number(const protocol::Event& event);
    void show(const std::string& match, protocol::MatchSnapshot snapshot);
    void leave_room(const std::string& room);
    void change(const std::string& match, const protocol::EventBody& body);
    void change(protocol::LobbySnapshot& lobby, const protocol::LobbyDelta& delta) const;
    void check_chat(const protocol::Event& event, const protocol::ChatLine& line) const;

    std::string player_;
    bool answers_only_ = false;
    std::map<protocol::RequestId, protocol::Request> open_;
    std::map<protocol::RequestId, int> repeated_;  ///< requests with the id of an open one
    std::map<std::string, std::int64_t> seen_;
    std::set<std::string> healing_;  ///< streams of which a snapshot has to come next
    std::map<std::string, SeenMatch> matches_;
    std::map<std::string, protocol::RoomSnapshot> rooms_;
    std::map<std::string, protocol::LobbySnapshot> lobbies_;
    std::map<std::pair<std::string, std::string>, Played> played_;  ///< by match and moveId
};

}  // namespace pentad::testing
