#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/client_messages.hpp"
#include "protocol/shapes.hpp"

/// The events that the server sends. Each struct is the `data` of one; LobbySnapshot, RoomSnapshot and
/// MatchSnapshot are events too. wire/event_fields.hpp describes the fields.
namespace pentad::protocol {

struct LobbyDelta {
    static constexpr std::string_view type = "lobby.delta";
    std::vector<RoomSummary> upsert;
    std::vector<std::string> remove;
    int players = 0;
    std::optional<RoomCounts> counts;
};

struct RoomChanged {
    static constexpr std::string_view type = "room.changed";
    RoomSnapshot snapshot;  ///< on the wire its fields are the data
};

struct RoomClosed {
    static constexpr std::string_view type = "room.closed";
    std::string reason;
};

/// Sent on the room's stream; the envelope names the match too.
struct MatchStarted {
    static constexpr std::string_view type = "match.started";
    std::string room;
    std::string match;
    std::optional<Side> seat;  ///< the receiver's; none: a spectator
    MatchSnapshot snapshot;
    std::int64_t seq = 0;  ///< of the match's stream
};

struct MatchMoved {
    static constexpr std::string_view type = "match.moved";
    int turn = 0;  ///< after the move, like all fields below
    int ply = 0;
    Side seat = Side::first;  ///< who moved
    std::string move;
    std::string pos;
    std::vector<engine::Piece> pieces;
    std::uint64_t hash = 0;
    Side to_move = Side::first;
    std::optional<std::vector<std::string>> legal;
    Clock clock;
    std::optional<Automatic> automatic;  ///< `auto`: the server moved for the player
};

struct MatchTakenBack {
    static constexpr std::string_view type = "match.takenBack";
    int plies = 0;  ///< number of moves taken back
    int turn = 0;
    int ply = 0;
    Side seat = Side::first;  ///< who asked for it
    std::string pos;
    std::vector<engine::Piece> pieces;
    std::uint64_t hash = 0;
    Side to_move = Side::first;
    std::optional<PlayedMove> last_move;
    std::optional<std::vector<std::string>> legal;
    Clock clock;
};

struct MatchClock {
    static constexpr std::string_view type = "match.clock";
    Clock clock;
};

struct MatchEnded {
    static constexpr std::string_view type = "match.ended";
    Result result;
    int turn = 0;
    int ply = 0;
    Clock clock;
};

struct SeatPresence {
    static constexpr std::string_view type = "seat.presence";
    Side seat = Side::first;
    Presence state = Presence::online;
    std::optional<EpochMs> claimable_at;
};

struct OfferMade {
    static constexpr std::string_view type = "offer.made";
    Offer offer;  ///< on the wire its fields are the data
};

enum class OfferOutcome { accepted, declined, cancelled, expired, superseded };

struct OfferClosed {
    static constexpr std::string_view type = "offer.closed";
    std::string offer;
    OfferOutcome outcome = OfferOutcome::accepted;
};

struct PremoveDropped {
    static constexpr std::string_view type = "premove.dropped";
    int turn = 0;
    std::string reason;
};

enum class BotState { queued, thinking, fallback };

struct BotStatus {
    static constexpr std::string_view type = "bot.status";
    Side seat = Side::first;
    BotState state = BotState::queued;
};

/// Tells an external bot that it is to move.
struct TurnRequest {
    static constexpr std::string_view type = "turn.request";
    std::string game;
    engine::Options options;
    Side seat = Side::first;
    int turn = 0;
    std::string pos;
    std::vector<std::string> legal;
    Clock clock;
    milliseconds budget{0};
};

/// Tells an external bot that a match starts in which it has this seat. It is not subscribed to the match.
struct BotSeated {
    static constexpr std::string_view type = "bot.seated";
    std::string game;
    engine::Options options;
    Side seat = Side::first;
};

struct TurnCancel {
    static constexpr std::string_view type = "turn.cancel";
    int turn = 0;
};

struct ChatLine {
    static constexpr std::string_view type = "chat.line";
    ChatChannel channel = ChatChannel::lobby;
    Player from;
    std::string text;
};

enum class NoticeKind { draining, restart, message };

struct ServerNotice {
    static constexpr std::string_view type = "server.notice";
    NoticeKind kind = NoticeKind::message;
    std::string text;                    ///< for people; may be empty
    std::optional<milliseconds> due_in;  ///< `inMs`: time until it happens
};

struct SessionSuperseded {
    static constexpr std::string_view type = "session.superseded";
};

/// Replaces an event that this receiver must not see, so that `seq` has no gap.
struct Skip {
    static constexpr std::string_view type = "skip";
};

/// An event of a newer server, as a client decodes it. Servers never send it.
struct UnknownEvent {
    std::string type;
    std::string data;  ///< JSON
};

using EventBody =
    std::variant<LobbySnapshot, LobbyDelta, RoomSnapshot, RoomChanged, RoomClosed, MatchStarted,
                 MatchSnapshot, MatchMoved, MatchTakenBack, MatchClock, MatchEnded, SeatPresence, OfferMade,
                 OfferClosed, PremoveDropped, BotStatus, TurnRequest, TurnCancel, BotSeated, ChatLine,
                 ServerNotice, SessionSuperseded, Skip, UnknownEvent>;

struct Event {
    std::string room;                 ///< empty: not named
    std::string match;                ///< empty: not named
    std::string game;                 ///< only on a filtered lobby stream
    std::optional<std::int64_t> seq;  ///< none: not part of a stream
    EpochMs ts = 0;
    EventBody body;
};

}  // namespace pentad::protocol
