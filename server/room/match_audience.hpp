#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "protocol/messages.hpp"
#include "server/match/match.hpp"
#include "server/room/match_chat.hpp"
#include "server/room/match_host.hpp"
#include "server/room/room_request.hpp"
#include "server/room/spectator_feed.hpp"
#include "server/session/event_stream.hpp"

namespace pentad::server {

/// Who follows a match, and what they are sent: the numbered events, of everybody or of the players alone
/// where spectators have a delayed feed of their own, and the chat around the match. On the I/O thread.
class MatchAudience {
  public:
    /// REQUIRES: what is passed by reference outlives this.
    MatchAudience(const Match& match, const MatchTerms& terms, const BlockList& blocks,
                  const std::function<ServerTime()>& now)
        : match_(match), terms_(terms), blocks_(blocks), now_(now) {}

    /// Of everybody, or of the players alone if spectators have a feed of their own.
    const EventStream& stream() const { return stream_; }
    /// The stream that this session gets, or would get.
    EventStream& stream_for(const Session& session);
    const EventStream& stream_for(const Session& session) const;
    std::size_t subscriptions() const;
    int count_spectators() const;

    /// From here on spectators see everything later, if the room wants that and the match goes on.
    void delay_spectators(Match shown, SpectatorFeed::Presences presences);
    /// Do spectators see things later than the players, and not yet all of them?
    bool is_shown_later() const { return feed_ && !match_.result(); }
    /// After a restart: what spectators had seen, and what had happened and was not shown yet.
    void catch_up(Match shown, SpectatorFeed::Presences presences, const std::vector<MatchEvent>& not_yet);
    void show_due(ServerTime now);
    std::optional<ServerTime> next_due() const { return feed_ ? feed_->next() : std::nullopt; }

    /// An event that was just applied. REQUIRES: publish_change(), publish_position() or publish_end()
    /// follows.
    void happened(const MatchEvent& event);
    /// To the players' stream alone: the feed shows the match's own events by itself.
    void publish_change(protocol::EventBody body) { stream_.publish(event(std::move(body))); }
    /// The same for a MatchMoved or MatchTakenBack, with the legal moves for the side to move.
    void publish_position(protocol::EventBody body);
    /// The match is over: spectators see everything now.
    void publish_end(protocol::EventBody body);
    /// What is no event of the match: presence, offers, bots' states.
    void publish(protocol::EventBody body);
    /// To the player on this seat alone, outside the numbered events.
    void send_to_seat(Side seat, protocol::EventBody body) const;
    /// May a session whose view of the match is out of date be sent the whole match, and was not just now?
    bool wants_snapshot(const Session& session) const;
    /// REQUIRES: wants_snapshot(session).
    void push_snapshot(Session& session, protocol::MatchSnapshot snapshot);

    /// A line on the players' or the spectators' channel; the others get a skip in its place.
    void say(const protocol::ChatSend& message, const RoomRequest& from);
    std::vector<protocol::PastLine> chat_for(const PlayerId& reader) const;
    /// What spectators see, without their number. REQUIRES: is_shown_later().
    protocol::MatchSnapshot delayed_snapshot(const PlayerId& reader, bool with_history) const {
        return feed_->snapshot(reader, with_history);
    }
    /// The lag as it is measured on the session's connection.
    static milliseconds lag_of(const Session& session);
    /// The longest lag among the connections of the person to move.
    milliseconds lag_of_mover() const;
    /// The player's data are deleted.
    void forget(const PlayerId& player);

    protocol::Event event(protocol::EventBody body) const;

  private:
    bool plays(const Session& session) const;
    bool is_to_move(const Session& session) const;

    const Match& match_;
    const MatchTerms& terms_;
    const BlockList& blocks_;
    const std::function<ServerTime()>& now_;
    EventStream stream_;
    std::optional<SpectatorFeed> feed_;
    MatchChat chat_;
    std::unordered_map<SessionId, ServerTime> snapshot_pushed_;  ///< of the players' sessions only
};

}  // namespace pentad::server
