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
/// StoredPlayer::kind of a bot.
inline constexpr std::string_view bot_kind = "bot";

struct StoredPlayer {
    PlayerId id;
    std::string name;
    std::string kind{guest_kind};  ///< or `bot`: an external program
    std::string token_hash;        ///< of the playerToken or the bot's key; empty: revoked
    ServerTime created{};
};

/// A session that can be resumed. Only hashes of its tokens are stored.
struct StoredSession {
    SessionId id;
    PlayerId player;
    std::string token_hash;           ///< of the resume token
    std::string previous_token_hash;  ///< valid until the newer one is used; empty: no longer
    ServerTime created{};
};

/// A chair of a stored room.
struct StoredChair {
    protocol::ChairKind kind = protocol::ChairKind::human;
    PlayerId player;  ///< empty: nobody sits on it
    std::string name;
    int level = 0;
    std::uint64_t seed = 0;

    friend bool operator==(const StoredChair&, const StoredChair&) = default;
};

/// An open room.
struct StoredRoom {
    RoomId id;
    std::string code;
    std::string invite_hash;  ///< of the invitation token
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
    std::int64_t ply = 0;  ///< moves played and not taken back
    std::optional<Ended> ended;
};

/// A player on a game's leaderboard.
struct StoredRank {
    PlayerId id;
    std::string name;
    GlickoRating rating;
};

/// A player left a match before both had moved, where that counts.
struct StoredEarlyExit {
    PlayerId player;
    ServerTime at{};
};

/// Records. One with a known id replaces the older one; a token belongs to one player.
struct RoomRemoved {
    RoomId id;
};
/// The match's next event. Events are numbered from 0 within their match, which must exist; any other number
/// than the next is refused, so a match never has a gap or two histories. The end of a rated match also
/// stores the players' new ratings, by after_match(). A match ends once, so it is rated once.
struct AppendedEvent {
    MatchId match;
    std::int64_t number = 0;
    MatchEvent event;
};
/// A heartbeat, for Resumed after a crash. Only the last one is kept.
struct Alive {
    ServerTime at{};
};
struct SessionEnded {
    SessionId id;
};
/// A ban or mute. Replaces an older one of the same kind and target.
struct Sanction {
    enum class Kind { ban_player, ban_address, mute };
    Kind kind = Kind::ban_player;
    std::string target;  ///< a player's id, or an address or network
    ServerTime at{};
    std::optional<ServerTime> until;  ///< empty: until it is lifted
    std::string reason;
};
struct SanctionLifted {
    Sanction::Kind kind = Sanction::Kind::ban_player;
    std::string target;
};
/// An action of an operator. Never changed or removed.
struct AuditEntry {
    ServerTime at{};
    std::string who;
    std::string what;
    std::string outcome;
};
/// A player blocks another one.
struct Block {
    PlayerId by;
    PlayerId player;
    ServerTime at{};
};
struct BlockLifted {
    PlayerId by;
    PlayerId player;
};
/// A report about a player to the operators. The store numbers it.
struct Report {
    std::int64_t number = 0;
    ServerTime at{};
    PlayerId by;
    PlayerId player;
    std::string name;  ///< of the player at that time
    std::string room;  ///< empty: not given
    std::string match;
    std::string reason;
    std::string text;
};
struct ReportClosed {
    std::int64_t number = 0;
};
/// Reserves the player's name, and names that look like it, while the player is away. A rating reserves the
/// name by itself. Unknown players are ignored.
struct NameKept {
    PlayerId player;
};
/// Erases a player: the player, ratings, blocks and reports about them; in matches, rooms and other reports
/// the id and name are replaced. The moves stay: they are the opponent's match too. Unknown players are
/// ignored.
struct PlayerForgotten {
    PlayerId id;
};
/// Deletes up to `at_most` matches that ended before that, oldest first, except those of open rooms or
/// reports.
struct FinishedForgotten {
    ServerTime ended_before{};
    int at_most = 0;
};
/// Deletes up to `at_most` guests not seen since then, with their ratings and blocks, least recently seen
/// first. Keeps those with a session, chair, room, sanction or open report about them. Their matches keep
/// their name.
struct GuestsForgotten {
    ServerTime unseen_since{};
    int at_most = 0;
};
using Record =
    std::variant<StoredPlayer, StoredSession, SessionEnded, StoredRoom, RoomRemoved, MatchSetup,
                 AppendedEvent, Alive, Sanction, SanctionLifted, AuditEntry, Block, BlockLifted, Report,
                 ReportClosed, NameKept, PlayerForgotten, FinishedForgotten, GuestsForgotten>;

