#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/shapes.hpp"

/// The requests of clients. Each struct is the `data` of one; `type` is its name on the wire and `address`
/// what the envelope must name (the codec refuses a request without it). wire/client_fields.hpp describes the
/// fields.
namespace pentad::protocol {

enum class Address { none, room, match };

struct GuestAuth {
    std::optional<std::string> name;
};
struct TokenAuth {
    std::string token;
};
struct ResumeAuth {
    std::string session;
    std::string token;
    std::map<std::string, std::int64_t> streams;  ///< stream key -> last seq seen
};
struct BotAuth {
    std::string name;
    std::string key;
};
struct HandoverAuth {
    std::string code;
};
using Auth = std::variant<GuestAuth, TokenAuth, ResumeAuth, BotAuth, HandoverAuth>;

struct Hello {
    static constexpr std::string_view type = "hello";
    static constexpr Address address = Address::none;
    std::vector<int> protocol;  ///< versions that the client supports
    std::string client_name;
    std::string client_version;
    Auth auth;
    std::string lang;  ///< empty: not given
};

struct Ping {
    static constexpr std::string_view type = "ping";
    static constexpr Address address = Address::none;
    std::optional<std::int64_t> t;  ///< returned in the pong
};

struct Bye {
    static constexpr std::string_view type = "bye";
    static constexpr Address address = Address::none;
};

struct LobbySubscribe {
    static constexpr std::string_view type = "lobby.subscribe";
    static constexpr Address address = Address::none;
    std::optional<std::string> game;
    std::optional<int> limit{};  ///< rooms per state; none: the server decides
};

struct LobbyUnsubscribe {
    static constexpr std::string_view type = "lobby.unsubscribe";
    static constexpr Address address = Address::none;
    std::optional<std::string> game;
};

struct RoomCreate {
    static constexpr std::string_view type = "room.create";
    static constexpr Address address = Address::none;
    std::string game;
    engine::Options options;
    std::array<ChairRequest, 2> seats;
    bool hotseat = false;
    TimeControl tc;
    Visibility visibility = Visibility::public_;
    std::string password;  ///< empty: none
    bool spectators = true;
    bool takeback = true;
    FirstSeat first_seat = FirstSeat::random;
    bool rated = false;
    OnAbsent on_absent = OnAbsent::claim;
    bool spectators_chat = true;
    milliseconds spectators_delay{0};
};

/// 0, 1, `any` or `watch`.
enum class JoinSeat { chair0, chair1, any, watch };

/// Exactly one of `room`, `code` and `invite` is not empty.
struct RoomJoin {
    static constexpr std::string_view type = "room.join";
    static constexpr Address address = Address::none;
    std::string room;
    std::string code;
    std::string invite;
    JoinSeat seat = JoinSeat::any;
    std::string password;
};

struct RoomSeat {
    static constexpr std::string_view type = "room.seat";
    static constexpr Address address = Address::room;
    Side seat = Side::first;  ///< the chair
    ChairRequest chair;       ///< on the wire its fields stand beside `seat`
};

/// Changes only the fields that are set.
struct RoomUpdate {
    static constexpr std::string_view type = "room.update";
    static constexpr Address address = Address::room;
    std::optional<std::string> game;
    std::optional<engine::Options> options;
    std::optional<TimeControl> tc;
    std::optional<Visibility> visibility;
    std::optional<std::string> password;  ///< empty: removes the password
    std::optional<bool> spectators;
    std::optional<bool> takeback;
    std::optional<FirstSeat> first_seat;
    std::optional<bool> rated;
    std::optional<OnAbsent> on_absent;
    std::optional<bool> spectators_chat;
    std::optional<milliseconds> spectators_delay;
};

struct RoomReady {
    static constexpr std::string_view type = "room.ready";
    static constexpr Address address = Address::room;
    bool ready = true;
};

struct RoomStart {
    static constexpr std::string_view type = "room.start";
    static constexpr Address address = Address::room;
};

struct RoomLeave {
    static constexpr std::string_view type = "room.leave";
    static constexpr Address address = Address::room;
};

struct RoomKick {
    static constexpr std::string_view type = "room.kick";
    static constexpr Address address = Address::room;
    std::string player;
};

struct RoomHost {
    static constexpr std::string_view type = "room.host";
    static constexpr Address address = Address::room;
    std::string player;
};

struct QueueJoin {
    static constexpr std::string_view type = "queue.join";
    static constexpr Address address = Address::none;
    std::string game;
    TimeControl tc;
    std::optional<milliseconds> bot_after;  ///< `botAfterMs`; none: wait for a person only
    std::optional<int> bot_level;           ///< of that bot; none: the server decides
};

struct QueueLeave {
    static constexpr std::string_view type = "queue.leave";
    static constexpr Address address = Address::none;
};

struct MatchWatch {
    static constexpr std::string_view type = "match.watch";
    static constexpr Address address = Address::match;
    bool history = true;  ///< include the history in the snapshot
};

struct MatchUnwatch {
    static constexpr std::string_view type = "match.unwatch";
    static constexpr Address address = Address::match;
};

struct MatchSync {
    static constexpr std::string_view type = "match.sync";
    static constexpr Address address = Address::match;
    std::int64_t have_seq = 0;
    std::optional<std::uint64_t> have_hash;
    bool history = false;
};

struct MovePlay {
    static constexpr std::string_view type = "move.play";
    static constexpr Address address = Address::match;
    int turn = 0;  ///< of the position before the move
    std::string move;
    std::string move_id;
    std::optional<Side> seat;  ///< only in hotseat rooms
};

struct PremoveSet {
    static constexpr std::string_view type = "premove.set";
    static constexpr Address address = Address::match;
    int turn = 0;
    std::string move;
};

struct PremoveClear {
    static constexpr std::string_view type = "premove.clear";
    static constexpr Address address = Address::match;
};

struct OfferMake {
    static constexpr std::string_view type = "offer.make";
    static constexpr Address address = Address::match;
    OfferKind kind = OfferKind::draw;
    std::optional<int> plies;  ///< of a takeback
    std::optional<Side> seat;  ///< only in hotseat rooms
};

struct OfferAnswer {
    static constexpr std::string_view type = "offer.answer";
    static constexpr Address address = Address::match;
    std::string offer;
    bool accept = false;
};

struct OfferCancel {
    static constexpr std::string_view type = "offer.cancel";
    static constexpr Address address = Address::match;
    std::string offer;
};

struct MatchResign {
    static constexpr std::string_view type = "match.resign";
    static constexpr Address address = Address::match;
    std::optional<Side> seat;  ///< only in hotseat rooms
};

struct MatchAbort {
    static constexpr std::string_view type = "match.abort";
    static constexpr Address address = Address::match;
};

struct ClaimWin {
    static constexpr std::string_view type = "claim.win";
    static constexpr Address address = Address::match;
};

struct HintGet {
    static constexpr std::string_view type = "hint.get";
    static constexpr Address address = Address::match;
    int turn = 0;
};

/// The envelope names the room or the match; the server checks that it matches the channel.
struct ChatSend {
    static constexpr std::string_view type = "chat.send";
    static constexpr Address address = Address::none;
    ChatChannel channel = ChatChannel::lobby;
    std::string text;
};

/// Without `pos`, engine.legal and engine.apply start from the game's initial position.
struct EngineLegal {
    static constexpr std::string_view type = "engine.legal";
    static constexpr Address address = Address::none;
    std::string game;
    engine::Options options;
    std::optional<std::string> pos;
};

struct EngineApply {
    static constexpr std::string_view type = "engine.apply";
    static constexpr Address address = Address::none;
    std::string game;
    engine::Options options;
    std::optional<std::string> pos;
    std::vector<std::string> moves;  ///< on the wire `move` or `moves`, not both
};

struct MatchesMine {
    static constexpr std::string_view type = "matches.mine";
    static constexpr Address address = Address::none;
    std::optional<std::string> before;  ///< `before` of the previous page
};

/// Lists the external bots that can be seated now.
struct BotsList {
    static constexpr std::string_view type = "bots.list";
    static constexpr Address address = Address::none;
    std::optional<std::string> game;  ///< only bots that play it
};

struct BotRegister {
    static constexpr std::string_view type = "bot.register";
    static constexpr Address address = Address::none;
    std::vector<std::string> games;
    int slots = 1;  ///< matches at the same time
};

struct BotMove {
    static constexpr std::string_view type = "bot.move";
    static constexpr Address address = Address::match;
    int turn = 0;
    std::string move;
};

struct BotDecline {
    static constexpr std::string_view type = "bot.decline";
    static constexpr Address address = Address::match;
    int turn = 0;
};

struct HandoverCreate {
    static constexpr std::string_view type = "handover.create";
    static constexpr Address address = Address::none;
};

/// Blocks the player (`on`) or lifts the block. A blocked player's chat is hidden, and the two are not
/// paired.
struct PlayerBlock {
    static constexpr std::string_view type = "player.block";
    static constexpr Address address = Address::none;
    std::string player;
    bool on = true;
};

/// Lists the players that the sender has blocked.
struct PlayerBlocks {
    static constexpr std::string_view type = "player.blocks";
    static constexpr Address address = Address::none;
};

enum class ReportReason { chat, cheating, stalling, name, other };

/// Reports a player to the operators. The envelope may name the room or the match concerned.
struct PlayerReport {
    static constexpr std::string_view type = "player.report";
    static constexpr Address address = Address::none;
    std::string player;
    ReportReason reason = ReportReason::other;
    std::string text;  ///< written by the sender; may be empty
};

using ClientMessage =
    std::variant<Hello, Ping, Bye, LobbySubscribe, LobbyUnsubscribe, RoomCreate, RoomJoin, RoomSeat,
                 RoomUpdate, RoomReady, RoomStart, RoomLeave, RoomKick, RoomHost, QueueJoin, QueueLeave,
                 MatchWatch, MatchUnwatch, MatchSync, MovePlay, PremoveSet, PremoveClear, OfferMake,
                 OfferAnswer, OfferCancel, MatchResign, MatchAbort, ClaimWin, HintGet, ChatSend, EngineLegal,
                 EngineApply, MatchesMine, BotsList, BotRegister, BotMove, BotDecline, HandoverCreate,
                 PlayerBlock, PlayerBlocks, PlayerReport>;

/// One frame of a client.
struct Request {
    RequestId id;
    std::string room;   ///< empty: not named
    std::string match;  ///< empty: not named
    ClientMessage message;
};

}  // namespace pentad::protocol
