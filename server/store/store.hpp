#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "protocol/messages.hpp"
#include "server/base/ids.hpp"
#include "server/match/match.hpp"
#include "server/ratings/rating.hpp"

namespace pentad::server {

inline constexpr std::string_view guest_kind = "guest";

struct StoredPlayer {
    PlayerId id;
    std::string name;
    std::string kind{guest_kind};  ///< or `bot`: a program outside
    std::string token_hash;        ///< of the playerToken, or of a bot's key; empty: there is none any more
    ServerTime created{};
};

/// A session that can be come back to. Of its tokens only the hashes are known.
struct StoredSession {
    SessionId id;
    PlayerId player;
    std::string token_hash;           ///< of the resume token
    std::string previous_token_hash;  ///< good until the newer one is used; empty: not any more
    ServerTime created{};
};

/// A chair of a room as it is stored.
struct StoredChair {
    protocol::ChairKind kind = protocol::ChairKind::human;
    PlayerId player;  ///< empty while nobody sits on it
    std::string name;
    int level = 0;
    std::uint64_t seed = 0;

    friend bool operator==(const StoredChair&, const StoredChair&) = default;
};

/// A room that is not closed.
struct StoredRoom {
    RoomId id;
    std::string code;
    std::string invite_hash;  ///< of the invitation
    std::string password_hash;
    PlayerId host;
    std::string game;
    engine::Options options;
    std::array<StoredChair, 2> chairs;
    TimeControl tc;
    protocol::Visibility visibility = protocol::Visibility::public_;
    bool hotseat = false;
    bool spectators = true;
    bool takeback = true;
    bool rated = false;
    protocol::FirstSeat first_seat = protocol::FirstSeat::random;
    protocol::OnAbsent on_absent = protocol::OnAbsent::claim;
    bool spectators_chat = true;
    milliseconds spectators_delay{};
    MatchId match;  ///< the current or last one; empty before the first
    ServerTime created{};

    friend bool operator==(const StoredRoom&, const StoredRoom&) = default;
};

struct StoredMatch {
    MatchSetup setup;
    std::vector<MatchEvent> events;  ///< in order
};

/// A match in a list.
struct StoredMatchSummary {
    MatchSetup setup;
    std::int64_t ply = 0;  ///< moves that were made and not taken back
    std::optional<Ended> ended;
};

/// A player in a game's list of the strongest.
struct RankedPlayer {
    PlayerId id;
    std::string name;
    Rating rating;
};

/// Somebody left a match before both had moved, where that is counted.
struct StoredEarlyExit {
    PlayerId player;
    ServerTime at{};
};

/// What can be written. A record with a known id replaces the older one; a token belongs to one player.
struct RoomClosed {
    RoomId id;
};
/// The match's next event. Events are numbered from 0 within their match, which must be known; any number
/// but the next one is refused, so that a match never has a gap or two histories. With the end of a rated
/// match the ratings of its players are stored, by after_match(); a match ends only once, so they are counted
/// once.
struct AppendedEvent {
    MatchId match;
    std::int64_t number = 0;
    MatchEvent event;
};
/// A sign of life, for Resumed after a crash; only the last one is kept.
struct Alive {
    ServerTime at{};
};
struct SessionEnded {
    SessionId id;
};
/// What an operator lays on a player or an address. One of a kind and target replaces the older one.
struct Sanction {
    enum class Kind { ban_player, ban_address, mute };
    Kind kind = Kind::ban_player;
    std::string target;  ///< a player's id, or an address or network
    ServerTime at{};
    std::optional<ServerTime> until;  ///< none: until it is lifted
    std::string reason;
};
struct SanctionLifted {
    Sanction::Kind kind = Sanction::Kind::ban_player;
    std::string target;
};
/// What an operator has done; never changed or removed.
struct AuditEntry {
    ServerTime at{};
    std::string who;
    std::string what;
    std::string outcome;
};
/// A player does not want to read or meet another one.
struct Block {
    PlayerId by;
    PlayerId player;
    ServerTime at{};
};
struct BlockLifted {
    PlayerId by;
    PlayerId player;
};
/// What a player has told the operators of another one. It is numbered when it is written.
struct Report {
    std::int64_t number = 0;
    ServerTime at{};
    PlayerId by;
    PlayerId player;
    std::string name;  ///< the player's, when it was written
    std::string room;  ///< that it is about; empty: not said
    std::string match;
    std::string reason;
    std::string text;
};
struct ReportClosed {
    std::int64_t number = 0;
};
/// From now on nobody else may have the player's name or one that looks like it, though the player is away.
/// The names of those who have a rating are kept without it. An unknown player is none's loss.
struct NameKept {
    PlayerId player;
};
/// What says who the player is goes: the player, the ratings, the blocks and the reports about them, and in
/// matches, rooms and other reports the id and the name. The moves stay, for they are the opponent's match
/// too. Unknown players are none's loss.
struct PlayerForgotten {
    PlayerId id;
};
/// The longest ended matches go, `at_most` so many of those that ended before that; not those of open rooms.
struct FinishedForgotten {
    ServerTime ended_before{};
    int at_most = 0;
};
/// The guests who were not here since then go, with their ratings and blocks, `at_most` so many, those who
/// left first. Not those who have a session, a chair, a room, a sanction, or a report about them that is
/// open. Their matches stay under their name.
struct GuestsForgotten {
    ServerTime unseen_since{};
    int at_most = 0;
};
using Record =
    std::variant<StoredPlayer, StoredSession, SessionEnded, StoredRoom, RoomClosed, MatchSetup, AppendedEvent,
                 Alive, Sanction, SanctionLifted, AuditEntry, Block, BlockLifted, Report, ReportClosed,
                 NameKept, PlayerForgotten, FinishedForgotten, GuestsForgotten>;

/// Whose seat it was, once the player is forgotten.
inline constexpr std::string_view forgotten_id = "p_forgotten";
inline constexpr std::string_view forgotten_name = "(forgotten)";

/// Records to be stored together. In a coroutine, make them in a statement of their own (see
/// net/executor.hpp).
template <class... Records>
std::vector<Record> batch(Records&&... records) {
    std::vector<Record> all;
    all.reserve(sizeof...(records));
    (all.emplace_back(std::forward<Records>(records)), ...);
    return all;
}

/// Why nothing was stored, for the log; the text never goes to a client.
struct StoreError {
    std::string text;
};

/// A copy of a store in the making, which sees what is written meanwhile. Used on the thread of its store and
/// not after it.
class Backup {
  public:
    virtual ~Backup() = default;
    /// Copies one more part, or nothing while the disk takes in what was copied; true when the copy is whole
    /// and durable. After an error there is no copy.
    virtual tl::expected<bool, StoreError> step() = 0;
};

/// The memory of the server that survives a crash. Synchronous; used by one thread at a time. After an error
/// the store is as it was before the call and may be tried again.
class Store {
  public:
    template <class T>
    using Result = tl::expected<T, StoreError>;

