#pragma once

#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "server/config/config.hpp"
#include "server/limits/address_quota.hpp"
#include "server/limits/chat_limiter.hpp"
#include "server/limits/rate_limiter.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/matchmaker.hpp"
#include "server/moderation/sanctions.hpp"
#include "server/room/room_registry.hpp"
#include "server/room/room_services.hpp"
#include "server/session/handover_codes.hpp"
#include "server/session/name_registry.hpp"
#include "server/session/session.hpp"
#include "server/session/unsaved_guests.hpp"

namespace pentad::server {

/// What comes in over the connections: greets, keeps the sessions, and takes each request to whom it
/// concerns. Each request gets one reply. On the I/O thread.
class Router final : public ConnectionHandler {
  public:
    Router(RoomServices& services, const Config& config);
    ~Router() override;

    void opened(const std::shared_ptr<Connection>& connection) override;
    void received(Connection& connection, std::string_view text, ServerTime at) override;
    void received_frames(Connection& connection, std::size_t count, ServerTime at) override;
    void closing(Connection& connection) override;
    void closed(Connection& connection) override;

    /// Brings back the sessions that there were when the server was stopped. Once, after the rooms are there.
    struct FoundSession {
        StoredSession session;
        StoredPlayer player;
    };
    void restore(const std::vector<FoundSession>& found);

    /// From now on no new rooms and matches; everybody is told.
    void drain();
    /// Before the server stops: stores the guests who are connected, though they have nothing to keep, so
    /// that they go on where they are when it is started again.
    void keep_connected_guests();
    /// Closes every connection with this code.
    void close_all(std::uint16_t code, std::string_view reason);

    // For operators (router_operators.cpp).
    Sanctions& sanctions() { return sanctions_; }
    std::vector<std::shared_ptr<Session>> all_sessions() const;
    /// Closes the player's connections with this code and ends the sessions; how many there were.
    int send_away(const PlayerId& player, std::uint16_t code, std::string_view reason);
    /// The same for everybody who comes from a banned address, as of now.
    int send_banned_addresses_away();
    /// A `server.notice` to everybody.
    void notify(protocol::NoticeKind kind, std::string text);
    bool draining() const { return draining_; }

    /// Ends what has waited for too long: connections that do not say hello, sessions without a connection. A
    /// timer does it, too.
    void sweep();
    std::size_t connections() const { return peers_.size(); }
    std::size_t sessions() const { return sessions_.size(); }
    /// Are there as many sessions as may be, all of them connected? Then nobody new is let in.
    bool full() const;

  private:
    /// One connection and what is known of who is behind it.
    struct Peer {
        std::shared_ptr<Connection> connection;
        std::shared_ptr<Session> session;  ///< once it has said hello
        bool greeting = false;             ///< hello is being answered; `early` waits for that
        bool leaving = false;              ///< nothing comes or goes over the connection any more
        std::list<std::pair<std::string, ServerTime>> early;
        ServerTime opened{};
        int bad_frames = 0;  ///< malformed ones in the minute since bad_since
        ServerTime bad_since{};
        double allowance = 0;  ///< frames that may still come at once
        ServerTime refilled{};
        std::size_t refused_frames = 0;
        int refused_hellos = 0;
    };
    static constexpr std::size_t max_early = 32;
    /// A lobby.subscribe counts as one frame more for so many rooms in its answer.
    static constexpr std::size_t rooms_a_frame = 20;

    /// A program on many seats may send so many times as much as a person.
    static int frames_times(const Session& session) {
        return session.player().kind == protocol::PlayerKind::bot ? 10 : 1;
    }

    void take(const std::shared_ptr<Peer>& peer, std::string_view text, ServerTime at);
    bool within_rate(Peer& peer, const std::optional<protocol::RequestId>& id, ServerTime at);
    /// Gives the peer what it may send again since it was last asked for.
    void refill(Peer& peer, ServerTime at) const;
    /// More was refused of it: true when the connection is closed for that.
    bool refuses_too_much(Peer& peer, std::size_t more) const;
    /// So many frames less may still come at once: for a request that costs more than others.
    void charge(const Session& session, std::size_t frames);
    void refuse_frame(Peer& peer, const protocol::DecodeError& error, ServerTime at);
    void dispatch(const std::shared_ptr<Session>& session, protocol::Request request, ServerTime at);

