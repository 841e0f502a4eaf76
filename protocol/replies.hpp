#pragma once

#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/client_messages.hpp"
#include "protocol/error_code.hpp"
#include "protocol/shapes.hpp"
#include "protocol/time_limits.hpp"

/// The replies, exactly one to each request: an Ok or an ErrorReply. wire/reply_fields.hpp describes the
/// fields.
namespace pentad::protocol {

/// The requests that a reply answers.
template <class... Requests>
struct Answers {
    template <class Request>
    static constexpr bool has = (std::same_as<Request, Requests> || ...);
};

/// Answers every request that no other reply names in `To`.
struct Empty {
    static constexpr std::string_view name = "empty";
    using To = Answers<>;
};

/// What happened to a stream that the client asked to resume.
enum class Resumed { replay, snapshot, gone };

/// The player of this session.
struct OwnPlayer : Player {
    std::map<std::string, Rating> ratings;  ///< by game, if rated matches were played
};

struct HelloOk {
    static constexpr std::string_view name = "hello";
    using To = Answers<Hello>;
    int protocol = 1;
    std::string session;
    std::string resume_token;
    std::optional<std::string> player_token;
    OwnPlayer player;

    struct Server {
        std::string version;
        std::string epoch;  ///< changes with every start of the server
        EpochMs now = 0;
        bool draining = false;
    } server;

    struct Limits {
        std::int64_t frame_bytes = 0;
        int frame_burst = 0;
        int frames_per_second = 0;
        int name_length = 0;
        int chat_length = 0;
        int lobby_rooms = 0;  ///< the largest `limit` of lobby.subscribe; 0: not known
        TimeLimits time{};    ///< all 0: not known
    } limits;

    milliseconds heartbeat{0};  ///< the longest interval between two pings of the client
    std::vector<GameCard> games;