    virtual ~Store() = default;

    /// All records or none, in order, durable when it returns.
    virtual Result<void> write(const std::vector<Record>& records) = 0;

    /// Whether what is written now will be found again: its files are where it opened them. Takes no time.
    virtual Result<void> check_files() { return {}; }

    /// RoomRegistry that are not closed, oldest first.
    virtual Result<std::vector<StoredRoom>> open_rooms() = 0;
    virtual Result<std::optional<StoredPlayer>> player(const PlayerId& id) = 0;
    virtual Result<std::optional<StoredPlayer>> player_by_token(const std::string& token_hash) = 0;
    /// The players of a kind, oldest first.
    virtual Result<std::vector<StoredPlayer>> players_of_kind(const std::string& kind) = 0;
    /// Those that have not ended, oldest first.
    virtual Result<std::vector<StoredSession>> sessions() = 0;
    virtual Result<std::optional<StoredMatch>> match(const MatchId& id) = 0;

    /// Matches that have not ended, oldest first.
    virtual Result<std::vector<MatchId>> open_matches() = 0;

    /// The newest `limit` matches of a player, newest first; with `before` those older than that match, and
    /// none if there is no such match.
    virtual Result<std::vector<StoredMatchSummary>> matches_of(const PlayerId& player,
                                                               const std::optional<MatchId>& before,
                                                               int limit) = 0;

    /// A player's ratings, by game; empty for who has none.
    virtual Result<std::map<std::string, Rating>> ratings_of(const PlayerId& player) = 0;

    /// The players who are listed in a game now (is_listed()), strongest first; `limit` of them after the
    /// first `skip`. The ratings are as they are stored, not current().
    virtual Result<std::vector<RankedPlayer>> ranking(const std::string& game, ServerTime now, int skip,
                                                      int limit) = 0;

    /// Those since then, oldest first, as Ended::left_early says.
    virtual Result<std::vector<StoredEarlyExit>> early_exits(ServerTime since) = 0;

    /// All that were not lifted, those that are over too.
    virtual Result<std::vector<Sanction>> sanctions() = 0;
    /// The newest `limit`, newest first.
    virtual Result<std::vector<AuditEntry>> audit(int limit) = 0;
    virtual Result<std::vector<Block>> blocks() = 0;
    /// The oldest `limit` of those that are not closed and were written then or later, oldest first.
    virtual Result<std::vector<Report>> reports(ServerTime since, int limit) = 0;
    /// Empty when there is none of this number, or it is closed.
    virtual Result<std::optional<Report>> report(std::int64_t number) = 0;
    /// How many are not closed.
    virtual Result<std::int64_t> open_reports() = 0;
    /// The newest `limit` players of exactly this name, newest first.
    virtual Result<std::vector<StoredPlayer>> players_named(const std::string& name, int limit) = 0;
    /// Is this name, or one that looks like it, kept for another player than this one?
    virtual Result<bool> name_is_kept(const std::string& name, const PlayerId& from) = 0;

    /// Begins a copy into a file that is not there yet.
    virtual Result<std::unique_ptr<Backup>> back_up(const std::filesystem::path& file) = 0;

    /// The last sign of life; empty in a new store.
    virtual Result<std::optional<ServerTime>> last_alive() = 0;
};

}  // namespace pentad::server
