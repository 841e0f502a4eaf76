#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/game.hpp"
#include "engine/outcome.hpp"
#include "engine/side.hpp"
#include "engine/view.hpp"

/// Values that several messages share. Fields have their names on the wire, in snake_case. A seat is an
/// engine::Side here and 0 or 1 on the wire.
namespace pentad::protocol {

using engine::Side;
using std::chrono::milliseconds;

/// A time of the server's clock, in milliseconds since 1970.
using EpochMs = std::int64_t;

/// Chosen by the client; the reply repeats it.
using RequestId = std::variant<std::int64_t, std::string>;

enum class PlayerKind { human, bot };

struct Player {
    std::string id;
    std::string name;
    PlayerKind kind = PlayerKind::human;

    friend bool operator==(const Player&, const Player&) = default;
};

/// A player's Glicko-2 rating in one game.
struct Rating {
    int rating = 1500;
    int deviation = 350;      ///< one standard deviation
    int games = 0;            ///< rated games played
    bool provisional = true;  ///< too uncertain to be ranked

    friend bool operator==(const Rating&, const Rating&) = default;
};

enum class TimeControlKind { none, fischer, permove, correspondence };

struct TimeControl {
    TimeControlKind kind = TimeControlKind::none;
    milliseconds initial{0};
    milliseconds increment{0};  ///< `incMs`
    milliseconds per_move{0};   ///< `moveMs`

    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

enum class Presence { online, away, gone };

enum class Visibility { public_, unlisted, private_ };

enum class ChairKind { human, open, bot, closed };

/// Who should have a chair of a room.
struct ChairRequest {
    ChairKind kind = ChairKind::human;
    std::optional<int> level;           ///< of a server bot
    std::optional<std::int64_t> seed;   ///< of a server bot
    std::optional<std::string> bot;     ///< player id of an external bot
    std::optional<std::string> name{};  ///< of a person in a hotseat room; none: the creator's name
};

/// A chair of a room.
struct Chair {
    ChairKind kind = ChairKind::open;
    std::optional<Player> player;
    std::optional<int> level;
    bool ready = false;
    std::optional<Presence> presence;
};

/// A seat of a match.
struct Seat {
    Player player;
    std::optional<int> level;
    Presence presence = Presence::online;
    std::optional<EpochMs> claimable_at{};  ///< when the opponent may send claim.win
};

struct Clock {
    TimeControl tc;
    std::optional<std::array<milliseconds, 2>> remaining;  ///< none: no clock
    std::optional<Side> running;
    EpochMs at = 0;                         ///< when these times were read
    std::optional<EpochMs> paused_until{};  ///< paused by the players; resumes then at the latest
};

/// Why the server moved for a player.
enum class Automatic {
    premove,  ///< the player had set it as a premove
    fallback  ///< the bot on the seat gave no legal move in time
};

struct PlayedMove {
    int ply = 0;  ///< length of the line after the move
    Side seat = Side::first;
    std::string move;
    std::optional<Automatic> automatic{};  ///< `auto`: the server moved for the player
};

/// Without a winner it is a draw only if the reason is `repetition` or `agreement`.
struct Result {
    std::optional<Side> winner;
    std::string reason;

    friend bool operator==(const Result&, const Result&) = default;
};

enum class OfferKind { draw, takeback, rematch, pause, abort };

struct Offer {
    std::string offer;
    OfferKind kind = OfferKind::draw;
    Side by = Side::first;
    int turn = 0;
    std::optional<EpochMs> expires_at;
    std::optional<int> plies;  ///< of a takeback
    friend bool operator==(const Offer&, const Offer&) = default;
};

enum class ChatChannel { lobby, room, match, watchers };

/// An earlier chat line, in a snapshot.
struct PastLine {
    ChatChannel channel = ChatChannel::lobby;
    Player from;
    std::string text;
    EpochMs ts = 0;  ///< when it was written

    friend bool operator==(const PastLine&, const PastLine&) = default;
};

/// What happens to a match when a player is gone.
enum class OnAbsent {
    claim,   ///< the opponent may claim the win
    wait,    ///< nothing; the match waits
    forfeit  ///< the player loses as soon as the win could be claimed
};

/// The chair that becomes match seat 0.
enum class FirstSeat { random, chair0, chair1 };

enum class RoomState { open, playing, over };

/// A room as the lobby lists it.
struct RoomSummary {
    std::string room;
    std::string game;
    engine::Options options;
    std::array<Chair, 2> seats;
    TimeControl tc;
    Visibility visibility = Visibility::public_;
    bool rated = false;
    RoomState state = RoomState::open;
    std::optional<std::string> match;
    int watchers = 0;
    bool locked = false;  ///< joining needs a password
    EpochMs created = 0;  ///< 0: not known
};

/// The whole room. On the wire the summary's fields stand beside the others.
struct RoomSnapshot {
    static constexpr std::string_view type = "room.snapshot";