    struct Active {
        std::string match;
        Side seat = Side::first;
    };
    std::vector<Active> active;
    std::map<std::string, Resumed> resumed;
};

struct Pong {
    static constexpr std::string_view name = "pong";
    using To = Answers<Ping>;
    std::optional<std::int64_t> t;
    EpochMs now = 0;
    std::map<std::string, std::int64_t> seqs;  ///< stream key -> last seq sent
};

struct LobbySubscribed {
    static constexpr std::string_view name = "lobby";
    using To = Answers<LobbySubscribe>;
    std::int64_t seq = 0;
    LobbySnapshot snapshot;
};

struct RoomEntered {
    static constexpr std::string_view name = "room";
    using To = Answers<RoomCreate, RoomJoin>;
    std::string room;
    std::string code;
    std::string invite;
    std::optional<Side> seat;  ///< the chair; none: spectator
    std::int64_t seq = 0;
    RoomSnapshot snapshot;
};

struct MatchWatched {
    static constexpr std::string_view name = "match";
    using To = Answers<MatchWatch, MatchSync>;
    std::int64_t seq = 0;
    MatchSnapshot snapshot;
};

struct MoveAccepted {
    static constexpr std::string_view name = "move";
    using To = Answers<MovePlay, BotMove>;
    int turn = 0;  ///< after the move
    int ply = 0;
    std::uint64_t hash = 0;
    milliseconds charged{0};
    bool duplicate = false;  ///< this moveId was decided before; this repeats that reply
};

struct OfferPlaced {
    static constexpr std::string_view name = "offer";
    using To = Answers<OfferMake>;
    std::string offer;
};

struct Hint {
    static constexpr std::string_view name = "hint";
    using To = Answers<HintGet>;
    int turn = 0;
    std::string move;
    std::vector<std::string> line;  ///< principal variation, `move` first; may be empty
    /// Plies to a forced end; positive: the side to move wins, negative: it loses.
    std::optional<int> forced_end;
};

struct EnginePosition {
    static constexpr std::string_view name = "engine";
    using To = Answers<EngineLegal, EngineApply>;
    std::string pos;
    std::vector<engine::Piece> pieces;
    Side to_move = Side::first;
    std::uint64_t hash = 0;
    std::vector<std::string> legal;
    std::optional<Result> result;
    std::optional<engine::Board> board;
};

struct MatchSummary {
    std::string match;
    std::string game;
    engine::Options options;
    std::array<Seat, 2> seats;
    int ply = 0;
    EpochMs started_at = 0;
    std::optional<EpochMs> ended_at;
    std::optional<Result> result;
};

struct MyMatches {
    static constexpr std::string_view name = "matches";
    using To = Answers<MatchesMine>;
    std::vector<MatchSummary> matches;
    std::optional<std::string> before;  ///< asks for the next page; none: this is the last page
};

/// A connected external bot that has registered.
struct AvailableBot {
    Player player;
    std::vector<std::string> games;
    int slots = 1;  ///< matches that it plays at the same time
    int free = 1;   ///< slots not in use
};

struct BotList {
    static constexpr std::string_view name = "bots";
    using To = Answers<BotsList>;
    std::vector<AvailableBot> bots;
};

struct HandoverCode {
    static constexpr std::string_view name = "handover";
    using To = Answers<HandoverCreate>;
    std::string code;
    EpochMs expires_at = 0;
};

struct BlockedPlayers {
    static constexpr std::string_view name = "blocks";
    using To = Answers<PlayerBlocks>;
    std::vector<Player> players;
};

using OkBody =
    std::variant<Empty, HelloOk, Pong, LobbySubscribed, RoomEntered, MatchWatched, MoveAccepted, OfferPlaced,
                 Hint, EnginePosition, MyMatches, BotList, HandoverCode, BlockedPlayers>;

/// The place in OkBody of what answers a request; Empty is the first.
template <class Request, class... Bodies>
constexpr std::size_t reply_index(const std::variant<Bodies...>*) {
    std::size_t at = 0;
    std::size_t found = 0;
    ((found = Bodies::To::template has<Request> ? at : found, ++at), ...);
    return found;
}

/// The body of the Ok that answers a request.
template <class Request>
using ReplyTo = std::variant_alternative_t<reply_index<Request>(static_cast<const OkBody*>(nullptr)), OkBody>;

struct Ok {
    RequestId re;
    OkBody body;
};

/// Of `illegal_move`: the rule that forbids the move.
struct IllegalMove {
    std::string reason;
    std::string rule;
    std::vector<std::string> squares;
};
/// Of `rate_limited` and `draining`.
struct RetryAfter {
    milliseconds after{0};  ///< `retryAfterMs`
};
/// Of `claim_too_early`.
struct ClaimableAt {
    EpochMs claimable_at = 0;
};
/// Why a name or a chat line was refused.
enum class TextFault : std::uint8_t {
    empty,        ///< no visible character
    too_long,     ///< longer than `limit`
    control,      ///< a control character
    direction,    ///< changes the direction of the text
    invisible,    ///< an invisible character
    joiner,       ///< a joiner where Unicode has no use for it
    marks,        ///< too many combining marks, or one without a letter
    private_use,  ///< a private-use character
    unassigned,   ///< an unassigned code point
    reserved,     ///< a name that suggests the server, its staff or its bots
    identifier,   ///< a name that looks like an id or an address
};
/// Of `name_invalid`, and of `bad_request` for a chat line.
struct RefusedText {
    TextFault reason = TextFault::empty;
    std::optional<std::string> character;  ///< the first character that is not allowed: `U+202E`
    std::optional<std::int64_t> limit;     ///< in code points

    bool operator==(const RefusedText&) const = default;
};
using ErrorDetail = std::variant<std::monostate, IllegalMove, RetryAfter, ClaimableAt, RefusedText>;

struct ErrorReply {
    std::optional<RequestId> re;  ///< none: the request's id could not be read
    ErrorCode code = ErrorCode::internal_error;
    std::string message;  ///< for people, in English; empty: the table's text. Never parsed.
    ErrorDetail detail;

    bool retryable() const { return info(code).retryable; }
};

}  // namespace pentad::protocol