/// What replaces the id and name of an erased player.
inline constexpr std::string_view forgotten_id = "p_forgotten";
inline constexpr std::string_view forgotten_name = "(forgotten)";

/// Records to store together. In a coroutine, make them in their own statement (see
/// base/executor.hpp).
template <class... Records>
std::vector<Record> batch(Records&&... records) {
    std::vector<Record> all;
    all.reserve(sizeof...(records));
    (all.emplace_back(std::forward<Records>(records)), ...);
    return all;
}

/// Why nothing was stored. For the log; never sent to a client.
struct StoreError {
    std::string text;
};

/// An online backup in progress. It includes what is written meanwhile. Used on its store's thread, and not
/// after the store is gone.
class Backup {
  public:
    virtual ~Backup() = default;
    /// Copies the next part, or nothing while the disk is syncing; true when the copy is complete and
    /// durable. After an error there is no copy.
    virtual tl::expected<bool, StoreError> step() = 0;
};

/// The server's durable storage. Synchronous; used by one thread at a time. After an error the store is as it
/// was before the call, and the call may be repeated.
class Store {
  public:
    template <class T>
    using Result = tl::expected<T, StoreError>;

    virtual ~Store() = default;

    /// All records or none, in order, durable when it returns.
    virtual Result<void> write(const std::vector<Record>& records) = 0;

    /// Are its files still where it opened them? What is written to a removed file is lost. Cheap.
    virtual Result<void> check_files() { return {}; }

    /// Oldest first.
    virtual Result<std::vector<StoredRoom>> open_rooms() = 0;
    virtual Result<std::optional<StoredPlayer>> player(const PlayerId& id) = 0;
    virtual Result<std::optional<StoredPlayer>> player_by_token(const std::string& token_hash) = 0;
    /// The players of a kind, oldest first.
    virtual Result<std::vector<StoredPlayer>> players_of_kind(const std::string& kind) = 0;
    /// Sessions that have not ended, oldest first.
    virtual Result<std::vector<StoredSession>> sessions() = 0;
    virtual Result<std::optional<StoredMatch>> match(const MatchId& id) = 0;

    /// The newest `limit` matches of a player, newest first; with `before` those older than that match, none
    /// if it does not exist.
    virtual Result<std::vector<StoredMatchSummary>> matches_of(const PlayerId& player,
                                                               const std::optional<MatchId>& before,
                                                               int limit) = 0;

    /// A player's ratings by game.
    virtual Result<std::map<std::string, GlickoRating>> ratings_of(const PlayerId& player) = 0;

    /// A game's leaderboard (is_listed()), strongest first: `limit` players after the first `skip`. Ratings
    /// are as stored, not current().
    virtual Result<std::vector<StoredRank>> ranking(const std::string& game, ServerTime now, int skip,
                                                    int limit) = 0;

    /// Early exits since then (Ended::left_early), oldest first.
    virtual Result<std::vector<StoredEarlyExit>> early_exits(ServerTime since) = 0;

    /// All that were not lifted, including expired ones.
    virtual Result<std::vector<Sanction>> sanctions() = 0;
    /// The newest `limit`, newest first.
    virtual Result<std::vector<AuditEntry>> audit(int limit) = 0;
    virtual Result<std::vector<Block>> blocks() = 0;
    /// The oldest `limit` open reports written since then, oldest first.
    virtual Result<std::vector<Report>> reports(ServerTime since, int limit) = 0;
    /// Empty if there is no open report of this number.
    virtual Result<std::optional<Report>> report(std::int64_t number) = 0;
    virtual Result<std::int64_t> open_reports() = 0;
    /// The newest `limit` players of exactly this name, newest first.
    virtual Result<std::vector<StoredPlayer>> players_named(const std::string& name, int limit) = 0;
    /// Is this name, or one that looks like it, reserved for another player?
    virtual Result<bool> name_is_kept(const std::string& name, const PlayerId& from) = 0;

    /// Begins a backup. REQUIRES: the file does not exist.
    virtual Result<std::unique_ptr<Backup>> back_up(const std::filesystem::path& file) = 0;

    /// The last heartbeat; empty in a new store.
    virtual Result<std::optional<ServerTime>> last_alive() = 0;
};

}  // namespace pentad::server