    Awaitable<void> greet(std::shared_ptr<Peer> peer, protocol::Request request);
    Awaitable<void> answer_hello(std::shared_ptr<Peer> peer, protocol::Request request);
    /// How long this address has to wait before it may say hello like this.
    milliseconds hello_wait(const Connection& connection, const protocol::Auth& auth) const;
    void supersede(Session& session);
    /// The other tabs of the device that the player leaves: their tokens are worth nothing from now on.
    void end_other_sessions(const Session& kept);
    Awaitable<tl::expected<StoredPlayer, protocol::ErrorCode>> renew_token(PlayerId player,
                                                                           std::string& player_token);
    Awaitable<tl::expected<std::optional<StoredPlayer>, StoreError>> stored_player(PlayerId player);
    static protocol::Player view(const StoredPlayer& player);
    Awaitable<tl::expected<std::shared_ptr<Session>, protocol::ErrorCode>> identify(
        Peer& peer, const protocol::Auth& auth, std::string& player_token);
    /// Is the name free, or only kept for somebody who is gone and sits nowhere? Then it is taken from them.
    bool may_have_name(const std::string& name);
    /// Does the store keep the name for another player, who need not be here?
    Awaitable<tl::expected<bool, StoreError>> name_is_kept(std::string name, PlayerId from);
    /// By any session.
    bool is_here(const PlayerId& player) const;
    /// May one session more begin? When there are as many as may be, those that were left first end for it.
    bool make_place_for_a_session();
    std::shared_ptr<Session> make_session(const StoredPlayer& player, SessionId id = {random_id("s_")});
    /// Programs come with their key: only people's sessions are stored, once there is something to keep.
    bool is_kept(const Session& session) const;
    static StoredSession to_store(const Session& session);
    std::vector<StoredSession> sessions_to_store(const PlayerId& player) const;
    /// Without waiting for it.
    void keep(Record record);
    Awaitable<std::map<std::string, protocol::Rating>> ratings_of(PlayerId player);
    protocol::HelloOk welcome(Session& session, std::string token);
    /// What became of the streams that the client wants to go on with, and what must be pushed for that
    /// (resuming.cpp).
    std::vector<Bytes> resume(const std::shared_ptr<Session>& session,
                              std::map<std::string, std::int64_t> streams,
                              std::map<std::string, protocol::Resumed>& resumed);
    void unsubscribe(const Session& session, const std::string& key);
    void follow_anew(const std::shared_ptr<Session>& session,
                     const std::map<std::string, std::int64_t>& streams);
    /// Each stream that the session gets, and its last event.
    std::map<std::string, std::int64_t> streams_of(Session& session) const;

    void answer(const protocol::Ping& message, Session& session, const protocol::RequestId& id);
    void on(const protocol::LobbySubscribe& message, const std::shared_ptr<Session>& session,
            const protocol::RequestId& id);
    void on(const protocol::LobbyUnsubscribe& message, const std::shared_ptr<Session>& session,
            const protocol::RequestId& id);
    void on(const protocol::BotsList& message, const std::shared_ptr<Session>& session,
            const protocol::RequestId& id);
    void on(const protocol::BotRegister& message, const std::shared_ptr<Session>& session,
            const protocol::RequestId& id);
    void on(const protocol::MatchesMine& message, const std::shared_ptr<Session>& session,
            const protocol::RequestId& id);
    // Players who do not get on (router_players.cpp).
    void on(const protocol::PlayerBlock& message, const std::shared_ptr<Session>& session,
            const protocol::RequestId& id);
    void on(const protocol::PlayerBlocks& message, const std::shared_ptr<Session>& session,
            const protocol::RequestId& id);
    Awaitable<void> block(std::shared_ptr<Session> session, PlayerId player, protocol::RequestId id);
    Awaitable<void> unblock(std::shared_ptr<Session> session, PlayerId player, protocol::RequestId id);
    Awaitable<void> list_blocks(std::shared_ptr<Session> session, protocol::RequestId id);
    void report(const std::shared_ptr<Session>& session, protocol::Request request);
    Awaitable<void> file_report(std::shared_ptr<Session> session, protocol::Request request, ServerTime now);
    // RoomRegistry, quick match and chat (router_rooms.cpp).
    bool plays(const PlayerId& player) const;
    /// Before there is a session, or beside it.
    void send_error(Connection& connection, const protocol::ErrorReply& error) const;
    std::optional<protocol::ErrorReply> no_more_rooms(const Session& host) const;
    /// A room of this host's, which is in the lists from now on. It gets its id, code and invitation.
    std::shared_ptr<Room> make_room(StoredRoom room, const Session& host);
    void on(const protocol::HandoverCreate& message, const std::shared_ptr<Session>& session,
            const protocol::RequestId& id);
    void create_room(const std::shared_ptr<Session>& session, protocol::Request request, ServerTime at);
    /// Of people who share the creator's keyboard under names of their own.
    Awaitable<void> create_room_with_names(std::shared_ptr<Session> session, protocol::Request request,
                                           ServerTime at);
    void create_room_now(const std::shared_ptr<Session>& session, protocol::Request request, ServerTime at);
    void join_room(const std::shared_ptr<Session>& session, protocol::Request request, ServerTime at);
    void say(const std::shared_ptr<Session>& session, protocol::Request request, ServerTime at);
    void on(const protocol::QueueJoin& message, const std::shared_ptr<Session>& session,
            const protocol::RequestId& id);
    void on(const protocol::QueueLeave& message, const std::shared_ptr<Session>& session,
            const protocol::RequestId& id);
    /// The first of them is the host.
    void gather(StoredRoom room, std::vector<std::shared_ptr<Session>> people,
                std::function<void(bool)> done);
    void bring_bots();
    void wait_for_bots();

    void send_away(const std::shared_ptr<Session>& session, std::uint16_t code, std::string_view reason);
    void end_session(const std::shared_ptr<Session>& session);
    /// Programs are not people.
    void count(const Session& session);

    RoomServices& services_;
    const Config& config_;
    const std::string epoch_ = random_id("e_");
    const std::vector<protocol::GameCard> cards_;
    std::unordered_map<const Connection*, std::shared_ptr<Peer>> peers_;
    std::unordered_map<SessionId, std::shared_ptr<Session>> sessions_;
    /// Those with a connection, and in which sessions: tabs are not people.
    std::unordered_map<PlayerId, std::unordered_set<SessionId>> people_here_;
    UnsavedGuests guests_;
    NameRegistry names_;
    ChatLimiter speaking_;
    Sanctions sanctions_;
    Matchmaker queue_;
    Timer queue_timer_;
    HandoverCodes handovers_;
    AddressQuota rooms_made_;
    RateLimiter lines_;
    RateLimiter hellos_;
    RateLimiter wrong_tokens_;
    RateLimiter reports_;
    Timer sweep_timer_;
    bool draining_ = false;
};

}  // namespace pentad::server
