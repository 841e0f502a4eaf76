#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/error_code.hpp"
#include "protocol/shapes.hpp"
#include "protocol/time_limits.hpp"

/// The answers: exactly one for each request, an Ok or an ErrorReply.
namespace pentad::protocol {

/// Done, and nothing more to say.
struct Empty {};

/// What became of a stream that the client wanted to resume.
enum class Resumed { replay, snapshot, gone };

/// Who said hello.
struct OwnPlayer : Player {
    std::map<std::string, Rating> ratings;  ///< by game, where rated matches were played
};

struct HelloOk {
    int protocol = 1;
    std::string session;
    std::string resume_token;
    std::optional<std::string> player_token;
    OwnPlayer player;

    struct Server {
        std::string version;
        std::string epoch;  ///< another one after every start of the server
        EpochMs now = 0;
        bool draining = false;
    } server;

    struct Limits {
        std::int64_t frame_bytes = 0;
        int frame_burst = 0;
        int frames_per_second = 0;
        int name_length = 0;
        int chat_length = 0;
        int lobby_rooms = 0;  ///< the largest `limit` of lobby.subscribe; 0: it has none
        TimeLimits time{};    ///< all 0 from a server that does not tell them
    } limits;

    milliseconds heartbeat{0};  ///< how often the client should ping at least
    std::vector<GameCard> games;

    struct Active {
        std::string match;
        Side seat = Side::first;
    };
    std::vector<Active> active;
    std::map<std::string, Resumed> resumed;
};

struct Pong {
    std::optional<std::int64_t> t;
    EpochMs now = 0;
    std::map<std::string, std::int64_t> seqs;  ///< stream key -> last seq sent
};

struct LobbySubscribed {
    std::int64_t seq = 0;
    LobbySnapshot snapshot;
};

/// Of room.create and room.join.
struct RoomEntered {
    std::string room;
    std::string code;
    std::string invite;
    std::optional<Side> seat;  ///< the chair; none: watching
    std::int64_t seq = 0;
    RoomSnapshot snapshot;
};

/// Of match.watch and match.sync.
struct MatchWatched {
    std::int64_t seq = 0;
    MatchSnapshot snapshot;
};

struct MoveAccepted {
    int turn = 0;  ///< after the move
    int ply = 0;
    std::uint64_t hash = 0;
    milliseconds charged{0};
    bool duplicate = false;  ///< this moveId had been decided before; here is what was said then
};

struct OfferPlaced {
    std::string offer;
};

struct Hint {
    int turn = 0;
    std::string move;
    std::vector<std::string> line;  ///< how the game may go on, `move` first; empty: the bot does not say
    /// Plies to an end that can be forced: above 0 the side to move wins, below 0 it loses.
    std::optional<int> forced_end;
};

/// Of engine.legal and engine.apply.
struct EnginePosition {
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
    std::vector<MatchSummary> matches;
    std::optional<std::string> before;  ///< asks for the next page; none: this was the last one
};

/// An external bot that is connected and has offered itself.
struct AvailableBot {
    Player player;
    std::vector<std::string> games;
    int slots = 1;  ///< matches that it plays at once
    int free = 1;   ///< of these
};

struct BotList {
    std::vector<AvailableBot> bots;
};

struct HandoverCode {
    std::string code;
    EpochMs expires_at = 0;
};

/// Those whom a player has blocked.
struct BlockedPlayers {
    std::vector<Player> players;
};

using OkBody =
    std::variant<Empty, HelloOk, Pong, LobbySubscribed, RoomEntered, MatchWatched, MoveAccepted, OfferPlaced,
                 Hint, EnginePosition, MyMatches, BotList, HandoverCode, BlockedPlayers>;

struct Ok {
    RequestId re;
    OkBody body;
};

/// Of `illegal_move`: what the rules say.
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
/// Why a name or a line may not be shown.
enum class TextFault : std::uint8_t {
    empty,        ///< nothing to see
    too_long,     ///< longer than `limit`
    control,      ///< ends or controls the line
    direction,    ///< changes the direction of the text
    invisible,    ///< cannot be seen
    joiner,       ///< joins or parts nothing where it stands
    marks,        ///< one too many over a letter, or one over none
    private_use,  ///< without an agreed meaning
    unassigned,   ///< not a character
    reserved,     ///< a name that passes for the server, its staff or its bots
    identifier,   ///< a name that reads as an id or an address
};
/// Of `name_invalid`, and of `bad_request` for a line that may not be shown.
struct RefusedText {
    TextFault reason = TextFault::empty;
    std::optional<std::string> character;  ///< the first that may not stand there: `U+202E`
    std::optional<std::int64_t> limit;     ///< in code points

    bool operator==(const RefusedText&) const = default;
};
using ErrorDetail = std::variant<std::monostate, IllegalMove, RetryAfter, ClaimableAt, RefusedText>;

struct ErrorReply {
    std::optional<RequestId> re;  ///< none: the frame's id could not be read
    ErrorCode code = ErrorCode::internal_error;
    std::string message;  ///< for people, in English; empty: the table's text. Never parsed.
    ErrorDetail detail;

    bool retryable() const { return info(code).retryable; }
};

}  // namespace pentad::protocol