    RoomSummary summary;
    std::string code;
    std::string invite;
    std::string host;  ///< player id
    bool hotseat = false;
    bool spectators = true;
    bool takeback = true;
    FirstSeat first_seat = FirstSeat::random;
    OnAbsent on_absent = OnAbsent::claim;
    bool spectators_chat = true;       ///< may spectators write?
    milliseconds spectators_delay{0};  ///< how much later spectators see a match
    std::vector<PastLine> chat;        ///< the last lines, oldest first; never in room.changed
};

/// The number of rooms, listed or not.
struct RoomCounts {
    int open = 0;
    int playing = 0;
    int over = 0;

    int of(RoomState state) const {
        return state == RoomState::open ? open : state == RoomState::playing ? playing : over;
    }
    int total() const { return open + playing + over; }
    friend bool operator==(const RoomCounts&, const RoomCounts&) = default;
};

/// The lobby for one subscriber: their own rooms and the first rooms of each state.
struct LobbySnapshot {
    static constexpr std::string_view type = "lobby.snapshot";

    std::vector<RoomSummary> rooms;
    int players = 0;                   ///< connected players
    std::vector<PastLine> chat;        ///< the last lines, oldest first
    std::optional<RoomCounts> counts;  ///< of the game, or of all
    std::optional<int> limit;          ///< rooms per state in `rooms`, besides the subscriber's own
};

/// A page of the list of rooms, for HTTP.
struct RoomPage {
    std::vector<RoomSummary> rooms;
    int players = 0;                  ///< connected players
    RoomCounts counts;                ///< of the game, or of all
    int total = 0;                    ///< matching rooms on all pages
    std::optional<std::string> next;  ///< `cursor` of the next page; none: this is the last page
};

/// Why a match in a rated room changes no rating.
enum class Unrated {
    same_network  ///< both players connect from the same address
};

/// A match. A client needs nothing else to draw and to play it.
struct MatchSnapshot {
    static constexpr std::string_view type = "match.snapshot";

    std::string game;
    int rules_version = 1;
    engine::Options options;
    engine::Board board;
    std::array<Seat, 2> seats;
    int turn = 0;
    int ply = 0;
    Side to_move = Side::first;
    std::string pos;  ///< engine::Position::encode
    std::vector<engine::Piece> pieces;
    std::uint64_t hash = 0;                         ///< FNV-1a 64 of `pos`; 16 hex digits on the wire
    std::optional<std::vector<std::string>> legal;  ///< only for the side to move
    std::optional<PlayedMove> last_move;
    std::optional<std::vector<PlayedMove>> history;
    Clock clock;
    std::vector<Offer> offers;
    std::optional<Result> result;  ///< none: still being played
    int spectators = 0;
    std::string room;
    bool rated = false;              ///< the result changes both ratings
    std::optional<Unrated> unrated;  ///< why it does not although the room is rated
    milliseconds delay{0};           ///< the age of this state: the receiver watches with a delay
    std::vector<PastLine> chat;      ///< the last lines that the receiver may read; only with `history`
};

struct RankedPlayer {
    int rank = 0;  ///< from 1
    Player player;
    Rating rating;
};

/// The best players of a game, for HTTP: established ratings of players who played recently.
struct Leaderboard {
    std::string game;
    std::vector<RankedPlayer> players;
    std::optional<int> next;  ///< `skip` of the next page; none: this is the last page
};

/// A game as hello lists it: everything that clients show and that does not depend on a match.
struct GameCard {
    std::string game;
    std::string name;
    int rules_version = 1;
    std::array<std::string, 2> sides;
    engine::OptionChoices sizes;  ///< on the wire `sizes` and `variants` are a JSON Schema for a form
    engine::OptionChoices variants;
    engine::Credit credit;
    bool draw = false;  ///< may players agree on a draw?
    bool takeback = true;
    std::vector<engine::PieceKind> kinds;
    std::vector<std::string> layouts;
    std::map<std::string, std::string> rules_text;     ///< language tag -> Markdown
    std::map<std::string, engine::GameTexts> texts{};  ///< language tag -> see GameInfo::texts
    struct Level {
        int level = 1;
        std::string name;
    };
    std::vector<Level> levels;
};

/// The card of a game, with the strengths on offer (engine::levels()).
GameCard game_card(const engine::GameInfo& info);

}  // namespace pentad::protocol
